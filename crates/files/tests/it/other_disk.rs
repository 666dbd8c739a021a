//! Two disks, a full one and one that cannot be written: file systems in memory, mounted for a process of the test alone.

use crate::files_under_test::FilesUnderTest;
use serde_json::json;
use std::{
    env, fs,
    path::PathBuf,
    process::{Command, Stdio},
};

/// The folder of the process with the disks.
const FOLDER: &str = "DESKPILOT_TEST_DISKS";
const MOUNT: &str = "mount -t tmpfs -o size=2m none \"$1/disk\" && mount -t tmpfs none \"$1/fixed\" && \
    echo text > \"$1/fixed/file\" && mount -o remount,bind,ro \"$1/fixed\" && shift && exec \"$@\"";

#[test]
fn on_other_disks() {
    let place = tempfile::tempdir().unwrap();
    for folder in ["disk", "fixed"] {
        fs::create_dir(place.path().join(folder)).unwrap();
    }
    let mut command = Command::new("unshare");
    command.args(["--user", "--map-root-user", "--mount", "--", "sh", "-c", MOUNT, "sh"]).arg(place.path());
    command.arg(env::current_exe().unwrap()).args([
        "--exact",
        "other_disk::in_a_process_with_disks",
        "--nocapture",
    ]);
    let output = command
        .env(FOLDER, place.path())
        .stdin(Stdio::null())
        .output()
        .expect("unshare starts: it belongs to util-linux");
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text);
    assert!(output.status.success(), "(user namespaces must be allowed): {text}");
    assert!(text.contains("1 passed"), "{text}");
}

/// The process of the test above; does nothing on its own.
#[tokio::test]
async fn in_a_process_with_disks() {
    let Some(place) = env::var_os(FOLDER).map(|it| PathBuf::from(it).canonicalize().unwrap()) else { return };
    let mut files = FilesUnderTest::at(&place);
    moves_between_disks(&mut files, &place).await;
    removes_on_another_disk(&mut files, &place).await;
    cannot_write(&mut files, &place).await;
    has_no_space(&mut files, &place).await;
}

async fn moves_between_disks(files: &mut FilesUnderTest, place: &std::path::Path) {
    files.file("tree/one", "1");
    files.file("tree/deep/two", "22");
    let message = files.confirmed("move_file", json!({"from": "tree", "to": place.join("disk/tree")})).await;
    assert_eq!(message, "confirmed: the folder \"WORK/tree\" is now \"TOP/disk/tree\"");
    assert_eq!(fs::read_to_string(place.join("disk/tree/deep/two")).unwrap(), "22");
    assert_eq!(files.tree(), [""; 0]);
    files.confirmed("move_file", json!({"from": place.join("disk/tree/one"), "to": "one"})).await;
    assert_eq!(files.text("one"), "1");
    // The message says what cannot be deleted on the other disk, and nothing is lost.
    let message = files.effect("move_file", json!({"from": place.join("fixed/file"), "to": "file"})).await;
    assert!(message.starts_with("partial: ") && message.contains("1 entry of it stay here too"), "{message}");
    assert_eq!(files.text("file"), "text\n");
}

async fn removes_on_another_disk(files: &mut FilesUnderTest, place: &std::path::Path) {
    let file = place.join("disk/tree/deep/two");
    let message = files.confirmed("remove_file", json!({"path": file})).await;
    assert!(message.contains("is in the bin \"TOP/disk/.Trash-0/files\""), "{message}");
    let info = fs::read_to_string(place.join("disk/.Trash-0/info/two.trashinfo")).unwrap();
    assert!(info.contains("\nPath=tree/deep/two\n"), "{info}");
    files.confirmed("restore_file", json!({"path": file})).await;
    assert_eq!(fs::read_to_string(&file).unwrap(), "22");
}

async fn cannot_write(files: &mut FilesUnderTest, place: &std::path::Path) {
    for (command, args) in [
        ("create_file", json!({"path": place.join("fixed/new"), "text": "x"})),
        ("write_file", json!({"path": place.join("fixed/file"), "text": "x"})),
        ("append_file", json!({"path": place.join("fixed/file"), "text": "x"})),
        ("make_folder", json!({"path": place.join("fixed/new")})),
    ] {
        let message = files.effect(command, args).await;
        assert!(
            message.contains("is on a disk that cannot be written: name a place elsewhere"),
            "{command}: {message}"
        );
    }
    let message = files.effect("remove_file", json!({"path": place.join("fixed/file")})).await;
    assert!(message.contains("no bin can be made, and nothing is deleted for good"), "{message}");
}

async fn has_no_space(files: &mut FilesUnderTest, place: &std::path::Path) {
    let big = "x".repeat(4 << 20);
    let log = place.join("disk/log");
    fs::write(&log, "begin").unwrap();
    files.file("big/data", &big);
    for (command, args) in [
        ("create_file", json!({"path": place.join("disk/new"), "text": &big})),
        ("write_file", json!({"path": &log, "text": &big})),
        ("append_file", json!({"path": &log, "text": &big})),
        ("copy_file", json!({"from": "big", "to": place.join("disk/big")})),
        ("move_file", json!({"from": "big", "to": place.join("disk/big")})),
    ] {
        let message = files.effect(command, args).await;
        assert!(message.contains("has no space left on its disk: free some first"), "{command}: {message}");
        assert_eq!(fs::read_to_string(&log).unwrap(), "begin", "{command}");
    }
    let names =
        fs::read_dir(place.join("disk")).unwrap().map(|it| it.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    assert_eq!(names, [".Trash-0", "log", "tree"]);
    assert_eq!(files.text("big/data").len(), big.len());
}
