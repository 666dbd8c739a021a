//! Why a command of files did nothing or only a part, as a sentence that says what to do instead.

use deskpilot_core::{Effect, Refusal};
use std::{
    io::{self, ErrorKind},
    path::Path,
};

/// A program has it open and excludes others, as Windows numbers it.
const ERROR_SHARING_VIOLATION: i32 = 32;

/// Why a command did not do, or did not prove, what it was to do.
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
    /// It was done, and what is there now could not be read; the sentence says both.
    #[error("{0}")]
    Unproven(String),
    /// It took too long, and everything it had written was removed.
    #[error("it was stopped after {millis} ms")]
    Late {
        /// The time that it had.
        millis: u128,
    },
    /// The caller has gone, and everything it had written was removed.
    #[error("it was stopped")]
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
            FileError::Unproven(what) => Effect::unverified(what),
            error => {
                let hint = match error {
                    FileError::Late { .. } => ", and nothing is left of it: ask for less at once",
                    FileError::Stopped => ", and nothing is left of it",
                    _ => "",
                };
                let why = format!("{error}{hint}");
                Effect::Refused(Refusal::NotPossible { what: command.to_owned(), why })
            }
        }
    }
}

/// Turns an error that came after something was done into one that says so in words, so that nobody repeats
/// the action blindly.
pub(crate) fn unproven(done: String) -> impl FnOnce(FileError) -> FileError {
    move |error| FileError::Unproven(format!("{done}, and not read back: {error}"))
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
        ErrorKind::PermissionDenied if cfg!(windows) => {
            "is refused by the system: it is not yours, is marked read-only, or a program uses what is in it"
        }
        ErrorKind::PermissionDenied => "is not yours to use: the system refuses it",
        _ if cfg!(windows) && error.raw_os_error() == Some(ERROR_SHARING_VIOLATION) => {
            "is open in a program that shares it with nobody: close it there first"
        }
        ErrorKind::ReadOnlyFilesystem => "is on a disk that cannot be written: name a place elsewhere",
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "has no space left on its disk: free some first",
        ErrorKind::NotADirectory => "is no folder",
        ErrorKind::IsADirectory => "is a folder",
        ErrorKind::DirectoryNotEmpty => "is a folder that is not empty",
        ErrorKind::InvalidFilename if cfg!(windows) => {
            "has a name that is too long, or one that its disk does not take: choose another one"
        }
        ErrorKind::InvalidFilename => "has a name that is too long: choose a shorter one",
        _ => return about(path, &format!("cannot be used: {error}")),
    };
    about(path, why)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_failed_after_something_was_done_is_no_refusal() {
        let late = || FileError::Late { millis: 100 };
        for (error, expected) in [
            (
                late(),
                "refused: copy_file cannot do this: it was stopped after 100 ms, and nothing is left of it: ask for \
                 less at once",
            ),
            (
                unproven("\"a\" was made".into())(late()),
                "unverified: \"a\" was made, and not read back: it was stopped after 100 ms",
            ),
            (
                unproven("\"a\" was made".into())(about(Path::new("a"), "is no folder")),
                "unverified: \"a\" was made, and not read back: \"a\" is no folder",
            ),
        ] {
            assert_eq!(error.effect("copy_file").to_string(), expected);
        }
    }
}
