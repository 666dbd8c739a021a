//! Copying and moving.

#[cfg(unix)]
use crate::files_under_test::DEADLINE;
use crate::files_under_test::FilesUnderTest;
use serde_json::json;
#[cfg(unix)]
use std::{
    fs::{self, OpenOptions, Permissions},
    os::unix::fs::{PermissionsExt, symlink},
    time::{Duration, SystemTime},
};

#[tokio::test]
#[cfg(unix)]
async fn a_copy_is_whole_and_has_the_same_permissions_and_times() {
    let mut files = FilesUnderTest::new();
    files.file("a/one", "1");
    let tool = files.file("a/b/tool", "22");
    fs::set_permissions(&tool, Permissions::from_mode(0o755)).unwrap();
    let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
    OpenOptions::new().write(true).open(&tool).unwrap().set_modified(time).unwrap();
    symlink("nowhere", files.work.join("a/link")).unwrap();
    fs::set_permissions(files.work.join("a/b"), Permissions::from_mode(0o555)).unwrap();
    let message = files.confirmed("copy_file", json!({"from": "a", "to": "c"})).await;
    assert_eq!(message, "confirmed: \"WORK/a\" is copied to \"WORK/c\": 5 entries, 3 bytes");
    let copy = files.work.join("c/b/tool").metadata().unwrap();
    assert_eq!((copy.permissions().mode() & 0o777, copy.modified().unwrap()), (0o755, time));
    assert_eq!(fs::read_link(files.work.join("c/link")).unwrap().to_str(), Some("nowhere"));
    let message = files.confirmed("copy_file", json!({"from": "a/one", "to": "two"})).await;
    assert!(message.starts_with("confirmed: \"WORK/two\" is copied: 1 bytes, SHA-256 6b86b273"), "{message}");
}

#[tokio::test]
async fn a_move_replaces_nothing() {
    let mut files = FilesUnderTest::new();
    files.file("a/one", "1");
    files.file("taken", "keep me");
    let message = files.confirmed("move_file", json!({"from": "a", "to": "b"})).await;
    assert_eq!(message, "confirmed: the folder \"WORK/a\" is now \"WORK/b\"");
    for (command, args, sentence) in [
        ("move_file", json!({"from": "b/one", "to": "taken"}), "\"WORK/taken\" exists already"),
        ("copy_file", json!({"from": "b/one", "to": "taken"}), "\"WORK/taken\" exists already"),
        ("copy_file", json!({"from": "b", "to": "b/c"}), "is inside of what it would be made from"),
        ("move_file", json!({"from": "b", "to": "b/c"}), "is inside of what it would be made from"),
        ("move_file", json!({"from": "none", "to": "c"}), "\"WORK/none\" does not exist"),
    ] {
        let message = files.effect(command, args.clone()).await;
        assert!(
            message.starts_with("refused: ") && message.contains(sentence),
            "{command} {args}: {message}"
        );
    }
    assert_eq!(files.tree(), ["b", "b/one", "taken"]);
    assert_eq!(files.text("taken"), "keep me");
}

#[tokio::test]
#[cfg(unix)]
async fn a_copy_that_fails_leaves_nothing() {
    let mut files = FilesUnderTest::new();
    files.file("a/one", "1");
    assert!(std::process::Command::new("mkfifo").arg(files.work.join("a/pipe")).status().unwrap().success());
    let message = files.effect("copy_file", json!({"from": "a", "to": "c"})).await;
    assert!(
        message.ends_with("\"WORK/a/pipe\" is a pipe, which cannot be copied: leave it out"),
        "{message}"
    );
    assert_eq!(files.tree(), ["a", "a/one", "a/pipe"]);
}

#[tokio::test]
#[cfg(unix)]
async fn work_that_nobody_waits_for_stops_and_is_removed() {
    let mut files = FilesUnderTest::new();
    let huge = files.file("huge", "a");
    OpenOptions::new().write(true).open(huge).unwrap().set_len(1 << 40).unwrap();
    let message = files
        .outcome_within("copy_file", json!({"from": "huge", "to": "copy"}), Duration::from_millis(100))
        .await
        .effect
        .to_string();
    assert!(
        message.ends_with("it was stopped after 100 ms, and nothing is left of it: ask for less at once"),
        "{message}"
    );
    assert_eq!(files.tree(), ["huge"]);
    let copying = files.outcome("copy_file", json!({"from": "huge", "to": "copy"}));
    assert!(tokio::time::timeout(Duration::from_millis(50), copying).await.is_err());
    let is_removed = async {
        while files.tree().len() > 1 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    // Long before its own deadline.
    tokio::time::timeout(DEADLINE / 3, is_removed).await.unwrap();
}

#[tokio::test]
#[cfg(unix)]
async fn a_name_that_is_guarded_only_in_its_place_does_not_leave_it_with_its_folder() {
    let mut files = FilesUnderTest::new();
    fs::create_dir_all(files.home.join(".local/bin")).unwrap();
    fs::write(files.home.join(".local/bin/tool"), "").unwrap();
    files.file("planted/bin/tool", "");
    for (command, from, to) in [
        ("copy_file", "~/.local", "copy"),
        ("move_file", "~/.local", "moved"),
        ("copy_file", "planted", "~/other/.local"),
    ] {
        fs::create_dir_all(files.home.join("other")).unwrap();
        let message = files.effect(command, json!({"from": from, "to": to})).await;
        assert!(
            message.contains("is a place of keys, settings or programs in its folder"),
            "{command} {from}: {message}"
        );
    }
    assert_eq!(files.tree(), ["planted", "planted/bin", "planted/bin/tool"]);
    // A name that is guarded anywhere stays so.
    files.file("project/.git/config", "");
    files.confirmed("copy_file", json!({"from": "project", "to": "copy"})).await;
}
