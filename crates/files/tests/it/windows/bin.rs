//! The Recycle Bin.

use crate::files_under_test::FilesUnderTest;
use serde_json::json;
use std::{
    fs,
    path::{Path, PathBuf},
};

/// The bin of this user, as the command says that it looked there, in letters that exist.
async fn own_bin(files: &mut FilesUnderTest) -> PathBuf {
    let outcome = files.outcome("restore_file", json!({"path": "none.txt"})).await;
    let message = outcome.effect.to_string();
    assert!(message.ends_with(": name the whole path that it had"), "{message}");
    let bin = message.split("is not in the bin ").nth(1).unwrap().split('"').nth(1).unwrap();
    PathBuf::from(bin.replace(r"\\", r"\"))
}

/// Removes a file as Windows 10 does: `time` are the steps of 100 ns since 1601.
fn put_into_bin(bin: &Path, file: &Path, name: &str, time: i64) -> [PathBuf; 2] {
    let path: Vec<u16> = file.to_str().unwrap().encode_utf16().chain([0]).collect();
    let numbers = [2, file.metadata().unwrap().len().cast_signed(), time].map(i64::to_le_bytes).concat();
    let letters = path.iter().flat_map(|it| it.to_le_bytes());
    let count = u32::try_from(path.len()).unwrap().to_le_bytes();
    let description: Vec<u8> = numbers.into_iter().chain(count).chain(letters).collect();
    let [described, removed] = ["$I", "$R"].map(|it| bin.join(format!("{it}{name}")));
    fs::write(&described, description).unwrap();
    fs::rename(file, &removed).unwrap();
    [described, removed]
}

#[tokio::test]
async fn what_was_removed_last_from_a_place_comes_back() {
    let mut files = FilesUnderTest::new();
    let bin = own_bin(&mut files).await;
    fs::create_dir_all(&bin).unwrap();
    let folder = files.work.join("sub");
    for (text, name, time) in
        [("second", "AAAAAA.txt", 134_000_000_000_000_002), ("first", "BBBBBB.txt", 134_000_000_000_000_001)]
    {
        let file = files.file("sub/A b.txt", text);
        put_into_bin(&bin, &file, name, time);
    }
    // What others left there, and a description of a file that is gone.
    let gone = files.file("sub/A b.txt", "gone");
    let [_, removed] = put_into_bin(&bin, &gone, "CCCCCC.txt", 134_000_000_000_000_003);
    fs::remove_file(removed).unwrap();
    fs::write(bin.join("$IDDDDDD.txt"), "no description").unwrap();
    assert!(fs::read_dir(&folder).unwrap().next().is_none());
    let message = files.confirmed("restore_file", json!({"path": "sub/a B.txt"})).await;
    assert!(message.contains("the file \"WORK/sub/a B.txt\" is back, as it was removed at 20"), "{message}");
    assert_eq!(files.text("sub/a b.txt"), "second");
    let taken = files.effect("restore_file", json!({"path": "sub/A b.txt"})).await;
    assert!(taken.contains("exists already"), "{taken}");
    fs::remove_file(files.work.join("sub/a b.txt")).unwrap();
    files.confirmed("restore_file", json!({"path": "sub/A b.txt"})).await;
    assert_eq!(files.text("sub/A b.txt"), "first");
    for name in ["$IAAAAAA.txt", "$RAAAAAA.txt", "$IBBBBBB.txt", "$RBBBBBB.txt"] {
        assert!(!bin.join(name).exists(), "{name}");
    }
    for name in ["$ICCCCCC.txt", "$IDDDDDD.txt"] {
        fs::remove_file(bin.join(name)).unwrap();
    }
}

#[tokio::test]
async fn what_is_removed_is_in_the_bin_or_stays_where_it_is() {
    let mut files = FilesUnderTest::new();
    let path = files.file("sub/a b.txt", "mine");
    let message = files.effect("remove_file", json!({"path": "sub/a b.txt"})).await;
    // The shell of Wine puts nothing into a bin.
    if path.exists() {
        assert!(
            message.starts_with("refused: ") && message.contains("nothing is deleted for good"),
            "{message}"
        );
    } else {
        assert!(message.starts_with("confirmed: "), "{message}");
        files.confirmed("restore_file", json!({"path": "sub/a b.txt"})).await;
    }
    assert_eq!(files.text("sub/a b.txt"), "mine");
    let none = files.effect("remove_file", json!({"path": "sub/none"})).await;
    assert!(none.contains("does not exist"), "{none}");
}
