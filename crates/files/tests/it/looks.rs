//! Listing, reading and searching.

use crate::files_under_test::FilesUnderTest;
use deskpilot_testkit::tries_also;
use serde_json::json;
use std::fs;
#[cfg(unix)]
use std::{
    ffi::OsStr,
    os::unix::{ffi::OsStrExt, fs::symlink},
};

#[tokio::test]
#[cfg(unix)]
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
    if !tries_also("a folder of 100000 entries") {
        return;
    }
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
async fn a_text_is_read_in_parts_and_what_is_no_text_is_reported() {
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
            "lines 1 to 1 of \"WORK/latin.txt\" are read, to its end; it has 12 bytes; its encoding is windows-1252, guessed by its \
             letters",
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
async fn a_text_is_read_in_its_encoding_and_what_is_none_of_it_is_marked() {
    let mut files = FilesUnderTest::new();
    let utf_16 = "K\u{e4}se\t3 \u{20ac}\r\n".encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    files.file("export.csv", utf_16);
    files.file("page.html", b"<meta charset=koi8-r>\xcd\xc9\xd2");
    files.file("japanese.txt", b"\x82\xb1\x82\xf1\x82\xc9\x82\xbf\x82\xcd\x81A\x90\xa2\x8aE\x81B\n");
    files.file(
        "log",
        "gr\u{fc}n, wei\u{df}, \u{f6}l\n"
            .repeat(2)
            .into_bytes()
            .into_iter()
            .chain(*b"bad \xff\n")
            .collect::<Vec<u8>>(),
    );
    files.file("cut.txt", format!("{}\u{20ac}{}", "x".repeat((16 << 10) - 1), "y".repeat(100)));
    for (path, text, remark) in [
        ("export.csv", "K\u{e4}se\t3 \u{20ac}\r\n", "its encoding is UTF-16LE, as its zero bytes show"),
        ("page.html", "<meta charset=koi8-r>\u{43c}\u{438}\u{440}", "its encoding is KOI8-R, as it declares"),
        (
            "japanese.txt",
            "\u{3053}\u{3093}\u{306b}\u{3061}\u{306f}\u{3001}\u{4e16}\u{754c}\u{3002}\n",
            "its encoding is Shift_JIS, guessed by its letters",
        ),
        (
            "log",
            "gr\u{fc}n, wei\u{df}, \u{f6}l\ngr\u{fc}n, wei\u{df}, \u{f6}l\nbad \u{fffd}\n",
            "places in it that are not UTF-8, each shown as U+FFFD: 1, the first in line 3",
        ),
    ] {
        let outcome = files.outcome("read_file", json!({"path": path})).await;
        assert_eq!(outcome.output.as_deref(), Some(text), "{path}");
        let message = outcome.effect.to_string();
        assert!(message.starts_with("confirmed: ") && message.ends_with(remark), "{path}: {message}");
    }
    let cut = files.read("read_file", json!({"path": "cut.txt"})).await;
    assert_eq!(cut, "x".repeat((16 << 10) - 1), "no letter is split");
    let found = files.read("search_files", json!({"folder": ".", "text": "\u{e4}se"})).await;
    assert_eq!(found, "export.csv:1: K\u{e4}se 3 \u{20ac}");
    let message = files.confirmed("search_files", json!({"folder": ".", "text": "bad"})).await;
    assert!(message.ends_with("1 place; searched, but not all of it could be decoded: 1 entry"), "{message}");
}

#[tokio::test]
async fn several_files_are_read_at_once_and_what_does_not_fit_is_named() {
    let mut files = FilesUnderTest::new();
    files.file("a.txt", "one\ntwo\n");
    files.file("b.txt", b"caf\xe9 au lait");
    let line = format!("{}\n", "x".repeat(99));
    files.file("long.txt", line.repeat(1000));
    files.file("last.txt", "last");
    files.file("data", b"a\0b");
    let both = files.outcome("read_file", json!({"paths": ["a.txt", "b.txt"]})).await;
    assert_eq!(both.effect.to_string(), "confirmed: 2 of 2 files are read");
    assert_eq!(
        files.shortened(&both.output.unwrap()),
        "--- lines 1 to 2 of \"WORK/a.txt\" are read, to its end; it has 8 bytes\none\ntwo\n\n--- lines 1 to 1 of \
         \"WORK/b.txt\" are read, to its end; it has 12 bytes; its encoding is windows-1252, guessed by its letters\n\
         caf\u{e9} au lait\n"
    );
    let message = files.confirmed("read_file", json!({"paths": ["a.txt", "long.txt", "last.txt"]})).await;
    let begin =
        "confirmed: 2 of 3 files are read; not all of it fits: read on with \"WORK/long.txt\" from 65";
    assert!(message.starts_with(begin) && message.ends_with(", \"WORK/last.txt\" from 1"), "{message}");
    let message = files.effect("read_file", json!({"paths": ["a.txt", "none", "data"]})).await;
    assert_eq!(
        message,
        "partial: 1 of 3 files are read; not read: \"WORK/none\" does not exist: list its folder to see the names; \
         \"WORK/data\" is no text but other data of 3 bytes"
    );
    for (args, expected) in [
        (json!({"paths": ["none"]}), "\"WORK/none\" does not exist"),
        (
            json!({"paths": ["a.txt"], "from": 2}),
            "refused: from must be left out where paths names the files",
        ),
        (json!({}), "refused: path must be a string"),
    ] {
        let message = files.effect("read_file", args).await;
        assert!(message.starts_with("refused: ") && message.contains(expected), "{message}");
    }
}

#[tokio::test]
#[cfg(unix)]
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
    #[cfg(unix)]
    symlink(&files.top, files.work.join("a/loop")).unwrap();
    let message = files.confirmed("search_files", json!({"folder": "a", "text": "needle"})).await;
    assert_eq!(
        message,
        "confirmed: \"WORK/a\" is searched: 3 places; left out, as keys and settings are kept there: 1 entry; \
         not readable or too large: 1 entry"
    );
    let found = files.read("search_files", json!({"folder": "a", "text": "needle"})).await;
    let found = found.replace('\\', "/");
    let mut lines: Vec<&str> = found.lines().collect();
    lines.sort_unstable();
    assert_eq!(lines, ["b/two.md:1: needle", "b/two.md:2: needle", "one.txt:2: the needle is here"]);
    let names = files.read("search_files", json!({"folder": "a", "name_pattern": "*o*.*"})).await;
    assert_eq!(names.replace('\\', "/").lines().collect::<Vec<_>>(), ["file\tone.txt", "file\tb/two.md"]);
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
