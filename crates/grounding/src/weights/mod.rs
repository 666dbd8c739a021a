//! The OCR weights: two files, verified by hash, in a folder of the user.

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
    /// Its file name, in the package and in the folder.
    pub name: &'static str,
    /// The expected SHA-256 hash in hexadecimal; other files are refused.
    pub sha256: &'static str,
    /// Its size in bytes.
    pub bytes: u64,
    /// Its purpose.
    pub what: &'static str,
}

/// The package with the weights.
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

/// All required files.
pub const WEIGHT_FILES: &[WeightFile] = &[DETECTION, RECOGNITION];

/// The location of the weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    folder: PathBuf,
}

impl Weights {
    /// The weights in this folder, whether or not they exist.
    pub fn in_folder(folder: impl Into<PathBuf>) -> Weights {
        Weights { folder: folder.into() }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}
