//! Why a command of files did nothing, as a sentence that says what to do instead.

use deskpilot_core::{Effect, Refusal};
use std::{
    io::{self, ErrorKind},
    path::Path,
};

/// Why nothing was done.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FileError {
    /// An argument does not fit.
    #[error("{name} must be {must}")]
    Argument {
        /// Its name.
        name: &'static str,
        /// What it must be.
        must: String,
    },
    /// It is not possible for this reason.
    #[error("{0}")]
    NotPossible(String),
    /// A part was done, and the sentence says which.
    #[error("{0}")]
    Partly(String),
    /// It took too long.
    #[error("it was stopped after {millis} ms, and nothing is left of it: ask for less at once")]
    Late {
        /// The time that it had.
        millis: u128,
    },
    /// Nobody waits for it any more.
    #[error("it was stopped, and nothing is left of it")]
    Stopped,
}

impl FileError {
    /// The effect of a command that failed.
    pub(crate) fn effect(self, command: &str) -> Effect {
        match self {
            FileError::Argument { name, must } => {
                Effect::Refused(Refusal::BadArgument { name: name.to_owned(), must })
            }
            FileError::Partly(what) => Effect::Partial(what),
            other => {
                Effect::Refused(Refusal::NotPossible { what: command.to_owned(), why: other.to_string() })
            }
        }
    }
}

/// That something about this path is not possible.
pub(crate) fn about(path: &Path, why: &str) -> FileError {
    FileError::NotPossible(format!("{path:?} {why}"))
}

/// What an error of the system about this path means, and what to do.
pub(crate) fn of_system(path: &Path, error: &io::Error) -> FileError {
    let why = match error.kind() {
        ErrorKind::NotFound => "does not exist: list its folder to see the names",
        ErrorKind::AlreadyExists => "exists already: name another place, or remove it first",
        ErrorKind::PermissionDenied => "is not yours to use: the system refuses it",
        ErrorKind::ReadOnlyFilesystem => "is on a disk that cannot be written: name a place elsewhere",
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "has no space left on its disk: free some first",
        ErrorKind::NotADirectory => "is no folder",
        ErrorKind::IsADirectory => "is a folder",
        ErrorKind::DirectoryNotEmpty => "is a folder that is not empty",
        ErrorKind::InvalidFilename => "has a name that is too long: choose a shorter one",
        _ => return about(path, &format!("cannot be used: {error}")),
    };
    about(path, why)
}
