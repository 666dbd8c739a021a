//! Files that other programs keep open.

use crate::files_under_test::FilesUnderTest;
use serde_json::json;
use std::{fs::OpenOptions, os::windows::fs::OpenOptionsExt};

#[tokio::test]
async fn a_file_that_is_open_elsewhere_is_listed_and_neither_read_nor_changed() {
    let mut files = FilesUnderTest::new();
    let path = files.file("a.txt", "mine");
    let kept = OpenOptions::new().read(true).write(true).share_mode(0).open(&path).unwrap();
    let listed = files.read("list_folder", json!({"path": "."})).await;
    assert!(listed.starts_with("file\t4\t") && listed.ends_with("\ta.txt"), "{listed}");
    for (command, args) in [
        ("read_file", json!({"path": "a.txt"})),
        ("write_file", json!({"path": "a.txt", "text": "x"})),
        ("append_file", json!({"path": "a.txt", "text": "x"})),
        ("move_file", json!({"from": "a.txt", "to": "b.txt"})),
        ("copy_file", json!({"from": "a.txt", "to": "b.txt"})),
    ] {
        let message = files.effect(command, args).await;
        let is_refused = message.starts_with("refused: ") && message.contains("close it there first");
        assert!(is_refused, "{command}: {message}");
    }
    drop(kept);
    assert_eq!(files.text("a.txt"), "mine");
    assert_eq!(files.tree(), ["a.txt"]);
}

#[tokio::test]
async fn a_text_is_added_where_the_file_ends_by_then() {
    let mut files = FilesUnderTest::new();
    let path = files.file("log.txt", "one\n");
    // A program that keeps the file open, and lets others write to it.
    let mut log = OpenOptions::new().append(true).open(&path).unwrap();
    files.confirmed("append_file", json!({"path": "log.txt", "text": "two\n"})).await;
    std::io::Write::write_all(&mut log, b"three\n").unwrap();
    files.confirmed("append_file", json!({"path": "log.txt", "text": "four\n"})).await;
    assert_eq!(files.text("log.txt"), "one\ntwo\nthree\nfour\n");
}
