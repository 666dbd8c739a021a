//! Errors of what is learned.

use deskpilot_system::reason;
use std::{io, path::PathBuf};
use thiserror::Error;

/// An error of skills or experience.
#[derive(Debug, Error)]
pub enum LearningError {
    /// A file or folder cannot be read or written.
    #[error("{}: {}", path.display(), reason(source))]
    File {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// A file is not a valid skill or record of experience.
    #[error("{} is not understood: {message}", path.display())]
    NotUnderstood {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        message: String,
    },
    /// There is no skill or experience of this name.
    #[error("there is no {kind} {name:?}: `deskpilot {command}` lists them")]
    Missing {
        /// What the file or name was expected to be: a skill or experience.
        kind: &'static str,
        /// Its name.
        name: String,
        /// The command that lists the existing ones.
        command: &'static str,
    },
}
