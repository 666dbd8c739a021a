//! Tests of audits of changed, truncated, resumed and old logs, and of the refusal to continue changed ones.

use crate::sample;
use deskpilot_core::{BlobKind, DesktopInfo, Event, LogOrigin, Size, Timestamp};
use deskpilot_log::{
    Audit, ChainFault, ChainState, FORMAT, FileLog, KnownHeads, LogError, SessionLog, audit, read, verify,
};
use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
};
use tempfile::{TempDir, tempdir};

/// A folder of logs with the sample, the path of its log, and its head.
fn sampled() -> (TempDir, PathBuf, String) {
    let root = tempdir().unwrap();
    let mut log = FileLog::create(root.path(), "sample").unwrap();
    sample::play(&mut log);
    let head = log.head().unwrap();
    (root, log.folder().join("events.jsonl"), head)
}

fn audited(root: &TempDir) -> Audit {
    audit(root.path(), "sample", None).unwrap()
}

/// The number of entries and of unchained ones, for an intact chain.
fn whole(chain: &ChainState) -> (u64, u64) {
    match chain {
        ChainState::Intact { entries, unchained, .. } => (*entries, *unchained),
        broken => panic!("{broken}"),
    }
}

fn append(path: &Path, bytes: &[u8]) {
    fs::OpenOptions::new().append(true).open(path).unwrap().write_all(bytes).unwrap();
}

#[test]
fn a_log_as_it_was_written_is_sound_and_goes_on_in_one_chain() {
    let (root, path, head) = sampled();
    let first = audited(&root);
    let count = first.entries.len() as u64;
    assert!(first.is_sound() && first.blobs.checked > 5, "{:?} {:?}", first.chain, first.blobs);
    assert_eq!(
        first.chain,
        ChainState::Intact { head: head.clone(), entries: count, unchained: 0, since: None }
    );
    assert_eq!(first.entries, read(root.path(), "sample").unwrap());

    let (mut log, _) = FileLog::open(root.path(), "sample").unwrap();
    assert_eq!(log.head().as_ref(), Some(&head), "before anything new");
    log.append(Timestamp(9), Event::SessionClosed).unwrap();
    append(&path, b"{\"seq\":");
    let since = audit(root.path(), "sample", Some(&head)).unwrap().chain;
    let head = log.head().unwrap();
    assert_eq!(
        since,
        ChainState::Intact { head, entries: count + 1, unchained: 0, since: Some(1) },
        "while it runs"
    );
}

#[test]
fn a_log_killed_in_the_middle_of_a_line_goes_on_in_one_chain() {
    let (root, path, _) = sampled();
    let count = audited(&root).entries.len() as u64;
    let bytes = fs::read(&path).unwrap();
    for cut in [1, 40, 90, 120] {
        fs::write(&path, &bytes[..bytes.len() - cut]).unwrap();
        let (mut log, _) = FileLog::open(root.path(), "sample").unwrap();
        log.append(Timestamp(9), Event::Stopped).unwrap();
        drop(log);
        let audit = audited(&root);
        assert!(audit.is_sound(), "cut by {cut}");
        assert_eq!(whole(&audit.chain).1, 0, "cut by {cut}");
        assert!(whole(&audit.chain).0 >= count - 1, "cut by {cut}");
    }
}

#[test]
fn a_changed_log_is_read_and_never_gone_on_with() {
    let (root, path, head) = sampled();
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let joined = |parts: &[&[&str]]| parts.concat().join("\n") + "\n";
    let bare = lines[6].rsplit_once(",\"chain\"").unwrap().0.to_owned() + "}";
    for (what, changed, entry, fault) in [
        ("a word", text.replacen("split it", "spilt it", 1), 6, ChainFault::OtherHash),
        ("taken out", joined(&[&lines[..3], &lines[4..]]), 3, ChainFault::OtherHash),
        ("swapped", joined(&[&lines[..3], &[lines[4], lines[3]], &lines[5..]]), 3, ChainFault::OtherHash),
        ("put in", joined(&[&lines[..4], &lines[3..]]), 4, ChainFault::OtherHash),
        ("without its hash", joined(&[&lines[..6], &[&bare], &lines[7..]]), 6, ChainFault::NoHash),
    ] {
        fs::write(&path, &changed).unwrap();
        let audit = audited(&root);
        assert_eq!(audit.chain, ChainState::Broken { entry, line: entry + 1, fault }, "{what}");
        assert!(!audit.is_sound(), "{what}");
        assert_eq!(audit.entries.len(), changed.lines().count(), "{what}: all of it is shown");
        let reads = read(root.path(), "sample").is_ok();
        assert_eq!(reads, audit.damage.is_none(), "{what}: {:?}", audit.damage);
        match FileLog::open(root.path(), "sample").unwrap_err() {
            error @ LogError::Changed { .. } => {
                let message = error.to_string();
                let at = format!("entry {entry} ");
                assert!(
                    reads && message.contains(&at) && message.contains("deskpilot audit sample"),
                    "{message}"
                );
            }
            error => assert!(!reads && matches!(error, LogError::Damaged { .. }), "{what}: {error}"),
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), changed, "{what}: it is left as it is");
    }
    let cut = joined(&[&lines[..lines.len() - 2]]);
    fs::write(&path, &cut).unwrap();
    assert!(audited(&root).is_sound(), "the chain alone does not show that its end was taken off");
    let other = audit(root.path(), "sample", Some(&head)).unwrap();
    assert!(matches!(other.chain, ChainState::HeadMissing { .. }) && !other.is_sound(), "{}", other.chain);
    fs::write(&path, "").unwrap();
    let emptied = audit(root.path(), "sample", Some(&head)).unwrap();
    assert!(matches!(emptied.chain, ChainState::HeadMissing { entries: 0, .. }), "{}", emptied.chain);
    assert!(matches!(audit(root.path(), "sample", None), Err(LogError::Missing { .. })));
}

#[test]
fn a_log_of_format_1_is_gone_on_with_and_chained_from_there() {
    let root = tempdir().unwrap();
    fs::create_dir(root.path().join("sample")).unwrap();
    let path = root.path().join("sample/events.jsonl");
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/format-1/events.jsonl");
    fs::write(&path, fs::read(fixture).unwrap()).unwrap();
    let audit = audited(&root);
    let ChainState::Unchained { entries: count, .. } = audit.chain else { panic!("{}", audit.chain) };
    assert!(!audit.is_sound() && audit.chain.to_string().starts_with("none: no entry has a hash"));

    let (mut log, _) = FileLog::open(root.path(), "sample").unwrap();
    log.append(Timestamp(9), Event::Stopped).unwrap();
    drop(log);
    let chain = audited(&root).chain;
    assert_eq!(whole(&chain), (count + 1, count));
    assert!(chain.to_string().ends_with(&format!("unchained up to entry {}", count - 1)), "{chain}");

    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replacen("compute 6 x 7", "compute 6 x 9", 1)).unwrap();
    let broken = ChainState::Broken { entry: count, line: count + 1, fault: ChainFault::OtherHash };
    assert_eq!(audited(&root).chain, broken, "the first hash is over what was there too");
}

#[test]
fn a_log_without_its_hashes_passes_for_nothing() {
    let (root, path, _) = sampled();
    let heads = KnownHeads::of(root.path().join("heads"));
    let mut log = FileLog::open(root.path(), "sample").unwrap().0.known_by(&heads);
    assert_eq!(log.origin(), LogOrigin::Unknown, "nobody has a record of it");
    let desktop = DesktopInfo { name: String::new(), size: Size::default(), monitors: Vec::new() };
    let (version, origin) = ("0".to_owned(), log.origin());
    log.append(Timestamp(9), Event::SessionResumed { version, desktop, origin }).unwrap();
    drop(log);
    let open = || FileLog::open(root.path(), "sample").map(|(log, _)| log.known_by(&heads).origin());
    assert_eq!(open().unwrap(), LogOrigin::Own, "from the entry on that says what was not");
    let text = fs::read_to_string(&path).unwrap();
    let stripped: String =
        text.lines().map(|line| line.rsplit_once(",\"chain\"").unwrap().0.to_owned() + "}\n").collect();
    fs::write(&path, &stripped).unwrap();
    assert!(matches!(open(), Err(LogError::Changed { entry: 0, fault: ChainFault::NoHash, .. })));
    // Format 1 had no hashes.
    fs::write(&path, stripped.replacen(&format!("\"format\":{FORMAT}"), "\"format\":1", 1)).unwrap();
    assert!(matches!(audited(&root).chain, ChainState::Unchained { .. }) && !audited(&root).is_sound());
    assert_eq!(open().unwrap(), LogOrigin::Changed);
}

#[test]
fn a_blob_that_is_gone_or_was_changed_is_named() {
    let (root, path, _) = sampled();
    let mut log = FileLog::open(root.path(), "sample").unwrap().0;
    log.keep(BlobKind::Json, b"no entry names it").unwrap();
    let checked = audited(&root).blobs.checked;
    let blobs = path.with_file_name("blobs");
    let place = |what: &str| {
        let hash = blake3::hash(what.as_bytes()).to_hex();
        let rest = format!("{}/{}.png", &hash[..2], &hash[2..]);
        (blobs.join(&rest), format!("blobs/{rest}"))
    };
    let ((gone, missing), (other, damaged)) = (place("desktop 0"), place("desktop 1"));
    fs::remove_file(gone).unwrap();
    fs::write(other, "desktop 2").unwrap();
    let audit = audited(&root);
    assert_eq!((audit.blobs.missing.clone(), audit.blobs.damaged.clone()), (vec![missing], vec![damaged]));
    assert_eq!(audit.blobs.checked, checked);
    assert!(!audit.is_sound());
}

#[test]
fn a_line_that_is_no_entry_is_reported_even_where_nothing_is_chained() {
    let root = tempdir().unwrap();
    fs::create_dir(root.path().join("sample")).unwrap();
    let line = |seq: u64| format!("{{\"seq\":{seq},\"at\":1,\"event\":\"stopped\"}}\n");
    fs::write(root.path().join("sample/events.jsonl"), line(0) + "nonsense\n" + &line(3)).unwrap();
    let audit = audited(&root);
    assert!(audit.entries.len() == 2 && matches!(audit.chain, ChainState::Unchained { entries: 3, .. }));
    assert!(audit.damage.as_ref().is_some_and(|it| it.starts_with("line 2: ")), "{:?}", audit.damage);
    assert!(!audit.is_sound());
}

#[test]
fn what_is_verified_is_what_the_disk_holds() {
    let (_root, path, head) = sampled();
    let bytes = fs::read(path).unwrap();
    // As the documentation describes it, from the lines alone.
    let mut before = String::new();
    for line in String::from_utf8(bytes.clone()).unwrap().lines() {
        let (content, rest) = line.rsplit_once(",\"chain\":\"").unwrap();
        let hash = blake3::hash(format!("{before}{content}}}").as_bytes()).to_hex().to_string();
        assert_eq!(rest, format!("{hash}\"}}"));
        before = hash;
    }
    assert_eq!(before, head);
    assert_eq!(whole(&verify(&bytes, Some(&head))).1, 0);
}
