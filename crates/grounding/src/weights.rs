//! The weights of the text reader.

use deskpilot_core::Feature;
use deskpilot_weights::{WeightFile, WeightPackage, Weights};
use std::path::PathBuf;

/// Finds lines.
pub(crate) const DETECTION: WeightFile = WeightFile {
    name: "PP-OCRv6_det_small.onnx",
    sha256: "090f04abcd9d9a7498bc4ebf677e4cb9bdce1fe4197ddb7e529f1ef44e1ff94f",
    bytes: 9_929_594,
    what: "finds the lines of text in a picture",
};

/// Reads lines.
pub(crate) const RECOGNITION: WeightFile = WeightFile {
    name: "PP-OCRv6_rec_small.onnx",
    sha256: "6f327246b50388f3c176ae304bd95767ea6dc0c9ae92153ef8cbe210b3c14884",
    bytes: 21_234_383,
    what: "reads a line of text",
};

/// The package with the weights of the text reader.
pub const OCR_WEIGHTS: WeightPackage = WeightPackage {
    name: "rapidocr==3.10.0",
    files: &[DETECTION, RECOGNITION],
    command: "deskpilot grounding",
    lacking: if cfg!(feature = "ocr") { None } else { Some(Feature::Ocr) },
};

/// The weights of the text reader in this folder, whether or not they exist.
pub fn weights(folder: impl Into<PathBuf>) -> Weights {
    Weights::in_folder(folder, &OCR_WEIGHTS)
}
