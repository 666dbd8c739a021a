//! Tests of invalid bundles: each is refused with a reason, and nothing of it is left behind.

use super::{limits::BundleLimits, unpack::unpack};
use crate::{LogError, UiTrees, file::Lock, read};
use std::{
    fs,
    io::{Cursor, Write},
    path::Path,
    time::{Duration, SystemTime},
};
use tempfile::{TempDir, tempdir};
use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

const MANIFEST: (&str, &[u8]) = ("bundle.json", br#"{"format": 1, "version": "0.1.0", "task": "told"}"#);
const CLOSED: &[u8] = b"{\"seq\":0,\"at\":1,\"event\":\"session_closed\"}\n";
const EVENTS: (&str, &[u8]) = ("events.jsonl", CLOSED);
const PICTURE: &[u8] = b"not really a picture";

/// The blob name for these bytes.
fn name_of(bytes: &[u8]) -> String {
    let hash = blake3::hash(bytes).to_hex();
    format!("blobs/{}/{}.png", &hash[..2], &hash[2..])
}

fn zipped(parts: &[(&str, &[u8])]) -> Vec<u8> {
    zipped_as(CompressionMethod::Stored, parts)
}

fn zipped_as(method: CompressionMethod, parts: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in parts {
        zip.start_file(*name, SimpleFileOptions::default().compression_method(method)).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn good() -> Vec<u8> {
    zipped(&[MANIFEST, EVENTS, (&name_of(PICTURE), PICTURE)])
}

/// Renames every part with this name to another of the same length.
fn renamed(mut zip: Vec<u8>, from: &str, to: &str) -> Vec<u8> {
    let found: Vec<usize> =
        (0..zip.len() - from.len()).filter(|at| zip[*at..].starts_with(from.as_bytes())).collect();
    found.iter().for_each(|at| zip[*at..*at + to.len()].copy_from_slice(to.as_bytes()));
    zip
}

/// A folder for logs, and next to it a bundle with these bytes.
fn laid_out(bytes: &[u8]) -> TempDir {
    let place = tempdir().unwrap();
    fs::write(place.path().join("file"), bytes).unwrap();
    place
}

fn import(place: &Path, name: Option<&str>, limits: BundleLimits) -> Result<super::BundleSummary, LogError> {
    unpack(&place.join("logs"), &place.join("file"), name, UiTrees::Omitted, limits, &|_| Ok(()))
}

fn left(place: &Path) -> Vec<String> {
    let listed = fs::read_dir(place.join("logs")).into_iter().flatten();
    listed.map(|it| it.unwrap().file_name().into_string().unwrap()).collect()
}

/// Asserts that the bundle is refused, with this text in the reason.
fn refused(what: &str, bytes: &[u8], limits: BundleLimits, expected: &str) {
    let place = laid_out(bytes);
    let error = import(place.path(), None, limits).expect_err(what).to_string();
    assert!(error.contains(expected), "{what}: {error}");
    assert_eq!(left(place.path()), [""; 0], "{what}");
}

#[test]
fn what_is_no_session_is_refused_with_its_reason() {
    let good = good();
    let newer = br#"{"format": 2, "task": {"name": "told"}}"#;
    let leading_out = br#"{"format": 1, "version": "", "task": "../told"}"#;
    let gap = [CLOSED, b"{\"seq\":2,\"at\":1,\"event\":\"session_closed\"}\n"].concat();
    let blob = name_of(PICTURE);
    for (what, bytes, expected) in [
        ("text", b"hello".to_vec(), "it is no exported session, or not all of one"),
        ("nothing", Vec::new(), "it is no exported session, or not all of one"),
        ("half", good[..good.len() / 2].to_vec(), "it is no exported session, or not all of one"),
        ("empty", zipped(&[]), "there is no bundle.json in it"),
        ("no manifest", zipped(&[EVENTS]), "there is no bundle.json in it"),
        ("no events", zipped(&[MANIFEST]), "there is no events.jsonl in it"),
        ("manifest", zipped(&[("bundle.json", b"{"), EVENTS]), "bundle.json cannot be read"),
        ("newer", zipped(&[("bundle.json", newer), EVENTS]), "use a newer program"),
        ("its name", zipped(&[("bundle.json", leading_out), EVENTS]), "cannot be a task's name"),
        ("no entries", zipped(&[MANIFEST, ("events.jsonl", b"")]), "is empty, or its last line is cut"),
        ("cut", zipped(&[MANIFEST, ("events.jsonl", &CLOSED[..20])]), "its last line is cut"),
        ("nonsense", zipped(&[MANIFEST, ("events.jsonl", b"{}\n")]), "events.jsonl is damaged at line 1: "),
        ("gap", zipped(&[MANIFEST, ("events.jsonl", &gap)]), "line 2: entry 2 stands where 1 should be"),
        ("up", zipped(&[MANIFEST, EVENTS, ("../evil", b"x")]), r#"a part "../evil", which no session has"#),
        ("root", zipped(&[MANIFEST, EVENTS, ("/etc/evil", b"x")]), r#"a part "/etc/evil""#),
        (
            "blobs up",
            zipped(&[MANIFEST, EVENTS, ("blobs/../evil.png", b"x")]),
            r#"a part "blobs/../evil.png""#,
        ),
        ("more", zipped(&[MANIFEST, EVENTS, ("response.log", b"x")]), r#"a part "response.log""#),
        ("other bytes", zipped(&[MANIFEST, EVENTS, (&blob, b"x")]), "does not match the hash in its name"),
        (
            "twice",
            renamed(zipped(&[MANIFEST, EVENTS, ("events.jsonX", CLOSED)]), "events.jsonX", "events.jsonl"),
            "two parts of the same name",
        ),
        ("flipped", renamed(good.clone(), "not really", "NOT REALLY"), "cannot be read"),
    ] {
        refused(what, &bytes, BundleLimits::USUAL, expected);
    }
}

#[test]
fn a_link_is_not_followed() {
    let mut zip = ZipWriter::new_append(Cursor::new(zipped(&[MANIFEST]))).unwrap();
    zip.add_symlink("events.jsonl", "/etc/passwd", SimpleFileOptions::default()).unwrap();
    let bytes = zip.finish().unwrap().into_inner();
    refused("a link", &bytes, BundleLimits::USUAL, r#"a part "events.jsonl", which no session has"#);
}

#[test]
fn what_grows_without_end_is_stopped() {
    let bomb = vec![0; 1 << 20];
    let parts = [MANIFEST, EVENTS, (&name_of(&bomb), bomb.as_slice())];
    let bytes = zipped_as(CompressionMethod::Deflated, &parts);
    assert!(bytes.len() < 10_000, "{} bytes that become a million", bytes.len());
    for (limits, expected) in [
        (BundleLimits { blob: 1000, ..BundleLimits::USUAL }, "more than 1000 bytes"),
        (BundleLimits { bytes: 10_000, ..BundleLimits::USUAL }, "bytes, more than any part of a session"),
        (BundleLimits { bytes: 1000, ..BundleLimits::USUAL }, "it is larger than 1000 bytes"),
        (BundleLimits { events: 10, ..BundleLimits::USUAL }, "more than 10 bytes"),
        (BundleLimits { parts: 2, ..BundleLimits::USUAL }, "it has 3 parts, more than any session has"),
    ] {
        refused(expected, &bytes, limits, expected);
    }
    let place = laid_out(&bytes);
    assert_eq!(
        import(place.path(), None, BundleLimits::USUAL).unwrap().blobs,
        1,
        "within the limits it is welcome"
    );
}

#[test]
fn the_next_import_removes_what_a_killed_one_left() {
    let place = laid_out(&good());
    let old = SystemTime::now() - Duration::from_secs(3600);
    let [gone, held, fresh] = [".import-gone", ".import-held", ".import-fresh"].map(|name| {
        let folder = place.path().join("logs").join(name);
        fs::create_dir_all(&folder).unwrap();
        folder
    });
    let lock = Lock::take(&held, "held").unwrap();
    [&gone, &held].iter().for_each(|it| fs::File::open(it).unwrap().set_modified(old).unwrap());
    import(place.path(), None, BundleLimits::USUAL).unwrap();
    assert_eq!([gone.exists(), held.exists(), fresh.exists()], [false, true, true]);
    drop(lock);
}

#[test]
fn a_size_that_lies_is_never_believed() {
    let parts = [MANIFEST, EVENTS, (&name_of(PICTURE), PICTURE)];
    let bytes = zipped_as(CompressionMethod::Deflated, &parts);
    // All places of a size: the part headers and the central directory.
    let size = u32::try_from(CLOSED.len()).unwrap().to_le_bytes();
    let places: Vec<usize> = (0..bytes.len() - 4).filter(|at| bytes[*at..].starts_with(&size)).collect();
    assert!(places.len() >= 2, "{places:?}");
    for (at, lie) in places.iter().flat_map(|at| [0_u32, 1, 40, 1 << 30, u32::MAX].map(|lie| (*at, lie))) {
        let mut lying = bytes.clone();
        lying[at..at + 4].copy_from_slice(&lie.to_le_bytes());
        never_half(&lying);
    }
}

#[test]
fn a_file_damaged_anywhere_is_refused_or_whole() {
    let bytes = good();
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x55;
        never_half(&damaged);
        if at % 7 == 0 {
            never_half(&bytes[..at]);
        }
    }
}

/// Asserts that any file imports as a complete session or not at all.
fn never_half(bytes: &[u8]) {
    let place = laid_out(bytes);
    match import(place.path(), Some("new"), BundleLimits::USUAL) {
        Ok(_) => {
            assert_eq!(left(place.path()), ["new"]);
            assert_eq!(read(&place.path().join("logs"), "new").unwrap().len(), 1);
        }
        Err(_) => assert_eq!(left(place.path()), [""; 0]),
    }
}
