//! Errors of the files and folders that the runtime reads, writes and locks.

use deskpilot_desktop::FileAccess;
use std::{
    io,
    path::{Path, PathBuf},
};

/// Why a file or folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// It cannot be read.
    #[error("{} cannot be read", path.display())]
    NotRead {
        /// Its path.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The file of a setting cannot be opened.
    #[error("{} cannot be read; name a file with {setting}", path.display())]
    NotOpened {
        /// Its path.
        path: PathBuf,
        /// The setting that can name another file.
        setting: String,
        /// The system's error.
        source: io::Error,
    },
    /// It cannot be written.
    #[error("{} cannot be written", path.display())]
    NotWritten {
        /// Its path.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// It cannot be created.
    #[error("{} cannot be created", path.display())]
    NotCreated {
        /// Its path.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// Its real path is unknown.
    #[error("{} cannot be found", path.display())]
    NotFound {
        /// Its path.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// Other users keep their access to it.
    #[error("{} cannot be made private", path.display())]
    NotPrivate {
        /// Its path.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// It cannot be locked.
    #[error("{} cannot be locked", path.display())]
    NotLocked {
        /// Its path.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The folder of what was learned can neither be created nor locked.
    #[error("{}", path.display())]
    LearnedFolder {
        /// Its path.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// Its path has no folder.
    #[error("{} is in no folder", path.display())]
    NoFolder {
        /// Its path.
        path: PathBuf,
    },
    /// Somebody besides the user and the administrator can change or replace it.
    #[error("{} is not used: {remedy}", path.display())]
    Exposed {
        /// Its path.
        path: PathBuf,
        /// What to do about it.
        remedy: String,
    },
    /// Other users have more access to it than they may have.
    #[error("{}", access_text(path, *access, remedy))]
    TooAccessible {
        /// Its path.
        path: PathBuf,
        /// What others may do with it.
        access: FileAccess,
        /// The command that limits their access.
        remedy: String,
    },
}

impl FileError {
    /// For `map_err`: this file or folder cannot be read.
    pub(crate) fn not_read(path: &Path) -> impl Fn(io::Error) -> FileError {
        move |source| FileError::NotRead { path: path.into(), source }
    }

    /// For `map_err`: this file cannot be written.
    pub(crate) fn not_written(path: &Path) -> impl Fn(io::Error) -> FileError {
        move |source| FileError::NotWritten { path: path.into(), source }
    }

    /// For `map_err`: this folder cannot be created.
    pub(crate) fn not_created(path: &Path) -> impl Fn(io::Error) -> FileError {
        move |source| FileError::NotCreated { path: path.into(), source }
    }

    /// For `map_err`: this folder of what was learned cannot be created or locked.
    pub(crate) fn learned_folder(path: &Path) -> impl Fn(io::Error) -> FileError {
        move |source| FileError::LearnedFolder { path: path.into(), source }
    }
}

fn access_text(path: &Path, access: FileAccess, remedy: &str) -> String {
    let path = path.display();
    match access {
        FileAccess::Own => format!("{path} belongs to another user, who can change it: create your own file"),
        FileAccess::Change => format!("{path} can be changed by others: run `{remedy}`"),
        FileAccess::Read | FileAccess::Nothing => format!("{path} can be read by others: run `{remedy}`"),
    }
}
