//! Archives as other programs write them, and damaged ones.

use super::*;

fn file(name: &[u8]) -> Entry {
    Entry { name: name.to_owned(), kind: EntryKind::File, mode: EntryMode::Plain }
}

fn packed(name: &[u8], content: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_header(&mut bytes, &file(name), content.len() as u64, 7).unwrap();
    bytes.extend(content);
    write_padding(&mut bytes, content.len() as u64).unwrap();
    bytes
}

/// A description of the next entry.
fn extension(kind: u8, content: &[u8]) -> Vec<u8> {
    let size = content.len() as u64;
    let mut bytes = header(b"x", EntryType::new(kind), 0, size, 0).as_bytes().to_vec();
    bytes.extend(content);
    write_padding(&mut bytes, size).unwrap();
    bytes
}

/// The entries of an archive with their contents, or why it is not read.
fn entries(bytes: &[u8]) -> Result<Vec<(Entry, Vec<u8>)>, String> {
    let mut found = Vec::new();
    let done = read(bytes, &mut |entry, content| {
        let mut bytes = Vec::new();
        content.read_to_end(&mut bytes).map_err(|error| broken(&error))?;
        found.push((entry.clone(), bytes));
        Ok(())
    });
    done.map(|()| found).map_err(|error| error.to_string())
}

#[test]
fn entries_survive_a_round_trip() {
    for name in [b"a.txt".to_vec(), vec![b'x'; 100], vec![b'y'; 300], b"\xff \n".to_vec()] {
        let mut bytes = [packed(&name, &[b'c'; 700]), packed(b"next", b"")].concat();
        write_end(&mut bytes).unwrap();
        let expected = vec![(file(&name), vec![b'c'; 700]), (file(b"next"), Vec::new())];
        assert_eq!(entries(&bytes), Ok(expected));
    }
}

#[test]
fn what_is_damaged_or_claims_too_much_is_an_error() {
    let good = packed(b"a.txt", b"content");
    let mut flipped = good.clone();
    flipped[3] ^= 1;
    let long = header(b"././@LongLink", EntryType::GNULongName, 0o644, 1 << 30, 0).as_bytes().to_vec();
    let many: Vec<u8> = (0..20).flat_map(|_| extension(b'g', b"")).collect();
    for (bytes, expected) in [
        (flipped, "damaged"),
        (good[..600].to_vec(), "ends too early"),
        (good[..100].to_vec(), "ends too early"),
        (long, "too long"),
        (extension(b'x', b"99 path=a"), "description of an entry is damaged"),
        (many, "too many descriptions"),
        ([extension(b'x', b"12 size=999\n"), good.clone()].concat(), "another size"),
    ] {
        let read = entries(&bytes);
        assert!(read.as_ref().is_err_and(|it| it.contains(expected)), "{expected}: {read:?}");
    }
}

#[test]
fn a_pax_name_counts_in_place_of_the_short_one() {
    for (line, name) in [(&b"20 path=long/name.t\n"[..], &b"long/name.t"[..]), (b"12 path=a\nb\n", b"a\nb")] {
        let bytes = [extension(b'x', line), packed(b"short", b"")].concat();
        assert_eq!(entries(&bytes), Ok(vec![(file(name), Vec::new())]));
    }
}

#[test]
fn a_folder_has_no_content_whatever_size_it_states() {
    let mut bytes = header(b"a/", EntryType::Directory, 0o755, 512, 0).as_bytes().to_vec();
    bytes.extend([1; 512]);
    let folder = Entry { name: b"a/".to_vec(), kind: EntryKind::Folder, mode: EntryMode::Executable };
    assert_eq!(entries(&bytes), Ok(vec![(folder, Vec::new())]));
}
