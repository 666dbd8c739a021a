//! Writing texts and making folders.

use crate::files_under_test::FilesUnderTest;
use serde_json::json;
use std::fs;
#[cfg(unix)]
use std::{fs::Permissions, os::unix::fs::PermissionsExt};

const HELLO: &str = "SHA-256 2cf24dba5fb0a30e…";

#[tokio::test]
async fn what_is_written_is_read_back() {
    let mut files = FilesUnderTest::new();
    let message = files.confirmed("create_file", json!({"path": "a.txt", "text": "hello"})).await;
    assert_eq!(message, format!("confirmed: \"WORK/a.txt\" is made: 5 bytes, {HELLO}"));
    #[cfg(unix)]
    fs::set_permissions(files.work.join("a.txt"), Permissions::from_mode(0o750)).unwrap();
    let again = files.effect("create_file", json!({"path": "a.txt", "text": "other"})).await;
    assert!(
        again.ends_with("\"WORK/a.txt\" exists already: name another place, or remove it first"),
        "{again}"
    );
    let same = files.effect("write_file", json!({"path": "a.txt", "text": "hello"})).await;
    assert_eq!(same, "no change: \"WORK/a.txt\" has this text already");
    files.confirmed("write_file", json!({"path": "a.txt", "text": "other"})).await;
    files.confirmed("append_file", json!({"path": "a.txt", "text": "\nmore"})).await;
    assert_eq!(files.text("a.txt"), "other\nmore");
    let nothing = files.effect("append_file", json!({"path": "a.txt", "text": ""})).await;
    assert_eq!(nothing, "no change: \"WORK/a.txt\" has 10 bytes as before: the text is empty");
    #[cfg(unix)]
    assert_eq!(files.work.join("a.txt").metadata().unwrap().permissions().mode() & 0o777, 0o750);
    files.confirmed("write_file", json!({"path": "b.txt", "text": ""})).await;
    files.confirmed("make_folder", json!({"path": "sub"})).await;
    files.confirmed("create_file", json!({"path": "~/in home.txt", "text": "x"})).await;
    assert!(files.home.join("in home.txt").is_file());
    assert_eq!(files.tree(), ["a.txt", "b.txt", "sub"], "no temporary file stays");
}

#[tokio::test]
async fn what_cannot_be_written_is_reported_and_leaves_nothing() {
    let mut files = FilesUnderTest::new();
    files.file("file", "x");
    fs::create_dir(files.work.join("folder")).unwrap();
    for (command, args, sentence) in [
        ("create_file", json!({"path": "none/a", "text": ""}), "\"WORK/none\" does not exist"),
        ("create_file", json!({"path": "file/a", "text": ""}), "\"WORK/file\" is no folder"),
        ("create_file", json!({"path": "/", "text": ""}), "is the root of the disk"),
        ("write_file", json!({"path": "folder", "text": ""}), "\"WORK/folder\" is a folder, and not a file"),
        ("append_file", json!({"path": "none", "text": ""}), "\"WORK/none\" does not exist"),
        ("make_folder", json!({"path": "folder"}), "\"WORK/folder\" exists already"),
        ("make_folder", json!({"path": "a/b"}), "\"WORK/a\" does not exist"),
        ("create_file", json!({"path": "n".repeat(300), "text": ""}), "name that is too long"),
        ("create_file", json!({"path": "a\0b", "text": ""}), "can be read as different files"),
        ("create_file", json!({"path": "file:///x?y", "text": ""}), "can be read as different files"),
    ] {
        let message = files.effect(command, args.clone()).await;
        assert!(
            message.starts_with("refused: ") && message.contains(sentence),
            "{command} {args}: {message}"
        );
    }
    assert_eq!(files.tree(), ["file", "folder"]);
}
