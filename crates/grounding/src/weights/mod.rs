//! What the networks have learned: two files, known by their hashes, in a folder of the user's.

mod error;
mod fetch;
mod package;

pub use error::WeightsError;
pub use fetch::fetch;
pub use package::add;

use sha2::{Digest, Sha256};
use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
};
use tempfile::NamedTempFile;

/// A file of weights.
#[derive(Debug, PartialEq, Eq)]
pub struct WeightFile {
    /// Its name, in the package and in the folder.
    pub name: &'static str,
    /// The SHA-256 hash of the bytes that were tried, in hexadecimal. Others are refused.
    pub sha256: &'static str,
    /// How many bytes it has.
    pub bytes: u64,
    /// What it is for.
    pub what: &'static str,
}

/// The package that holds them.
pub(crate) const PACKAGE: &str = "rapidocr==3.10.0";

const DETECTION: WeightFile = WeightFile {
    name: "PP-OCRv6_det_small.onnx",
    sha256: "090f04abcd9d9a7498bc4ebf677e4cb9bdce1fe4197ddb7e529f1ef44e1ff94f",
    bytes: 9_929_594,
    what: "finds the lines of text in a picture",
};

const RECOGNITION: WeightFile = WeightFile {
    name: "PP-OCRv6_rec_small.onnx",
    sha256: "6f327246b50388f3c176ae304bd95767ea6dc0c9ae92153ef8cbe210b3c14884",
    bytes: 21_234_383,
    what: "reads a line of text",
};

/// Every file that is needed.
pub const FILES: &[WeightFile] = &[DETECTION, RECOGNITION];

/// Where the weights are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    folder: PathBuf,
}

impl Weights {
    /// The weights in this folder, whether they are there or not.
    pub fn in_folder(folder: impl Into<PathBuf>) -> Weights {
        Weights { folder: folder.into() }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// An error that says what to do unless every file is there, with the bytes that were tried.
    pub fn check(&self) -> Result<(), WeightsError> {
        FILES.iter().try_for_each(|file| self.read(file).map(drop))
    }

    pub(crate) fn detection(&self) -> Result<Vec<u8>, WeightsError> {
        self.read(&DETECTION)
    }

    pub(crate) fn recognition(&self) -> Result<Vec<u8>, WeightsError> {
        self.read(&RECOGNITION)
    }

    fn read(&self, file: &WeightFile) -> Result<Vec<u8>, WeightsError> {
        let path = self.folder.join(file.name);
        let bytes = fs::read(&path).map_err(|_| WeightsError::Absent(path.clone()))?;
        if file.is(&bytes) { Ok(bytes) } else { Err(WeightsError::Different(path)) }
    }

    /// Puts a file into the folder, whole or not at all; nothing but the bytes that were tried.
    fn keep(&self, file: &WeightFile, bytes: &[u8]) -> Result<(), WeightsError> {
        if !file.is(bytes) {
            return Err(WeightsError::Different(PathBuf::from(file.name)));
        }
        let unwritable = |why| WeightsError::Unwritable { folder: self.folder.clone(), why };
        fs::create_dir_all(&self.folder).map_err(unwritable)?;
        let mut part = NamedTempFile::new_in(&self.folder).map_err(unwritable)?;
        part.write_all(bytes).and_then(|()| part.as_file().sync_all()).map_err(unwritable)?;
        part.persist(self.folder.join(file.name)).map_err(|error| unwritable(error.error))?;
        Ok(())
    }
}

impl WeightFile {
    fn is(&self, bytes: &[u8]) -> bool {
        let hash = Sha256::digest(bytes);
        hash.iter().map(|byte| format!("{byte:02x}")).collect::<String>() == self.sha256
    }
}
