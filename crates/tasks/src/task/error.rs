//! Errors of task files, and their remedies.

use deskpilot_core::Remedy;
use std::path::PathBuf;
use thiserror::Error;

/// Why a task file is invalid or its task cannot begin.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TaskFileError {
    /// It cannot be read.
    #[error("{} cannot be read: {why}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The reason.
        why: String,
    },
    /// It has invalid content.
    #[error("{}, line {line}: {why}", path.display())]
    Wrong {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong, and how to fix it.
        why: String,
    },
    /// One of the task's initial files cannot be written.
    #[error("{} cannot be written: {why}", path.display())]
    NotSetUp {
        /// The file.
        path: PathBuf,
        /// The reason.
        why: String,
    },
}

impl TaskFileError {
    /// The remedy: a person must fix the file.
    pub const fn remedy(&self) -> Remedy {
        Remedy::AskUser
    }
}
