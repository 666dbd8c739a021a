//! Junctions, of which Wine makes none, and mounted disks, which are the same to Windows.

use crate::files_under_test::FilesUnderTest;
use deskpilot_testkit::tries_also;
use serde_json::json;
use std::{fs, path::Path, process::Command};

#[tokio::test]
async fn no_junction_is_followed_at_any_place_of_a_path() {
    if !tries_also("junctions, of which Wine makes none") {
        return;
    }
    let mut files = FilesUnderTest::new();
    let (outside, junction) = (files.top.join("outside"), files.work.join("folder"));
    fs::create_dir(&outside).unwrap();
    fs::write(outside.join("secret"), "s3cret").unwrap();
    let made = Command::new("cmd").args(["/c", "mklink", "/J"]).args([&junction, &outside]).status().unwrap();
    assert!(made.success());
    for (command, args) in [
        ("read_file", json!({"path": "folder/secret"})),
        ("list_folder", json!({"path": "folder"})),
        ("search_files", json!({"folder": "folder", "text": "s"})),
        ("write_file", json!({"path": "folder/secret", "text": "x"})),
        ("create_file", json!({"path": "folder/new", "text": "x"})),
        ("make_folder", json!({"path": "folder/new"})),
        ("copy_file", json!({"from": "folder/secret", "to": "copy"})),
        ("move_file", json!({"from": "folder/secret", "to": "moved"})),
        ("remove_file", json!({"path": "folder/secret"})),
        ("restore_file", json!({"path": "folder/new"})),
        ("make_archive", json!({"path": "folder", "archive": "a.zip"})),
    ] {
        let message = files.effect(command, args.clone()).await;
        assert!(message.starts_with("refused: ") && message.contains("link"), "{command} {args}: {message}");
    }
    let message = files.effect("read_file", json!({"path": "folder/secret"})).await;
    assert!(message.contains("name \"TOP/outside\" instead"), "{message}");
    let listed = files.read("list_folder", json!({"path": "."})).await;
    assert!(listed.starts_with("link\t-\t") && listed.contains("\tfolder -> "), "{listed}");
    assert_eq!(fs::read_dir(&outside).unwrap().count(), 1);
    // The junction itself is moved, and what it leads to stays.
    files.confirmed("move_file", json!({"from": "folder", "to": "other"})).await;
    assert_eq!(fs::read_to_string(outside.join("secret")).unwrap(), "s3cret");
}

#[tokio::test]
async fn no_mounted_disk_is_followed_at_any_place_of_a_path() {
    // Under Wine another disk is mounted here.
    let disk = Path::new(r"Z:\tmp");
    if !disk.is_dir() {
        return;
    }
    let mut files = FilesUnderTest::new();
    files.file("a.txt", "mine");
    let inside = disk.join("deskpilot-new");
    for (command, args) in [
        ("list_folder", json!({"path": disk})),
        ("search_files", json!({"folder": disk, "name_pattern": "*"})),
        ("create_file", json!({"path": inside, "text": "x"})),
        ("write_file", json!({"path": inside, "text": "x"})),
        ("make_folder", json!({"path": inside})),
        ("copy_file", json!({"from": "a.txt", "to": inside})),
        ("move_file", json!({"from": "a.txt", "to": inside})),
        ("restore_file", json!({"path": inside})),
        ("make_archive", json!({"path": "a.txt", "archive": inside.with_extension("zip")})),
    ] {
        let message = files.effect(command, args.clone()).await;
        let sentence = "is a link, and none is followed here";
        assert!(
            message.starts_with("refused: ") && message.contains(sentence),
            "{command} {args}: {message}"
        );
    }
    assert!(!inside.exists());
    assert_eq!(files.tree(), ["a.txt"]);
    let listed = files.read("list_folder", json!({"path": disk.parent()})).await;
    assert!(listed.lines().any(|it| it.starts_with("link\t-\t") && it.ends_with("\ttmp")), "{listed}");
}
