//! Ways out of what the policy ruled on, and files that would block: each is refused.

use crate::files_under_test::FilesUnderTest;
use rustix::fs::{CWD, RenameFlags, renameat_with};
use serde_json::json;
use std::{
    fs,
    os::unix::{fs::symlink, net::UnixListener},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

#[tokio::test]
async fn no_link_is_followed_at_any_place_of_a_path() {
    let mut files = FilesUnderTest::new();
    let outside = files.top.join("outside");
    fs::create_dir(&outside).unwrap();
    fs::write(outside.join("secret"), "s3cret").unwrap();
    symlink(&outside, files.work.join("folder")).unwrap();
    symlink(outside.join("secret"), files.work.join("file")).unwrap();
    symlink(outside.join("new"), files.work.join("dangling")).unwrap();
    for (command, args) in [
        ("read_file", json!({"path": "file"})),
        ("read_file", json!({"path": "folder/secret"})),
        ("read_file", json!({"paths": ["folder/secret", "file"]})),
        ("read_document", json!({"path": "folder/secret"})),
        ("list_folder", json!({"path": "folder"})),
        ("search_files", json!({"folder": "folder", "text": "s"})),
        ("write_file", json!({"path": "file", "text": "x"})),
        ("write_file", json!({"path": "folder/secret", "text": "x"})),
        ("append_file", json!({"path": "file", "text": "x"})),
        ("create_file", json!({"path": "dangling", "text": "x"})),
        ("create_file", json!({"path": "folder/new", "text": "x"})),
        ("make_folder", json!({"path": "folder/new"})),
        ("copy_file", json!({"from": "file", "to": "copy"})),
        ("copy_file", json!({"from": "folder/secret", "to": "copy"})),
        ("move_file", json!({"from": "folder/secret", "to": "moved"})),
        ("remove_file", json!({"path": "folder/secret"})),
        ("restore_file", json!({"path": "folder/new"})),
        ("make_archive", json!({"path": "folder", "archive": "a.zip"})),
        ("make_archive", json!({"path": "folder/secret", "archive": "a.zip"})),
    ] {
        let message = files.effect(command, args.clone()).await;
        let is_refused =
            message.starts_with("refused: ") && (message.contains("link") || message.contains("exists"));
        assert!(is_refused, "{command} {args}: {message}");
    }
    // The sentence says what to name instead.
    let message = files.effect("remove_file", json!({"path": "folder/secret"})).await;
    assert!(message.contains("name \"TOP/outside\" instead"), "{message}");
    assert_eq!(fs::read_to_string(outside.join("secret")).unwrap(), "s3cret");
    assert_eq!(fs::read_dir(&outside).unwrap().count(), 1);
    assert_eq!(files.tree(), ["dangling", "file", "folder"]);
}

#[tokio::test]
async fn a_folder_that_becomes_a_link_while_it_is_used_leads_nowhere() {
    let mut files = FilesUnderTest::new();
    let outside = files.top.join("outside");
    fs::create_dir(&outside).unwrap();
    fs::write(outside.join("secret"), "s3cret").unwrap();
    let (folder, link) = (files.work.join("folder"), files.work.join("link"));
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("secret"), "mine").unwrap();
    symlink(&outside, &link).unwrap();
    let is_over = Arc::new(AtomicBool::new(false));
    let swapping = thread::spawn({
        let is_over = Arc::clone(&is_over);
        move || {
            while !is_over.load(Ordering::Relaxed) {
                renameat_with(CWD, &folder, CWD, &link, RenameFlags::EXCHANGE).unwrap();
            }
        }
    });
    for number in 0..400 {
        let path = format!("folder/{number}");
        let message = files.effect("write_file", json!({"path": path, "text": "x"})).await;
        assert!(
            message.starts_with("confirmed")
                || message.starts_with("refused")
                || message.starts_with("unverified"),
            "{message}"
        );
        let read = files.read("read_file", json!({"path": "folder/secret"})).await;
        assert!(!read.contains("s3cret"));
    }
    is_over.store(true, Ordering::Relaxed);
    swapping.join().unwrap();
    assert_eq!(fs::read_dir(&outside).unwrap().count(), 1);
}

#[tokio::test]
async fn what_is_no_file_is_refused_at_once() {
    let mut files = FilesUnderTest::new();
    let pipe = files.work.join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let _socket = UnixListener::bind(files.work.join("socket")).unwrap();
    for (path, kind) in
        [("pipe", "a pipe"), ("socket", "a socket"), ("/dev/zero", "a device"), ("/dev/tty", "a device")]
    {
        for (command, args) in [
            ("read_file", json!({"path": path})),
            ("read_document", json!({"path": path})),
            ("write_file", json!({"path": path, "text": "x"})),
            ("append_file", json!({"path": path, "text": "x"})),
            ("copy_file", json!({"from": path, "to": "copy"})),
            ("move_file", json!({"from": path, "to": "moved"})),
            ("remove_file", json!({"path": path})),
            ("make_archive", json!({"path": path, "archive": "a.tar.gz"})),
            ("open_archive", json!({"archive": path, "folder": "new"})),
        ] {
            let message = files.effect(command, args).await;
            let is_refused = message.contains(&format!("is {kind}")) || message.contains("must end in .zip");
            assert!(message.starts_with("refused: ") && is_refused, "{command} {path}: {message}");
        }
    }
    let found = files.confirmed("search_files", json!({"folder": ".", "text": "x"})).await;
    assert!(found.contains("0 places"), "{found}");
    assert_eq!(files.tree(), ["pipe", "socket"]);
}
