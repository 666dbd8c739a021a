//! Names that Windows reads differently, and names in another case.

use crate::files_under_test::FilesUnderTest;
use serde_json::json;
use std::fs;

#[tokio::test]
async fn a_name_that_means_another_file_is_refused_by_every_command() {
    let mut files = FilesUnderTest::new();
    files.file("a.txt", "mine");
    files.file("long folder name/b.txt", "mine");
    for name in [
        "a.txt:hidden",
        "a.txt:hidden:$DATA",
        "CON",
        "nul.txt",
        "folder/COM1.log",
        r"\\.\PhysicalDrive0",
        r"\\?\C:\dot.",
        r"\\?\GLOBALROOT\Device\Harddisk0",
        "LONGFO~1/b.txt",
        "a ./b",
        "a*.txt",
        "%TEMP%/a.txt",
        "C:a.txt",
    ] {
        for (command, args) in [
            ("list_folder", json!({"path": name})),
            ("file_info", json!({"path": name})),
            ("read_file", json!({"path": name})),
            ("search_files", json!({"folder": name, "text": "x"})),
            ("create_file", json!({"path": name, "text": "x"})),
            ("write_file", json!({"path": name, "text": "x"})),
            ("append_file", json!({"path": name, "text": "x"})),
            ("make_folder", json!({"path": name})),
            ("copy_file", json!({"from": "a.txt", "to": name})),
            ("move_file", json!({"from": "a.txt", "to": name})),
            ("move_file", json!({"from": name, "to": "new"})),
            ("remove_file", json!({"path": name})),
            ("make_archive", json!({"path": name, "archive": "a.zip"})),
        ] {
            let message = files.effect(command, args.clone()).await;
            let is_refused =
                message.starts_with("refused: ") && message.contains("can be read as different files");
            assert!(is_refused, "{command} {args}: {message}");
        }
    }
    assert_eq!(files.tree(), ["a.txt", "long folder name", "long folder name/b.txt"]);
    assert_eq!(files.text("a.txt"), "mine");
}

#[tokio::test]
async fn what_windows_leaves_out_of_a_name_is_left_out() {
    let mut files = FilesUnderTest::new();
    files.file("a.txt", "mine");
    for name in ["a.txt.", "a.txt ", "./a.txt", "a.txt::$DATA", r".\x\..\a.txt"] {
        assert_eq!(files.read("read_file", json!({"path": name})).await, "mine", "{name}");
    }
    files.confirmed("create_file", json!({"path": "b.txt. ", "text": "x"})).await;
    assert_eq!(files.tree(), ["a.txt", "b.txt"]);
}

#[tokio::test]
async fn names_in_another_case_are_one_file_and_keep_their_letters() {
    let mut files = FilesUnderTest::new();
    files.confirmed("make_folder", json!({"path": "Letters"})).await;
    files.confirmed("create_file", json!({"path": "Letters/Notes.TXT", "text": "mine"})).await;
    assert_eq!(files.tree(), ["Letters", "Letters/Notes.TXT"]);
    assert_eq!(files.read("read_file", json!({"path": "LETTERS/notes.txt"})).await, "mine");
    for (command, args, sentence) in [
        ("create_file", json!({"path": "letters/NOTES.txt", "text": "x"}), "exists already"),
        ("make_folder", json!({"path": "LETTERS"}), "exists already"),
        ("copy_file", json!({"from": "Letters", "to": "letters/copy"}), "is inside of what it would be made"),
        (
            "move_file",
            json!({"from": "Letters", "to": "LETTERS/moved"}),
            "is inside of what it would be made",
        ),
        ("copy_file", json!({"from": "Letters", "to": "letters"}), "exists already"),
    ] {
        let message = files.effect(command, args.clone()).await;
        assert!(
            message.starts_with("refused: ") && message.contains(sentence),
            "{command} {args}: {message}"
        );
    }
    let message = files.effect("write_file", json!({"path": "letters/notes.txt", "text": "mine"})).await;
    assert!(message.starts_with("no change: "), "{message}");
    let args = json!({"from": "Letters/notes.txt", "to": "Letters/NOTES.txt"});
    let message = files.effect("move_file", args).await;
    // Wine leaves a name that differs in case alone as it is, which must not be confirmed.
    match files.tree().contains(&"Letters/NOTES.txt".to_owned()) {
        true => assert!(message.starts_with("confirmed: "), "{message}"),
        false => assert!(message.starts_with("unverified: "), "{message}"),
    }
    assert_eq!(files.tree().len(), 2);
    let keys = files.home.join("AppData");
    fs::create_dir(&keys).unwrap();
    let found = files.confirmed("search_files", json!({"folder": "~", "name_pattern": "*"})).await;
    assert!(found.contains("left out, as keys and settings are kept there: 1 entry"), "{found}");
}

#[tokio::test]
async fn a_folder_is_listed_with_kinds_sizes_and_names() {
    let mut files = FilesUnderTest::new();
    files.file("b.txt", "12345");
    files.file("A letter.txt", "");
    fs::create_dir(files.work.join("sub")).unwrap();
    let message = files.confirmed("list_folder", json!({"path": "."})).await;
    assert_eq!(message, "confirmed: \"WORK\" is listed: 3 entries");
    let listed = files.read("list_folder", json!({"path": files.work})).await;
    let lines: Vec<&str> = listed.lines().collect();
    for (line, begin, end) in
        [(0, "file\t0\t2", "\tA letter.txt"), (1, "file\t5\t2", "\tb.txt"), (2, "folder\t-\t2", "\tsub")]
    {
        assert!(lines[line].starts_with(begin) && lines[line].ends_with(end), "{}", lines[line]);
    }
    let drive = files.work.to_str().unwrap()[..2].to_owned();
    let message = files.confirmed("list_folder", json!({"path": format!("{drive}/")})).await;
    assert!(message.contains(&format!("\"{drive}/\" is listed: ")), "{message}");
    let root = files.confirmed("file_info", json!({"path": format!("{drive}\\")})).await;
    assert_eq!(root, format!("confirmed: \"{drive}/\" is a folder"));
}
