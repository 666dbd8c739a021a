//! Errors of single artefacts.

use crate::results_error::remedy_of_write;
use std::{
    io,
    path::{Path, PathBuf},
};
use thiserror::Error;
use tokio::task::JoinError;

/// Why an artefact is not stored or read.
#[derive(Debug, Error)]
pub enum TransferError {
    /// A name leads out of the place for artefacts.
    #[error("{0:?} is not the name of an artefact")]
    BadName(String),
    /// There is no artefact of this name.
    #[error("there is no artefact {0}: a worker uses another place, or somebody removed it")]
    Missing(String),
    /// The file of an artefact cannot be written.
    #[error("{} cannot be written{}", path.display(), remedy_of_write(source))]
    NotWritten {
        /// Its path.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The file of an artefact cannot be read.
    #[error("{} cannot be read", path.display())]
    NotRead {
        /// Its path.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The thread that works on the file panicked.
    #[error(transparent)]
    Panicked(#[from] JoinError),
    /// A bucket does not store an artefact.
    #[error("{address}/{name} cannot be written: {why}")]
    NotUploaded {
        /// The address of the bucket, without its secrets.
        address: String,
        /// The name of the artefact.
        name: String,
        /// What the server says, and what to do.
        why: String,
    },
    /// A bucket does not give an artefact.
    #[error("{address}/{name} cannot be read: {why}")]
    NotDownloaded {
        /// The address of the bucket, without its secrets.
        address: String,
        /// The name of the artefact.
        name: String,
        /// What the server says, and what to do.
        why: String,
    },
}

impl TransferError {
    /// For `map_err`: this file cannot be written.
    pub(super) fn not_written(path: &Path) -> impl Fn(io::Error) -> TransferError {
        move |source| TransferError::NotWritten { path: path.into(), source }
    }

    /// For `map_err`: this file cannot be read.
    pub(super) fn not_read(path: &Path) -> impl Fn(io::Error) -> TransferError {
        move |source| TransferError::NotRead { path: path.into(), source }
    }
}
