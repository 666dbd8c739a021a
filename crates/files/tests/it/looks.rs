//! Listing, reading and searching.

use crate::files_under_test::FilesUnderTest;
use serde_json::json;
use std::{
    ffi::OsStr,
    fs,
    os::unix::{ffi::OsStrExt, fs::symlink},
};

#[tokio::test]
async fn a_folder_is_listed_with_names_that_hold_anything() {
    let mut files = FilesUnderTest::new();
    files.file("b.txt", "12345");
    files.file("a\nfile  9\tfake.txt", "");
    fs::write(files.work.join(OsStr::from_bytes(b"bad\xff")), "").unwrap();
    fs::create_dir(files.work.join("sub")).unwrap();
    symlink("/etc/passwd", files.work.join("link")).unwrap();
    let message = files.confirmed("list_folder", json!({"path": "."})).await;
    assert_eq!(message, "confirmed: \"WORK\" is listed: 5 entries");
    let listed = files.read("list_folder", json!({"path": files.work})).await;
    let lines: Vec<&str> = listed.lines().collect();
    assert_eq!(lines.len(), 5, "{listed}");
    for (line, begin, end) in [
        (0, "file\t0\t", "\t\"a\\nfile  9\\tfake.txt\""),
        (1, "file\t5\t", "\tb.txt"),
        (2, "file\t0\t", "\t\"bad\\xFF\" (no UTF-8: no command can name it)"),
        (3, "link\t-\t", "\tlink -> /etc/passwd"),
        (4, "folder\t-\t", "\tsub"),
    ] {
        assert!(lines[line].starts_with(begin) && lines[line].ends_with(end), "{}", lines[line]);
    }
    let message = files.confirmed("list_folder", json!({"path": ".", "pattern": "*.TXT"})).await;
    assert_eq!(message, "confirmed: \"WORK\" is listed: 2 of 5 match \"*.TXT\"");
}

#[tokio::test]
async fn of_a_huge_folder_a_part_is_listed_and_the_rest_is_counted() {
    let mut files = FilesUnderTest::new();
    for number in 0..1000 {
        fs::write(files.work.join(format!("{number:04}")), "").unwrap();
    }
    let message = files.confirmed("list_folder", json!({"path": "."})).await;
    assert_eq!(message, "confirmed: \"WORK\" is listed: 1000 entries, 600 of them left out: use a pattern");
    assert!(files.read("list_folder", json!({"path": "."})).await.ends_with("0399"));
    // More than anybody wants to read: the look ends there.
    for number in 0..100_000 {
        fs::hard_link(files.work.join("0000"), files.work.join(format!("x{number}"))).unwrap_or_else(|_| {
            fs::write(files.work.join(format!("x{number}")), "").unwrap();
        });
    }
    let message = files.confirmed("list_folder", json!({"path": "."})).await;
    assert_eq!(message, "confirmed: \"WORK\" has more than 100000 entries; 100000 of those match");
    let message = files.confirmed("search_files", json!({"folder": ".", "name_pattern": "no such"})).await;
    assert!(
        message.ends_with("0 places, and the search ended there: search a smaller folder, or for more"),
        "{message}"
    );
}

#[tokio::test]
async fn a_text_is_read_in_parts_and_what_is_no_text_is_told() {
    let mut files = FilesUnderTest::new();
    files.file("lines.txt", (1..=3000).map(|it| format!("line {it}\n")).collect::<String>());
    files.file("long.txt", "ä".repeat(20_000));
    files.file("empty.txt", "");
    files.file("picture", b"\x89PNG\r\n\x1a\n");
    files.file("data", b"a\0b");
    files.file("latin.txt", b"caf\xe9 au lait");
    for (args, expected) in [
        (
            json!({"path": "lines.txt", "from": 3000}),
            "lines 3000 to 3000 of \"WORK/lines.txt\" are read, to its end; it has 28893 bytes",
        ),
        (
            json!({"path": "lines.txt", "from": 2, "most": 2}),
            "lines 2 to 3 of \"WORK/lines.txt\" are read, and there is more: read on with from 4; it has 28893 bytes",
        ),
        (
            json!({"path": "lines.txt", "from": 4000}),
            "\"WORK/lines.txt\" has no line 4000; it has 28893 bytes",
        ),
        (json!({"path": "empty.txt"}), "\"WORK/empty.txt\" has no line 1; it has 0 bytes"),
        (
            json!({"path": "long.txt"}),
            "line 1 of \"WORK/long.txt\" is read: its first 16384 bytes; the line is longer than can be read",
        ),
        (
            json!({"path": "picture"}),
            "\"WORK/picture\" is looked at: it is no text but a PNG picture of 8 bytes",
        ),
        (json!({"path": "data"}), "\"WORK/data\" is looked at: it is no text but other data of 3 bytes"),
        (
            json!({"path": "latin.txt"}),
            "\"WORK/latin.txt\" is looked at: it is no text but other data of 12 bytes",
        ),
    ] {
        assert_eq!(files.confirmed("read_file", args).await, format!("confirmed: {expected}"));
    }
    assert_eq!(
        files.read("read_file", json!({"path": "lines.txt", "from": 2, "most": 2.0})).await,
        "line 2\nline 3\n"
    );
    // The parts together are the file.
    let (mut all, mut from) = (String::new(), 1);
    while !all.ends_with("line 3000\n") {
        let part = files.read("read_file", json!({"path": "lines.txt", "from": from})).await;
        assert!(part.len() <= 16 << 10 && part.ends_with('\n'));
        from += part.lines().count();
        all += &part;
    }
    assert_eq!(all, files.text("lines.txt"));
    let wrong = files.effect("read_file", json!({"path": "lines.txt", "from": 0})).await;
    assert_eq!(wrong, "refused: from must be a whole number from 1");
}

#[tokio::test]
async fn what_a_file_is_comes_without_following_a_link() {
    let mut files = FilesUnderTest::new();
    files.file("a.txt", "12345");
    symlink("a.txt", files.work.join("link")).unwrap();
    let output = files.read("file_info", json!({"path": "a.txt"})).await;
    assert!(output.starts_with("kind: file\nsize: 5 bytes\nchanged: 2"), "{output}");
    assert!(files.read("file_info", json!({"path": "link"})).await.ends_with("leads to: a.txt"));
    assert_eq!(files.confirmed("file_info", json!({"path": "/"})).await, "confirmed: \"/\" is a folder");
    assert_eq!(
        files.effect("file_info", json!({"path": "none"})).await,
        "refused: file_info cannot do this: \"WORK/none\" does not exist: list its folder to see the names"
    );
    assert_eq!(
        files.effect("file_info", json!({"path": "https://example.org/x"})).await,
        "refused: path must be a path on this machine, and not an address"
    );
}

#[tokio::test]
async fn a_search_finds_names_and_texts_and_leaves_out_keys() {
    let mut files = FilesUnderTest::new();
    files.file("a/one.txt", "first\nthe needle is here\n");
    files.file("a/b/two.md", "needle\nneedle\n");
    files.file("a/.ssh/id", "needle\n");
    files.file("a/big", vec![b'x'; 9 << 20]);
    symlink(&files.top, files.work.join("a/loop")).unwrap();
    let message = files.confirmed("search_files", json!({"folder": "a", "text": "needle"})).await;
    assert_eq!(
        message,
        "confirmed: \"WORK/a\" is searched: 3 places; left out, as keys and settings are kept there: 1 entry; \
         not readable or too large: 1 entry"
    );
    let found = files.read("search_files", json!({"folder": "a", "text": "needle"})).await;
    let mut lines: Vec<&str> = found.lines().collect();
    lines.sort_unstable();
    assert_eq!(lines, ["b/two.md:1: needle", "b/two.md:2: needle", "one.txt:2: the needle is here"]);
    let names = files.read("search_files", json!({"folder": "a", "name_pattern": "*o*.*"})).await;
    assert_eq!(names.lines().collect::<Vec<_>>(), ["file\tone.txt", "file\tb/two.md"]);
    // A folder of keys itself was ruled on.
    assert_eq!(
        files.read("search_files", json!({"folder": "a/.ssh", "text": "needle"})).await,
        "id:1: needle"
    );
    let nothing = files.effect("search_files", json!({"folder": "a"})).await;
    assert!(
        nothing.ends_with("there is nothing to search for: give name_pattern, text or both"),
        "{nothing}"
    );
}
