//! What can go wrong with demonstrations.

use deskpilot_core::Remedy;
use deskpilot_desktop::DesktopError;
use deskpilot_system::reason;
use std::{
    io,
    path::{Path, PathBuf},
};
use thiserror::Error;

/// Why a demonstration cannot be recorded, read, written, imported or compiled.
#[derive(Debug, Error)]
pub enum DemonstrationError {
    /// The name could lead out of the folder of demonstrations, or is not one.
    #[error(
        "{0:?} is no name of a demonstration: use letters, digits, -, _ and ., at most 100 bytes, and begin with a letter or digit"
    )]
    BadName(String),
    /// There is no demonstration of this name.
    #[error("there is no demonstration {name:?} in {}: `deskpilot demonstrations list` shows those that are there", .folder.display())]
    Unknown {
        /// The name.
        name: String,
        /// The folder that was searched.
        folder: PathBuf,
    },
    /// There is one of this name already.
    #[error(
        "there is a demonstration {0:?} already: choose another name, or remove it with `deskpilot demonstrations remove {0}`"
    )]
    Exists(String),
    /// The file of a demonstration was edited and is no longer valid.
    #[error("{}: {why}", .path.display())]
    BadFile {
        /// The file.
        path: PathBuf,
        /// What is wrong, and how to fix it.
        why: String,
    },
    /// An archive is refused.
    #[error("{} is not imported: {why}", .path.display())]
    BadArchive {
        /// The archive.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// The steps cannot be made a plan.
    #[error("this demonstration cannot be followed: {0}")]
    NoPlan(String),
    /// A file cannot be read or written.
    #[error("{}: {}", .path.display(), reason(.source))]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The desktop cannot be watched.
    #[error(transparent)]
    Desktop(#[from] DesktopError),
}

impl DemonstrationError {
    /// A person must resolve every demonstration error: they gave the name, the file or the desktop.
    pub const fn remedy(&self) -> Remedy {
        match self {
            DemonstrationError::Desktop(_) => Remedy::GiveUp,
            _ => Remedy::AskUser,
        }
    }

    pub(crate) fn file(path: &Path) -> impl FnOnce(io::Error) -> DemonstrationError {
        let path = path.to_owned();
        move |source| DemonstrationError::File { path, source }
    }
}
