//! Reading documents as they are on the disk.

use crate::files_under_test::FilesUnderTest;
use serde_json::json;
use std::{
    fs::{self, File},
    io::Write,
    path::Path,
};
use zip::{ZipWriter, write::SimpleFileOptions};

const TEXT: &str = "<office:document-content xmlns:text='t'><office:body><office:text><text:h text:outline-level='1'>Tea</text:h>\
    <text:p>It is hot.</text:p></office:text></office:body></office:document-content>";
const SHEET: &str = "<office:document-content><table:table table:name='Prices'><table:table-row><table:table-cell><text:p>tea</text:p>\
    </table:table-cell><table:table-cell><text:p>3.50 \u{20ac}</text:p></table:table-cell></table:table-row></table:table>\
    </office:document-content>";
const SLIDES: &str = "<office:document-content><draw:page><draw:frame presentation:class='title'><text:p>Plan</text:p></draw:frame>\
    <draw:frame><text:p>first</text:p></draw:frame></draw:page></office:document-content>";

fn package(path: &Path, content: &str) {
    let mut package = ZipWriter::new(File::create(path).unwrap());
    package.start_file("content.xml", SimpleFileOptions::default()).unwrap();
    package.write_all(content.as_bytes()).unwrap();
    package.finish().unwrap();
}

#[tokio::test]
async fn texts_cells_and_slides_are_read_and_never_changed() {
    let mut files = FilesUnderTest::new();
    for (name, content, expected) in [
        ("letter.odt", TEXT, "# letter / Tea\n\nIt is hot.\n"),
        ("prices.ods", SHEET, "# prices / Prices\n\nA1=tea | B1=3.50 \u{20ac}\n"),
        ("talk.odp", SLIDES, "# talk / Slide 1: Plan\n\nfirst\n"),
    ] {
        let path = files.work.join(name);
        package(&path, content);
        let before = fs::read(&path).unwrap();
        assert_eq!(files.read("read_document", json!({"path": name})).await, expected);
        let message = files.confirmed("read_document", json!({"path": name})).await;
        let read =
            format!("confirmed: lines 1 to 3 of \"WORK/{name}\" are read, to its end; it has 1 section");
        assert_eq!(message, read);
        assert_eq!(fs::read(&path).unwrap(), before);
    }
    files.file("old.html", b"<title>Prices</title><meta charset=windows-1251><p>\xd7\xe0\xe9");
    let text = files.read("read_document", json!({"path": "old.html"})).await;
    assert!(text.ends_with("\u{427}\u{430}\u{439}\n"), "{text}");
}

#[tokio::test]
async fn a_document_is_read_in_parts_and_its_lock_file_is_named() {
    let mut files = FilesUnderTest::new();
    package(&files.work.join("letter.odt"), TEXT);
    files.file(".~lock.letter.odt#", ",ann,host,29.11.2026 08:00,file:///home/ann/.config/libreoffice/4;");
    let args = json!({"path": "letter.odt", "from": 2, "most": 1});
    let message = files.confirmed("read_document", args.clone()).await;
    assert_eq!(
        message,
        "confirmed: lines 2 to 2 of \"WORK/letter.odt\" are read, and there is more: read on with from 3; it has 1 section; it is \
         open in an application, which may have changes that are not saved: \".~lock.letter.odt#\" is in its folder"
    );
    assert_eq!(files.read("read_document", args).await, "\n");
    assert_eq!(files.tree(), [".~lock.letter.odt#", "letter.odt"]);
}

#[tokio::test]
async fn what_is_no_document_is_refused_with_what_reads_it() {
    let mut files = FilesUnderTest::new();
    files.file("tool.py", "print(1)");
    files.file("bad.ods", "no package");
    files.file("settings.json", "{\"a\": 1}");
    fs::create_dir(files.work.join("folder.odt")).unwrap();
    for (path, sentence) in [
        ("tool.py", "\"WORK/tool.py\" is no document that is read here: read_file reads texts"),
        ("bad.ods", "it is not an OpenDocument spreadsheet"),
        ("settings.json", "; read_file reads it as a text"),
        ("folder.odt", "is a folder, and not a file"),
        ("none.odt", "\"WORK/none.odt\" does not exist"),
    ] {
        let message = files.effect("read_document", json!({"path": path})).await;
        assert!(message.starts_with("refused: ") && message.contains(sentence), "{path}: {message}");
    }
}
