//! Folders of documents, and indexes of them.

use deskpilot_knowledge::{Index, Kind, SourceFile, read_document};
use std::{fs, path::Path};
use tempfile::{TempDir, tempdir};

/// A folder with these files.
pub(crate) fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempdir().expect("a folder for the test");
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap_or(Path::new("/"))).expect("its sub-folders");
        fs::write(path, text).expect("its files");
    }
    folder
}

/// An index in a folder of its own.
pub(crate) struct Indexed {
    pub(crate) index: Index,
    store: TempDir,
}

impl Indexed {
    /// Closes the index; the folder remains.
    pub(crate) fn close(self) -> TempDir {
        self.store
    }
}

/// An index of the documents in this folder.
pub(crate) async fn indexed(folder: &Path) -> Indexed {
    let store = tempdir().expect("a folder for the index");
    let index = Index::open(store.path().join("knowledge.db")).await.expect("a new index");
    let files = SourceFile::all_in(folder, Kind::Help, None).expect("the files");
    let report = index.add(files, read_document, |_| ()).await.expect("the documents");
    assert!(report.failures.is_empty(), "{report:?}");
    Indexed { index, store }
}
