//! What can be wrong with a task file, and what can be done about it.

use deskpilot_core::Remedy;
use std::path::PathBuf;
use thiserror::Error;

/// Why a file is no task, or a task cannot begin.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TaskFileError {
    /// It cannot be read.
    #[error("{} cannot be read: {why}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why not.
        why: String,
    },
    /// It says something that is not understood.
    #[error("{}, line {line}: {why}", path.display())]
    Wrong {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong there, and what would be right.
        why: String,
    },
    /// A file that it begins with cannot be written.
    #[error("{} cannot be written: {why}", path.display())]
    NotSetUp {
        /// The file to be.
        path: PathBuf,
        /// Why not.
        why: String,
    },
}

impl TaskFileError {
    /// What can be done about it: a person must mend the file.
    pub const fn remedy(&self) -> Remedy {
        Remedy::AskUser
    }
}
