//! Marks of files, times of copies, and what a failed copy leaves.

use crate::files_under_test::FilesUnderTest;
use serde_json::json;
use std::{
    fs::{self, File, OpenOptions},
    os::windows::fs::{MetadataExt, OpenOptionsExt},
    path::Path,
    process::Command,
    time::{Duration, SystemTime},
};

const READ_ONLY: u32 = 1;
const HIDDEN: u32 = 2;
const MARKS: u32 = READ_ONLY | HIDDEN;

fn mark(path: &Path, marks: &[&str]) {
    let marked = Command::new("attrib").args(marks).arg(path).status().unwrap();
    assert!(marked.success());
}

fn marks(path: &Path) -> u32 {
    path.metadata().unwrap().file_attributes() & MARKS
}

#[tokio::test]
async fn a_file_that_is_replaced_stays_hidden_and_one_that_is_read_only_stays() {
    let mut files = FilesUnderTest::new();
    let hidden = files.file("hidden.txt", "old");
    mark(&hidden, &["+h"]);
    files.confirmed("write_file", json!({"path": "hidden.txt", "text": "new"})).await;
    assert_eq!((files.text("hidden.txt").as_str(), marks(&hidden)), ("new", HIDDEN));
    let info = files.read("file_info", json!({"path": "hidden.txt"})).await;
    assert!(info.ends_with("marks: hidden"), "{info}");
    let fixed = files.file("fixed.txt", "old");
    mark(&fixed, &["+r"]);
    for command in ["write_file", "append_file"] {
        let message = files.effect(command, json!({"path": "fixed.txt", "text": "new"})).await;
        assert!(message.starts_with("refused: ") && message.contains("is marked read-only"), "{message}");
    }
    assert_eq!((files.text("fixed.txt").as_str(), marks(&fixed)), ("old", READ_ONLY));
    mark(&fixed, &["-r"]);
    assert_eq!(files.tree(), ["fixed.txt", "hidden.txt"], "no temporary file stays");
}

#[tokio::test]
async fn a_copy_is_whole_and_has_the_same_marks_and_times() {
    let mut files = FilesUnderTest::new();
    let one = files.file("a/one", "1");
    let two = files.file("a/b/two", "22");
    let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
    OpenOptions::new().write(true).open(&two).unwrap().set_modified(time).unwrap();
    mark(&one, &["+h"]);
    mark(&two, &["+r"]);
    let message = files.confirmed("copy_file", json!({"from": "a", "to": "c"})).await;
    assert_eq!(message, "confirmed: \"WORK/a\" is copied to \"WORK/c\": 4 entries, 3 bytes");
    let copy = files.work.join("c/b/two");
    assert_eq!((marks(&copy), copy.metadata().unwrap().modified().unwrap()), (READ_ONLY, time));
    assert_eq!(marks(&files.work.join("c/one")), HIDDEN);
    let message = files.confirmed("copy_file", json!({"from": "c/b/two", "to": "two"})).await;
    assert!(message.starts_with("confirmed: \"WORK/two\" is copied: 2 bytes, SHA-256 "), "{message}");
    assert_eq!(marks(&files.work.join("two")), READ_ONLY);
    let message = files.confirmed("move_file", json!({"from": "c", "to": "d"})).await;
    assert_eq!(message, "confirmed: the folder \"WORK/c\" is now \"WORK/d\"");
    for path in ["a/b/two", "d/b/two", "two"] {
        mark(&files.work.join(path), &["-r"]);
    }
}

#[tokio::test]
async fn a_copy_that_fails_leaves_nothing_also_not_what_is_read_only() {
    let mut files = FilesUnderTest::new();
    let first = files.file("a/first", "1");
    mark(&first, &["+r"]);
    let last = files.file("a/zz/last", "2");
    let kept = OpenOptions::new().read(true).share_mode(0).open(&last).unwrap();
    let message = files.effect("copy_file", json!({"from": "a", "to": "c"})).await;
    assert!(
        message.starts_with("refused: ")
            && message.contains("is open in a program that shares it with nobody"),
        "{message}"
    );
    drop(kept);
    assert_eq!(files.tree(), ["a", "a/first", "a/zz", "a/zz/last"]);
    mark(&first, &["-r"]);
}

#[tokio::test]
async fn a_move_to_another_drive_copies_and_then_deletes() {
    // Under Wine `Z:` is another drive; on a machine with one drive there is nothing to try.
    let Some(other) = other_drive() else { return };
    let elsewhere = tempfile::tempdir_in(other).unwrap();
    let mut files = FilesUnderTest::new();
    files.file("tree/one", "1");
    let two = files.file("tree/deep/two", "22");
    mark(&two, &["+r"]);
    let to = elsewhere.path().join("tree");
    let message = files.confirmed("move_file", json!({"from": "tree", "to": to})).await;
    assert!(message.starts_with("confirmed: the folder \"WORK/tree\" is now "), "{message}");
    assert_eq!(files.tree(), [""; 0]);
    assert_eq!(fs::read_to_string(to.join("deep/two")).unwrap(), "22");
    assert_eq!(marks(&to.join("deep/two")), READ_ONLY);
    mark(&to.join("deep/two"), &["-r"]);
    files.confirmed("move_file", json!({"from": to.join("one"), "to": "one"})).await;
    assert_eq!(files.text("one"), "1");
}

#[tokio::test]
async fn a_name_that_is_guarded_only_in_its_place_does_not_leave_it_with_its_folder() {
    let mut files = FilesUnderTest::new();
    fs::create_dir_all(files.home.join("Documents/PowerShell")).unwrap();
    fs::write(files.home.join("Documents/PowerShell/x.ps1"), "").unwrap();
    files.file("planted/POWERSHELL/x.ps1", "");
    for (command, from, to) in [
        ("copy_file", "~/documents", "copy"),
        ("move_file", "~/Documents", "moved"),
        ("copy_file", "planted", "~/other/Documents"),
    ] {
        fs::create_dir_all(files.home.join("other")).unwrap();
        let message = files.effect(command, json!({"from": from, "to": to})).await;
        let sentence = "is a place of keys, settings or programs in its folder";
        assert!(message.contains(sentence), "{command} {from}: {message}");
    }
    assert_eq!(files.tree(), ["planted", "planted/POWERSHELL", "planted/POWERSHELL/x.ps1"]);
}

/// A folder on another drive where tests can write.
fn other_drive() -> Option<&'static str> {
    [r"Z:\", r"D:\"].into_iter().find(|it| {
        let probe = Path::new(it).join("deskpilot-probe");
        File::create(&probe).and_then(|_| fs::remove_file(&probe)).is_ok()
    })
}
