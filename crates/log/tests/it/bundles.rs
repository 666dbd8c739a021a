//! Tests of bundles: a session exported, and imported under another name, stays the same.

use crate::sample;
use deskpilot_core::{BlobKind, Event, Timestamp};
use deskpilot_log::{
    ChainState, Exports, FileLog, LogError, SessionLog, UiTrees, audit, export_bundle, import_bundle, read,
};
use std::{
    collections::BTreeMap,
    fs,
    io::Write,
    os::unix::fs::{PermissionsExt, symlink},
    path::Path,
};
use tempfile::{TempDir, tempdir};

/// Makes a folder private, as a platform does.
fn private(folder: &Path) -> std::io::Result<()> {
    fs::set_permissions(folder, fs::Permissions::from_mode(0o700))
}

/// A folder of logs with the sample and its exports.
fn sampled() -> TempDir {
    let root = tempdir().unwrap();
    let mut log = FileLog::create(root.path(), "sample").unwrap();
    let entries = sample::play(&mut log);
    Exports::open(log.folder(), &entries, UiTrees::Written).unwrap();
    root
}

/// Every file of a log's folder with its bytes, except for the lock, the listing's summary, and what was set
/// aside.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    gather(folder, "", &mut files);
    files.retain(|name, _| name != "lock" && name != "summary.json" && !name.contains("torn"));
    files
}

fn gather(folder: &Path, prefix: &str, files: &mut BTreeMap<String, Vec<u8>>) {
    for file in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let name = format!("{prefix}{}", file.file_name().to_str().unwrap());
        if file.path().is_dir() {
            gather(&file.path(), &format!("{name}/"), files);
        } else {
            files.insert(name, fs::read(file.path()).unwrap());
        }
    }
}

#[test]
fn a_session_comes_back_as_it_was_under_another_name() {
    let (root, elsewhere) = (sampled(), tempdir().unwrap());
    let file = elsewhere.path().join("sample.deskpilot.zip");
    let exported = export_bundle(root.path(), "sample", &file).unwrap();
    assert!(exported.blobs > 0 && exported.missing.is_empty(), "{exported:?}");
    assert_eq!(exported.bytes, fs::metadata(&file).unwrap().len());
    assert_eq!(
        fs::metadata(&file).unwrap().permissions().mode() & 0o777,
        0o600,
        "it shows what was on the screen"
    );

    let logs = elsewhere.path().join("logs");
    let imported = import_bundle(&logs, &file, Some("again"), UiTrees::Written, &private).unwrap();
    assert_eq!((imported.entries, imported.blobs), (exported.entries, exported.blobs));
    assert_eq!(read(&logs, "again").unwrap(), read(root.path(), "sample").unwrap());
    let (before, after) = (files(&root.path().join("sample")), files(&logs.join("again")));
    assert_eq!(before.keys().collect::<Vec<_>>(), after.keys().collect::<Vec<_>>());
    for name in ["events.jsonl", "response.log", "request.log", "output.md", "action_step0.png"] {
        assert!(before.contains_key(name), "{name} is not in {:?}", before.keys());
    }
    before.iter().for_each(|(name, bytes)| assert_eq!(&after[name], bytes, "{name}"));
    assert_eq!(fs::metadata(logs.join("again")).unwrap().permissions().mode() & 0o777, 0o700);

    let head = FileLog::open(root.path(), "sample").unwrap().0.head().unwrap();
    let (mut log, entries) = FileLog::open(&logs, "again").unwrap();
    let next = log.append(Timestamp(9), Event::SessionClosed).unwrap();
    assert_eq!(next.seq, entries.len() as u64, "it can be gone on with");
    drop(log);
    let audit = audit(&logs, "again", Some(&head)).unwrap();
    assert!(audit.is_sound() && audit.chain.to_string().contains("1 entry was written since"), "{audit:?}");
    import_bundle(&logs, &file, None, UiTrees::Omitted, &private).unwrap();
    assert!(logs.join("sample").is_dir(), "by its own name");
}

#[test]
fn a_changed_log_stays_as_changed_as_it_is() {
    let root = sampled();
    let path = root.path().join("sample/events.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replacen("split it", "spilt it", 1)).unwrap();
    let file = root.path().join("file");
    export_bundle(root.path(), "sample", &file).unwrap();
    import_bundle(root.path(), &file, Some("again"), UiTrees::Omitted, &private).unwrap();
    let [here, there] = ["sample", "again"].map(|task| audit(root.path(), task, None).unwrap().chain);
    assert!(here == there && matches!(here, ChainState::Broken { entry: 6, .. }), "{here}, {there}");
}

#[test]
fn the_same_session_is_the_same_file() {
    let (root, elsewhere) = (sampled(), tempdir().unwrap());
    let [one, other] = ["one", "other"].map(|name| elsewhere.path().join(name));
    export_bundle(root.path(), "sample", &one).unwrap();
    let logs = elsewhere.path().join("logs");
    import_bundle(&logs, &one, None, UiTrees::Omitted, &private).unwrap();
    export_bundle(&logs, "sample", &other).unwrap();
    assert!(fs::read(&one).unwrap() == fs::read(&other).unwrap());
}

#[test]
fn a_task_is_never_imported_over_another() {
    let root = sampled();
    let file = root.path().join("sample.deskpilot.zip");
    export_bundle(root.path(), "sample", &file).unwrap();
    let before = files(&root.path().join("sample"));
    fs::create_dir(root.path().join("begun")).unwrap();
    for name in [None, Some("sample"), Some("begun")] {
        let error = import_bundle(root.path(), &file, name, UiTrees::Omitted, &private).unwrap_err();
        assert!(matches!(error, LogError::Exists { .. }) && error.to_string().contains("--task"), "{error}");
    }
    for name in ["../a", "/a", ".a", ""] {
        let error = import_bundle(root.path(), &file, Some(name), UiTrees::Omitted, &private).unwrap_err();
        assert!(matches!(error, LogError::BadName(_)), "{name}: {error}");
    }
    assert!(files(&root.path().join("sample")) == before);
    assert_eq!(fs::read_dir(root.path()).unwrap().count(), 3, "nothing half is left");
}

#[test]
fn a_running_task_is_exported_up_to_its_last_whole_entry() {
    let root = sampled();
    let (log, entries) = FileLog::open(root.path(), "sample").unwrap();
    let path = log.folder().join("events.jsonl");
    fs::OpenOptions::new().append(true).open(path).unwrap().write_all(b"{\"seq\":").unwrap();
    let file = root.path().join("running");
    assert_eq!(export_bundle(root.path(), "sample", &file).unwrap().entries, entries.len());
    import_bundle(root.path(), &file, Some("again"), UiTrees::Omitted, &private).unwrap();
    assert_eq!(read(root.path(), "again").unwrap(), entries);
}

#[test]
fn blobs_that_are_gone_or_damaged_are_named_and_the_rest_is_worth_having() {
    let root = sampled();
    let folder = root.path().join("sample");
    let mut pictures: Vec<String> = files(&folder)
        .into_iter()
        .filter(|(name, bytes)| name.starts_with("blobs/") && bytes.starts_with(b"annotated "))
        .map(|(name, _)| name)
        .collect();
    pictures.truncate(2);
    fs::remove_file(folder.join(&pictures[0])).unwrap();
    fs::write(folder.join(&pictures[1]), "damaged").unwrap();
    // A link that looks like a blob is not a blob: it may lead anywhere.
    let outside = b"not of this session";
    let hash = blake3::hash(outside).to_hex();
    let link = folder.join(format!("blobs/{}/{}.png", &hash[..2], &hash[2..]));
    fs::write(root.path().join("outside"), outside).unwrap();
    fs::create_dir_all(link.parent().unwrap()).unwrap();
    symlink(root.path().join("outside"), &link).unwrap();
    let blobs = files(&folder).keys().filter(|name| name.starts_with("blobs/")).count();
    let file = root.path().join("file");
    let exported = export_bundle(root.path(), "sample", &file).unwrap();
    assert_eq!(exported.missing, pictures);
    assert_eq!(exported.blobs, blobs - 2, "without the damaged one and the link");
    let imported = import_bundle(root.path(), &file, Some("again"), UiTrees::Omitted, &private).unwrap();
    assert_eq!(imported.missing, exported.missing);
    let again = files(&root.path().join("again"));
    assert!(again.contains_key("output.md") && !again.contains_key(&pictures[1]));
}

#[test]
fn a_file_is_written_whole_or_not_at_all_and_never_over_another() {
    let root = sampled();
    let there = root.path().join("there");
    fs::write(&there, "precious").unwrap();
    let error = export_bundle(root.path(), "sample", &there).unwrap_err();
    assert!(matches!(error, LogError::InTheWay { .. }), "{error}");
    assert_eq!(fs::read_to_string(&there).unwrap(), "precious");
    let error = export_bundle(root.path(), "sample", &root.path().join("nowhere/file")).unwrap_err();
    assert!(matches!(error, LogError::NotWritten { .. }), "{error}");
    let error = export_bundle(root.path(), "other", &root.path().join("file")).unwrap_err();
    assert!(matches!(error, LogError::Missing { .. }), "{error}");
    let path = root.path().join("sample/events.jsonl");
    fs::write(&path, fs::read_to_string(&path).unwrap().replacen("round_started", "round_", 1)).unwrap();
    let error = export_bundle(root.path(), "sample", &root.path().join("file")).unwrap_err();
    assert!(matches!(error, LogError::Damaged { line: 2, .. }), "{error}");
    assert_eq!(fs::read_dir(root.path()).unwrap().count(), 2, "nothing half is left");
}

#[test]
fn a_blob_that_no_entry_names_goes_along() {
    let root = tempdir().unwrap();
    let mut log = FileLog::create(root.path(), "a").unwrap();
    log.append(Timestamp(1), Event::SessionClosed).unwrap();
    log.keep(BlobKind::Json, b"{}").unwrap();
    let exported = export_bundle(root.path(), "a", &root.path().join("file")).unwrap();
    assert_eq!((exported.blobs, exported.missing.len()), (1, 0));
}
