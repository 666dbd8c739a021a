//! What the networks have learned: two files, known by their hashes, in a folder of the user's.

#[cfg(not(feature = "ocr"))]
mod absent;
mod error;
#[cfg(feature = "ocr")]
mod fetch;
#[cfg(feature = "ocr")]
mod package;
#[cfg(feature = "ocr")]
mod stored;

#[cfg(not(feature = "ocr"))]
pub use absent::{add, fetch};
pub use error::WeightsError;
#[cfg(feature = "ocr")]
pub use fetch::fetch;
#[cfg(feature = "ocr")]
pub use package::add;

use std::path::{Path, PathBuf};

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
}
