//! Weights of networks: files with known hashes in a folder of the user, taken from a package or fetched with pip.

mod error;
mod fetch;
mod package;
mod stored;

pub use error::WeightsError;

use deskpilot_core::Feature;
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

/// A package with weights, and how a person installs them.
#[derive(Debug, PartialEq, Eq)]
pub struct WeightPackage {
    /// Its name and version, such as `rapidocr==3.10.0`.
    pub name: &'static str,
    /// All required files.
    pub files: &'static [WeightFile],
    /// The command that installs it, such as `deskpilot grounding`, with the subcommands `fetch` and `add`.
    pub command: &'static str,
    /// The feature that this build lacks and without which the weights are of no use.
    pub lacking: Option<Feature>,
}

/// The location of the weights of a package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    folder: PathBuf,
    package: &'static WeightPackage,
}

impl Weights {
    /// The weights of this package in this folder, whether or not they exist.
    pub fn in_folder(folder: impl Into<PathBuf>, package: &'static WeightPackage) -> Weights {
        Weights { folder: folder.into(), package }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}
