//! Tests of changed texts: entries of a log and files on the disk on the left, the reported changes on the right.

use super::*;
use deskpilot_core::{ActionId, BlobKind, Effect, Evidence, Launch, Operation, Timestamp};
use deskpilot_log::{FileLog, SessionLog};
use std::fs;
use tempfile::TempDir;

/// A task with a log, whose files are in a folder.
struct Fixture {
    folder: TempDir,
    log: FileLog,
    changes: TextChanges,
}

impl Fixture {
    fn new(secrets: StoredSecrets) -> Fixture {
        let folder = tempfile::tempdir().unwrap();
        let real = folder.path().canonicalize().unwrap();
        let changes = TextChanges {
            places: TaskPlaces::in_folder(&real),
            secrets,
            named: SessionFiles::default(),
            known: BTreeMap::new(),
        };
        let log = FileLog::create(&folder.path().join("logs"), "t").unwrap();
        Fixture { folder, log, changes }
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().canonicalize().unwrap().join(name).display().to_string()
    }

    fn put(&self, name: &str, text: &[u8]) {
        fs::write(self.path(name), text).unwrap();
    }

    /// A subtask has saved a file under the name that it has for it.
    fn saved(&mut self, name: &str) {
        let event = Event::Saved { file: name.into(), written: Timestamp(1), content: String::new() };
        self.changes.apply(&Entry { seq: 0, at: Timestamp(0), event });
    }

    /// An operation is about to touch a file, of which the log keeps this.
    fn touched(&mut self, name: &str, content: FirstContent) {
        let event = Event::Touched { file: self.path(name), below: None, content };
        self.changes.apply(&Entry { seq: 0, at: Timestamp(0), event });
    }

    /// An application was seen to save a file of this name.
    fn seen_saved(&mut self, name: &str) {
        let (id, operation) = (ActionId(1), Operation::Launch(Launch::default()));
        let outcome = Effect::Confirmed(Evidence::Written(name.into())).into();
        let begun = Event::Acting { id, operation, selected: None };
        for event in [begun, Event::Acted { id, outcome }] {
            self.changes.apply(&Entry { seq: 0, at: Timestamp(0), event });
        }
    }

    fn kept(&mut self, text: &[u8]) -> FirstContent {
        FirstContent::Kept(self.log.keep(BlobKind::File, text).unwrap())
    }

    /// What changed since the last call: the name of each file, its text before and after.
    async fn take(&mut self) -> Vec<(String, Option<String>, String)> {
        let changes = self.changes.take(&Blobs::of(self.log.folder())).await;
        let name = |file: &str| Path::new(file).file_name().unwrap().to_string_lossy().into_owned();
        changes.into_iter().map(|it| (name(&it.file), it.before, it.after)).collect()
    }
}

fn change_of(name: &str, before: Option<&str>, after: &str) -> (String, Option<String>, String) {
    (name.to_owned(), before.map(str::to_owned), after.to_owned())
}

#[tokio::test]
async fn a_file_is_compared_with_what_it_was_before_the_task_and_then_with_what_was_told() {
    let mut fixture = Fixture::new(StoredSecrets::None);
    let old = fixture.kept(b"one");
    fixture.touched("old.txt", old);
    fixture.put("old.txt", b"one");
    fixture.saved("old.txt");
    assert_eq!(fixture.take().await, [], "it is as it was");
    fixture.put("old.txt", b"two");
    fixture.put("new.txt", b"made");
    fixture.saved("new.txt");
    let expected = [change_of("new.txt", None, "made"), change_of("old.txt", Some("one"), "two")];
    assert_eq!(fixture.take().await, expected);
    assert_eq!(fixture.take().await, [], "each change is told once");
    fixture.put("new.txt", b"changed");
    assert_eq!(fixture.take().await, [change_of("new.txt", Some("made"), "changed")]);
}

#[tokio::test]
async fn what_a_task_only_opened_is_not_told_when_somebody_else_writes_it() {
    let mut fixture = Fixture::new(StoredSecrets::None);
    let old = fixture.kept(b"one");
    fixture.touched("old.txt", old);
    fixture.put("old.txt", b"two");
    assert_eq!(fixture.take().await, []);
    fixture.seen_saved("old.txt");
    assert_eq!(fixture.take().await, [change_of("old.txt", Some("one"), "two")]);
}

#[tokio::test]
async fn a_name_alone_is_that_of_the_one_known_file_and_of_none_in_the_working_folder() {
    for (known, expected) in [
        (&["a/README.md"][..], vec![change_of("README.md", Some("one"), "two")]),
        (&["a/README.md", "b/README.md"], Vec::new()),
        (&["a/other.md"], Vec::new()),
        (&[], Vec::new()),
    ] {
        let mut fixture = Fixture::new(StoredSecrets::None);
        fixture.put("README.md", b"of somebody else");
        for file in known {
            let old = fixture.kept(b"one");
            fixture.touched(file, old);
            fs::create_dir_all(Path::new(&fixture.path(file)).parent().unwrap()).unwrap();
            fixture.put(file, b"two");
        }
        fixture.seen_saved("README.md");
        assert_eq!(fixture.take().await, expected, "{known:?}");
    }
}

#[tokio::test]
async fn what_did_not_change_takes_no_place_of_what_did() {
    let mut fixture = Fixture::new(StoredSecrets::None);
    let names: Vec<String> = (0..MOST_FILES + 2).map(|it| format!("{it:03}.txt")).collect();
    for name in &names {
        fixture.put(name, b"made");
        fixture.saved(name);
    }
    for expected in [MOST_FILES, 2, 0] {
        assert_eq!(fixture.take().await.len(), expected, "the rest comes with the next call");
    }
    names.iter().for_each(|it| fixture.put(it, b"changed"));
    fixture.changes.skip(&Blobs::of(fixture.log.folder())).await;
    assert_eq!(fixture.take().await, [], "all of it was passed over");
}

#[tokio::test]
async fn what_the_log_does_not_keep_and_what_is_no_text_is_told_nothing_of() {
    let mut fixture = Fixture::new(StoredSecrets::None);
    fs::create_dir(fixture.path(".ssh")).unwrap();
    let packed = fixture.kept(b"PK\0");
    for (name, content) in [
        ("secret.txt", FirstContent::HoldsSecret),
        ("locked.txt", FirstContent::Unsearched),
        ("packed.odt", packed),
    ] {
        fixture.touched(name, content);
        fixture.put(name, b"after");
        fixture.saved(name);
    }
    let large = "a".repeat(256 * 1024 + 1);
    for (name, text) in [
        (".ssh/config", b"Host a".as_slice()),
        ("picture.png", b"\x89PNG".as_slice()),
        ("zeros.bin", b"a\0b".as_slice()),
        ("large.txt", large.as_bytes()),
    ] {
        fixture.put(name, text);
        fixture.saved(name);
    }
    fixture.saved("gone.txt");
    assert_eq!(fixture.take().await, []);
}

#[tokio::test]
async fn where_the_user_has_secrets_nothing_is_told() {
    for (secrets, count) in [(StoredSecrets::None, 1), (StoredSecrets::Some, 0)] {
        let mut fixture = Fixture::new(secrets);
        fixture.put("new.txt", b"made");
        fixture.saved("new.txt");
        assert_eq!(fixture.take().await.len(), count, "{secrets:?}");
    }
}
