//! The bin of the home.

use crate::files_under_test::FilesUnderTest;
use deskpilot_files::FilesReceiver;
use serde_json::json;
use std::fs;

#[tokio::test]
async fn what_is_removed_is_in_the_bin_and_comes_back() {
    let mut files = FilesUnderTest::new();
    let bin = files.home.join(".local/share/Trash");
    for text in ["first", "second"] {
        files.file("sub/a b.txt", text);
        let message = files.confirmed("remove_file", json!({"path": "sub/a b.txt"})).await;
        assert!(message.contains("is in the bin \"TOP/home/.local/share/Trash/files\""), "{message}");
    }
    assert_eq!(files.tree(), ["sub"]);
    let info = fs::read_to_string(bin.join("info/a b.txt.2.trashinfo")).unwrap();
    let lines: Vec<&str> = info.lines().collect();
    let path = files.work.join("sub/a%20b.txt");
    assert_eq!(lines[..2], ["[Trash Info]", &format!("Path={}", path.display())]);
    assert!(lines[2].starts_with("DeletionDate=2") && lines[2].len() == "DeletionDate=".len() + 19, "{info}");
    assert_eq!(fs::read_to_string(bin.join("files/a b.txt.2")).unwrap(), "second");
    files.confirmed("restore_file", json!({"path": "sub/a b.txt"})).await;
    assert_eq!(files.text("sub/a b.txt"), "second");
    let taken = files.effect("restore_file", json!({"path": "sub/a b.txt"})).await;
    assert!(taken.contains("exists already"), "{taken}");
    fs::remove_file(files.work.join("sub/a b.txt")).unwrap();
    files.confirmed("restore_file", json!({"path": "sub/a b.txt"})).await;
    assert_eq!(files.text("sub/a b.txt"), "first");
    assert_eq!(fs::read_dir(bin.join("info")).unwrap().count(), 0);
    let none = files.effect("restore_file", json!({"path": "sub/other.txt"})).await;
    assert!(none.ends_with("is not in the bin: name the whole path that it had"), "{none}");
}

#[tokio::test]
async fn of_several_that_were_removed_in_one_second_the_last_one_comes_back() {
    let mut files = FilesUnderTest::new();
    for number in 1..=10 {
        files.file("a", number.to_string());
        files.confirmed("remove_file", json!({"path": "a"})).await;
    }
    let info = files.home.join(".local/share/Trash/info");
    for described in fs::read_dir(&info).unwrap().map(|it| it.unwrap().path()) {
        let text = fs::read_to_string(&described).unwrap();
        let written = fs::metadata(&described).unwrap().modified().unwrap();
        let path = text.lines().find(|line| line.starts_with("Path=")).unwrap();
        fs::write(&described, format!("[Trash Info]\n{path}\nDeletionDate=2026-01-02T03:04:05\n")).unwrap();
        fs::File::options().write(true).open(&described).unwrap().set_modified(written).unwrap();
    }
    files.confirmed("restore_file", json!({"path": "a"})).await;
    assert_eq!(files.text("a"), "10");
}

#[tokio::test]
async fn folders_go_there_too_and_the_bin_is_where_the_environment_says() {
    let mut files = FilesUnderTest::new();
    let data = files.top.join("data");
    let env = [("HOME", &files.home), ("XDG_DATA_HOME", &data)];
    let env = env.map(|(name, value)| (name.to_owned(), value.display().to_string()));
    files.receiver = FilesReceiver::new(&env, &files.work, Vec::new());
    files.file("sub/deep/a", "x");
    files.confirmed("remove_file", json!({"path": "sub"})).await;
    assert!(data.join("Trash/files/sub/deep/a").is_file() && !files.home.join(".local").exists());
    let again = files.effect("remove_file", json!({"path": data.join("Trash/files/sub")})).await;
    assert!(again.contains("is in the bin already"), "{again}");
    files.confirmed("restore_file", json!({"path": "sub"})).await;
    assert_eq!(files.text("sub/deep/a"), "x");
}

#[tokio::test]
async fn what_others_wrote_into_the_bin_is_read_with_care() {
    let mut files = FilesUnderTest::new();
    files.file("a", "x");
    files.confirmed("remove_file", json!({"path": "a"})).await;
    let info = files.home.join(".local/share/Trash/info");
    for (name, text) in [
        ("none.trashinfo", &b"Path=/x"[..]),
        ("escape.trashinfo", b"[Trash Info]\nPath=%00%zz../..\nDeletionDate=x\n"),
        ("bytes.trashinfo", b"\xff\xfe"),
        ("other", b""),
    ] {
        fs::write(info.join(name), text).unwrap();
    }
    assert!(
        std::process::Command::new("mkfifo").arg(info.join("pipe.trashinfo")).status().unwrap().success()
    );
    files.confirmed("restore_file", json!({"path": "a"})).await;
}
