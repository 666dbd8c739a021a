//! The tar format, as POSIX (ustar, pax) and GNU have it: regular files and folders, with names of any length.

use super::entry::{Entry, EntryKind, EntryMode};
use std::io::{self, Read, Write};

const BLOCK: usize = 512;
/// The longest description of one entry that is read, such as a long name.
const MAX_EXTENSION: u64 = 64 << 10;
/// The most descriptions before one entry.
const MAX_EXTENSIONS: usize = 8;
/// The largest file that the size field takes in octal digits.
const MAX_SIZE: u64 = (8 << 30) - 1;

/// Reads the entries of an archive one after the other; reading it reads the content of the current one.
pub(super) struct TarReader<R> {
    from: R,
    /// What is left of the current entry, and of the rest of its last block.
    left: u64,
    padding: u64,
}

/// What stands before an entry and changes it.
#[derive(Default)]
struct Extensions {
    name: Option<Vec<u8>>,
    size: Option<u64>,
}

impl<R: Read> TarReader<R> {
    pub(super) fn new(from: R) -> TarReader<R> {
        TarReader { from, left: 0, padding: 0 }
    }

    /// The next entry; `None` at the end.
    pub(super) fn next(&mut self) -> io::Result<Option<Entry>> {
        let mut extensions = Extensions::default();
        for _ in 0..=MAX_EXTENSIONS {
            self.skip_rest()?;
            let mut block = [0; BLOCK];
            if !read_block(&mut self.from, &mut block)? || block.iter().all(|it| *it == 0) {
                return Ok(None);
            }
            check_sum(&block)?;
            let size = number(&block[124..136])?;
            self.start(size);
            match block[156] {
                b'L' => extensions.name = Some(until_zero(&self.extension(size)?).to_owned()),
                b'x' => extensions.read_pax(&self.extension(size)?)?,
                b'g' | b'K' => drop(self.extension(size)?),
                kind => {
                    let size = extensions.size.unwrap_or(size);
                    self.start(if matches!(kind, b'0' | 0 | b'7') { size } else { 0 });
                    return entry(&block, kind, extensions).map(Some);
                }
            }
        }
        Err(invalid("it has too many descriptions of one entry"))
    }

    fn start(&mut self, size: u64) {
        (self.left, self.padding) = (size, size.next_multiple_of(BLOCK as u64) - size);
    }

    fn extension(&mut self, size: u64) -> io::Result<Vec<u8>> {
        if size > MAX_EXTENSION {
            return Err(invalid("the name of an entry is too long"));
        }
        let mut bytes = Vec::new();
        self.read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    fn skip_rest(&mut self) -> io::Result<()> {
        let rest = self.left + self.padding;
        (self.left, self.padding) = (0, 0);
        let skipped = io::copy(&mut self.from.by_ref().take(rest), &mut io::sink())?;
        if skipped == rest { Ok(()) } else { Err(ends_early()) }
    }
}

impl<R: Read> Read for TarReader<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let most = into.len().min(usize::try_from(self.left).unwrap_or(usize::MAX));
        if most == 0 {
            return Ok(0);
        }
        let read = self.from.read(&mut into[..most])?;
        if read == 0 {
            return Err(ends_early());
        }
        self.left -= read as u64;
        Ok(read)
    }
}

impl Extensions {
    /// Reads lines of the form `LENGTH KEY=VALUE`.
    fn read_pax(&mut self, bytes: &[u8]) -> io::Result<()> {
        let mut rest = bytes;
        while !rest.is_empty() {
            let space = rest.iter().position(|it| *it == b' ').ok_or_else(bad_pax)?;
            let length: usize = std::str::from_utf8(&rest[..space])
                .ok()
                .and_then(|it| it.parse().ok())
                .ok_or_else(bad_pax)?;
            let line = rest.get(space + 1..length.saturating_sub(1)).ok_or_else(bad_pax)?;
            let equals = line.iter().position(|it| *it == b'=').ok_or_else(bad_pax)?;
            let (key, value) = (&line[..equals], &line[equals + 1..]);
            match key {
                b"path" => self.name = Some(value.to_owned()),
                b"size" => {
                    let size = std::str::from_utf8(value).ok().and_then(|it| it.parse().ok());
                    self.size = Some(size.ok_or_else(bad_pax)?);
                }
                _ => {}
            }
            rest = &rest[length..];
        }
        Ok(())
    }
}

fn entry(block: &[u8; BLOCK], kind: u8, extensions: Extensions) -> io::Result<Entry> {
    let short = || {
        let (name, prefix) = (until_zero(&block[..100]), until_zero(&block[345..500]));
        let is_posix = block[257..].starts_with(b"ustar\0") && !prefix.is_empty();
        if is_posix { [prefix, b"/", name].concat() } else { name.to_owned() }
    };
    let name = extensions.name.unwrap_or_else(short);
    let kind = match kind {
        b'0' | 0 | b'7' if name.ends_with(b"/") => EntryKind::Folder,
        b'0' | 0 | b'7' => EntryKind::File,
        b'5' => EntryKind::Folder,
        b'1' => EntryKind::Other("a hard link"),
        b'2' => EntryKind::Other("a link"),
        b'3' | b'4' => EntryKind::Other("a device"),
        b'6' => EntryKind::Other("a pipe"),
        _ => EntryKind::Other("of an unknown kind"),
    };
    let mode = EntryMode::of(u32::try_from(number(&block[100..108])?).unwrap_or(0));
    Ok(Entry { name, kind, mode })
}

/// Fills a block; `false` where the archive ends before it.
fn read_block(from: &mut impl Read, block: &mut [u8; BLOCK]) -> io::Result<bool> {
    let mut filled = 0;
    while filled < BLOCK {
        match from.read(&mut block[filled..])? {
            0 if filled == 0 => return Ok(false),
            0 => return Err(ends_early()),
            read => filled += read,
        }
    }
    Ok(true)
}

fn check_sum(block: &[u8; BLOCK]) -> io::Result<()> {
    match number(&block[148..156])? == sum(block) {
        true => Ok(()),
        false => Err(invalid("it is no tar archive, or it is damaged")),
    }
}

/// The sum of all bytes, where those of the sum itself count as spaces.
fn sum(block: &[u8; BLOCK]) -> u64 {
    let of = |(at, byte): (usize, &u8)| u64::from(if (148..156).contains(&at) { b' ' } else { *byte });
    block.iter().enumerate().map(of).sum()
}

/// A number in octal digits, or in GNU's binary form.
fn number(field: &[u8]) -> io::Result<u64> {
    if field[0] == 0x80 {
        let (zeros, bytes) = field[1..].split_at(field.len() - 9);
        let fits = zeros.iter().all(|it| *it == 0);
        let number = bytes.iter().fold(0_u64, |number, it| number << 8 | u64::from(*it));
        return if fits && number < u64::MAX >> 1 {
            Ok(number)
        } else {
            Err(invalid("a number in it is too large"))
        };
    }
    let digits = until_zero(field).trim_ascii();
    digits.iter().try_fold(0_u64, |number, it| match it {
        b'0'..=b'7' => Ok(number << 3 | u64::from(it - b'0')),
        _ => Err(invalid("it is no tar archive, or it is damaged")),
    })
}

fn until_zero(field: &[u8]) -> &[u8] {
    field.split(|it| *it == 0).next().unwrap_or_default()
}

/// Writes the header of an entry; its content and [`write_padding`] follow. Names no user and no group.
pub(super) fn write_header(to: &mut impl Write, entry: &Entry, size: u64, time: i64) -> io::Result<()> {
    if size > MAX_SIZE {
        return Err(invalid("a file of more than 8 GiB does not fit into it"));
    }
    let name = match entry.kind {
        EntryKind::Folder => [entry.name.as_slice(), b"/"].concat(),
        EntryKind::File | EntryKind::Other(_) => entry.name.clone(),
    };
    let kind = if entry.kind == EntryKind::Folder { b'5' } else { b'0' };
    if name.len() > 100 {
        let long = [name.as_slice(), b"\0"].concat();
        to.write_all(&header(b"././@LongLink", b'L', (0o644, long.len() as u64, 0)))?;
        to.write_all(&long)?;
        write_padding(to, long.len() as u64)?;
    }
    let mode = if kind == b'5' { EntryMode::Executable } else { entry.mode }.bits();
    to.write_all(&header(&name[..name.len().min(100)], kind, (mode, size, time)))
}

/// Fills the last block of an entry.
pub(super) fn write_padding(to: &mut impl Write, size: u64) -> io::Result<()> {
    let padding = size.next_multiple_of(BLOCK as u64) - size;
    io::copy(&mut io::repeat(0).take(padding), to).map(drop)
}

/// Writes the two empty blocks at the end.
pub(super) fn write_end(to: &mut impl Write) -> io::Result<()> {
    to.write_all(&[0; 2 * BLOCK])
}

fn header(name: &[u8], kind: u8, (mode, size, time): (u32, u64, i64)) -> [u8; BLOCK] {
    let mut block = [0; BLOCK];
    let mut put = |at: usize, bytes: &[u8]| block[at..at + bytes.len()].copy_from_slice(bytes);
    put(0, name);
    put(100, format!("{mode:07o}").as_bytes());
    put(108, b"0000000");
    put(116, b"0000000");
    put(124, format!("{size:011o}").as_bytes());
    put(136, format!("{:011o}", time.clamp(0, 0o77_777_777_777)).as_bytes());
    put(156, &[kind]);
    // GNU's own magic, under which a long name stands in an entry before.
    put(257, b"ustar  \0");
    let sum = sum(&block);
    block[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    block
}

fn invalid(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}

fn ends_early() -> io::Error {
    invalid("it ends too early")
}

fn bad_pax() -> io::Error {
    invalid("a description of an entry is damaged")
}

#[cfg(test)]
mod tests {
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

    #[test]
    fn entries_survive_a_round_trip() {
        for name in [b"a.txt".to_vec(), vec![b'x'; 100], vec![b'y'; 300], b"\xff \n".to_vec()] {
            let mut bytes = [packed(&name, &[b'c'; 700]), packed(b"next", b"")].concat();
            write_end(&mut bytes).unwrap();
            let mut reader = TarReader::new(bytes.as_slice());
            assert_eq!(reader.next().unwrap(), Some(file(&name)));
            let mut content = Vec::new();
            reader.read_to_end(&mut content).unwrap();
            assert_eq!(content, [b'c'; 700]);
            assert_eq!(reader.next().unwrap(), Some(file(b"next")));
            assert_eq!(reader.next().unwrap(), None);
        }
    }

    #[test]
    fn what_is_damaged_or_claims_too_much_is_an_error() {
        let good = packed(b"a.txt", b"content");
        let mut flipped = good.clone();
        flipped[3] ^= 1;
        let long = header(b"././@LongLink", b'L', (0o644, 1 << 30, 0)).to_vec();
        let pax = [&header(b"x", b'x', (0, 9, 0))[..], b"99 path=a", &[0; 503]].concat();
        let many: Vec<u8> = (0..20).flat_map(|_| [header(b"x", b'g', (0, 0, 0))].concat()).collect();
        for (bytes, expected) in [
            (flipped, "damaged"),
            (good[..600].to_vec(), "ends too early"),
            (good[..100].to_vec(), "ends too early"),
            (long, "too long"),
            (pax, "description of an entry is damaged"),
            (many, "too many descriptions"),
        ] {
            let mut reader = TarReader::new(bytes.as_slice());
            let read = reader
                .next()
                .and_then(|_| io::copy(&mut reader, &mut io::sink()))
                .and_then(|_| reader.next());
            assert!(read.as_ref().is_err_and(|it| it.to_string().contains(expected)), "{expected}: {read:?}");
        }
    }

    #[test]
    fn a_pax_name_counts_in_place_of_the_short_one() {
        let line = b"20 path=long/name.t\n";
        let mut bytes = header(b"x", b'x', (0, line.len() as u64, 0)).to_vec();
        bytes.extend(line);
        write_padding(&mut bytes, line.len() as u64).unwrap();
        bytes.extend(packed(b"short", b""));
        assert_eq!(TarReader::new(bytes.as_slice()).next().unwrap(), Some(file(b"long/name.t")));
    }
}
