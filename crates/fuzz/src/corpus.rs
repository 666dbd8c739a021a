//! The inputs that a target begins with: the files of `fuzz/corpus/NAME`.
#![expect(clippy::expect_used, clippy::panic, reason = "a corpus that is missing is a test failure")]

use std::{
    fs,
    path::{Path, PathBuf},
};

/// The inputs of a target, in the order of their names.
pub(super) struct Corpus(Vec<Vec<u8>>);

impl Corpus {
    pub(super) fn read(name: &str) -> Corpus {
        let folder = folder().join("corpus").join(name);
        let Ok(entries) = fs::read_dir(&folder) else {
            panic!("there is no corpus: put one file or more into {}", folder.display());
        };
        let mut files: Vec<PathBuf> = entries.map(|it| it.expect("a folder can be read").path()).collect();
        files.sort();
        assert!(!files.is_empty(), "there is nothing in {}", folder.display());
        Corpus(files.iter().map(|it| fs::read(it).expect("a file can be read")).collect())
    }

    #[cfg(test)]
    pub(super) fn of(inputs: &[&[u8]]) -> Corpus {
        Corpus(inputs.iter().map(|it| it.to_vec()).collect())
    }

    pub(super) fn inputs(&self) -> &[Vec<u8>] {
        &self.0
    }
}

/// The file for an input that makes a target fail.
pub(super) fn found(name: &str) -> PathBuf {
    let found = folder().join("found");
    fs::create_dir_all(&found).expect("a folder can be made");
    found.join(name)
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz")
}
