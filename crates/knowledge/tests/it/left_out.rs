//! Files that give no document, or not all of one.

use crate::common::folder;
use deskpilot_documents::{Document, MissingText};
use deskpilot_knowledge::{
    AddReport, FolderFiles, Index, Kind, KnowledgeError, Query, ReadDocument, Scope, read_document,
};
use std::{fs, path::Path};
use tempfile::{TempDir, tempdir};

async fn add(index: &Index, folder: &Path, read: ReadDocument) -> (Vec<String>, AddReport) {
    let found = FolderFiles::of(folder, Kind::Help, None).unwrap();
    let report = index.add(found.files, read, |_| ()).await.unwrap();
    let mut left_out: Vec<String> = found.left_out.iter().chain(&report.left_out).map(reason).collect();
    left_out.sort();
    (left_out, report)
}

/// The name of a file that is left out, and why.
fn reason(error: &KnowledgeError) -> String {
    match error {
        KnowledgeError::LeftOut { path, reason } => {
            format!("{}: {reason}", path.file_name().unwrap_or_default().display())
        }
        other => other.to_string(),
    }
}

async fn index() -> (TempDir, Index) {
    let store = tempdir().unwrap();
    let index = Index::open(store.path().join("index")).await.unwrap();
    (store, index)
}

#[cfg(unix)]
#[tokio::test]
async fn every_file_that_is_left_out_is_named_with_its_reason() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt};
    let folder = folder(&[
        ("good.md", "# Saving\nPress Ctrl+S."),
        ("empty.txt", " \n"),
        ("manual.chm", "ITSF"),
        ("picture.png", "x"),
        ("lost.epub", "no book"),
    ]);
    fs::write(folder.path().join(OsStr::from_bytes(b"bad\xffname.md")), "# Bad").unwrap();
    std::os::unix::fs::symlink("good.md", folder.path().join("link.md")).unwrap();
    let (_store, index) = index().await;
    let (left_out, report) = add(&index, folder.path(), read_document).await;
    let expected = [
        "bad\u{fffd}name.md: its name is not UTF-8: rename it",
        "empty.txt: there is no text in it",
        "link.md: it is a link, and links are not followed: name its target",
        "manual.chm: it is Compiled HTML Help (CHM), which is not read: unpack it with `extract_chmLib FILE FOLDER` (package libchm-bin) \
         and name the folder, which holds its pages as HTML",
        "picture.png: its name has no ending of a format that is read",
    ];
    assert_eq!(left_out, expected);
    let [failure] = report.failures.as_slice() else { panic!("{report:?}") };
    assert!(failure.to_string().contains("lost.epub: it is not an electronic book (EPUB)"), "{failure}");
    assert_eq!((report.stored, report.is_partial()), (1, true), "{report:?}");
    let query = Query { subtask: "saving".into(), ..Query::default() };
    assert_eq!(index.search(&query, Scope::Everything, 9).await.unwrap().hits.len(), 1);
}

#[tokio::test]
async fn nothing_is_stored_with_a_replacement_character() {
    let folder = folder(&[
        ("a.md", "# Caf\u{fffd}\nPress Ctrl+\u{fffd} to save."),
        ("b.html", "<title>Menus</title><p>A &#0; menu."),
        ("c.md", "# Caf\u{e9}\nOpens at 9."),
    ]);
    let (_store, index) = index().await;
    let (_, report) = add(&index, folder.path(), read_document).await;
    let failures: Vec<String> = report.failures.iter().map(ToString::to_string).collect();
    assert_eq!((report.stored, failures.len()), (1, 2), "{report:?}");
    assert!(failures[0].contains("a.md: places in it that are no text (U+FFFD): 2"), "{failures:?}");
    assert!(failures[1].contains("b.html: places in it that are no text (U+FFFD): 1"), "{failures:?}");
}

/// A document with a page that gives no text.
fn partly(path: &Path) -> Result<Option<Document>, KnowledgeError> {
    let missing_text = Some(MissingText { pages: vec![2], page_count: 3 });
    Ok(read_document(path)?.map(|it| Document { missing_text, ..it }))
}

#[tokio::test]
async fn pages_without_text_are_reported_each_time_although_the_file_did_not_change() {
    let folder = folder(&[("a.md", "# Saving\nPress Ctrl+S.")]);
    let (_store, index) = index().await;
    for (stored, unchanged) in [(1, 0), (0, 1)] {
        let (_, report) = add(&index, folder.path(), partly).await;
        assert_eq!((report.stored, report.unchanged), (stored, unchanged));
        let [incomplete] = report.incomplete.as_slice() else { panic!("{report:?}") };
        assert_eq!(incomplete.missing, "1 of 3 pages has no text: 2");
        assert!(incomplete.path.ends_with("a.md") && report.is_partial());
    }
    let index = index.reading_incomplete_again();
    let (_, again) = add(&index, folder.path(), partly).await;
    assert_eq!((again.stored, again.unchanged, again.incomplete.len()), (0, 1, 1));
    let (_, whole) = add(&index, folder.path(), read_document).await;
    assert_eq!((whole.stored, whole.is_partial()), (1, false));
}
