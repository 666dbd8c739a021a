//! Packing and unpacking, and archives with names that Windows reads differently.

use crate::files_under_test::FilesUnderTest;
use serde_json::json;
use std::{fs::File, io::Write, path::Path};
use zip::{ZipWriter, write::SimpleFileOptions};

/// Writes a zip archive with entries of these names.
fn zipped(path: &Path, names: &[&str]) {
    let mut zip = ZipWriter::new(File::create(path).unwrap());
    for name in names {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(b"x").unwrap();
    }
    zip.finish().unwrap();
}

#[tokio::test]
async fn what_is_packed_comes_out_the_same() {
    let mut files = FilesUnderTest::new();
    files.file("docs/a.txt", "hello");
    files.file("docs/deep/Letter", vec![b'x'; 700_000]);
    let long = format!("docs/{}/{}.txt", "d".repeat(120), "n".repeat(120));
    std::fs::create_dir_all(files.work.join("docs/empty")).unwrap();
    files.file("docs/.env", "TOKEN=1");
    files.confirmed("make_folder", json!({"path": format!("docs/{}", "d".repeat(120))})).await;
    // Longer than the paths of most programs.
    files.confirmed("create_file", json!({"path": long, "text": "long"})).await;
    for name in ["docs/a.zip", "a.tar.gz"] {
        let message = files.confirmed("make_archive", json!({"path": "docs", "archive": name})).await;
        assert!(message.contains("3 files and 4 folders, 700009 bytes; left out, as keys"), "{message}");
        let out = format!("out of {}", name.len());
        let message = files.confirmed("open_archive", json!({"archive": name, "folder": out})).await;
        assert!(message.ends_with("3 files and 4 folders, 700009 bytes"), "{message}");
        assert_eq!(files.text(&format!("{out}/docs/a.txt")), "hello");
        assert_eq!(files.text(&format!("{out}/docs/deep/Letter")).len(), 700_000);
        assert_eq!(files.read("read_file", json!({"path": format!("{out}/{long}")})).await, "long");
        assert!(files.work.join(&out).join("docs/empty").is_dir());
        std::fs::remove_file(files.work.join("docs/a.zip")).ok();
    }
}

#[tokio::test]
async fn an_archive_with_a_name_that_means_another_file_is_refused_and_leaves_nothing() {
    let mut files = FilesUnderTest::new();
    for (number, (names, sentence)) in [
        (&["good.txt", "a.txt:hidden"][..], "this system reads as another name"),
        (&["folder/CON"], "this system reads as another name"),
        (&["nul.txt"], "this system reads as another name"),
        (&["dot."], "this system reads as another name"),
        (&["blank /a"], "this system reads as another name"),
        (&["PROGRA~1/a"], "this system reads as another name"),
        (&["a?"], "this system reads as another name"),
        (&["../escaped.txt"], "leads out of the folder"),
        (&["a\\..\\..\\escaped.txt"], "other systems read as a path elsewhere"),
        (&["C:x"], "other systems read as a path elsewhere"),
        (&["/escaped.txt"], "is an absolute name"),
        (&["Twice", "tWICE"], "two entries"),
    ]
    .into_iter()
    .enumerate()
    {
        let archive = format!("{number}.zip");
        zipped(&files.work.join(&archive), names);
        let before = files.tree();
        let message = files.effect("open_archive", json!({"archive": archive, "folder": "out"})).await;
        assert!(message.starts_with("refused: ") && message.contains(sentence), "{names:?}: {message}");
        assert_eq!(files.tree(), before, "nothing is left of {names:?}");
    }
    assert!(!files.top.join("escaped.txt").exists());
}
