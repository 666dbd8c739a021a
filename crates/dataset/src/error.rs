//! Errors of exports, and their remedies.

use deskpilot_core::Remedy;
use deskpilot_log::LogError;
use deskpilot_system::reason;
use std::{io, path::PathBuf};
use thiserror::Error;

/// Why a dataset was not exported.
#[derive(Debug, Error)]
pub enum ExportError {
    /// No trajectory has one of the wanted verdicts.
    #[error(
        "there is nothing to export: no task has the verdict {wanted}; choose other verdicts, or run more tasks"
    )]
    Nothing {
        /// The wanted verdicts.
        wanted: String,
    },
    /// The folder has files, which could be those of another split.
    #[error("{} is not empty: choose another folder, or remove what is in it", .0.display())]
    NotEmpty(PathBuf),
    /// A file or folder cannot be written.
    #[error("{} cannot be written: {}", path.display(), reason(source))]
    NotWritten {
        /// The file or folder.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// A log that was read before cannot be read any more.
    #[error(transparent)]
    Log(#[from] LogError),
    /// A table of Parquet cannot be made.
    #[error("{} cannot be written as Parquet: {why}", path.display())]
    Parquet {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
}

impl ExportError {
    /// The remedy.
    pub const fn remedy(&self) -> Remedy {
        match self {
            ExportError::Nothing { .. }
            | ExportError::NotEmpty(_)
            | ExportError::NotWritten { .. }
            | ExportError::Log(_) => Remedy::AskUser,
            ExportError::Parquet { .. } => Remedy::GiveUp,
        }
    }
}
