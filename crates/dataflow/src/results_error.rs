//! Errors of the folders of results.

use crate::{RecordError, results_folders::SAVED_DOCUMENTS};
use std::{
    io,
    path::{Path, PathBuf},
};
use thiserror::Error;

/// Why a file or folder of results cannot be used.
#[derive(Debug, Error)]
pub enum ResultsError {
    /// It cannot be read.
    #[error("{} cannot be read", path.display())]
    NotRead {
        /// Its path.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// It cannot be written.
    #[error("{} cannot be written{}", path.display(), remedy_of_write(source))]
    NotWritten {
        /// Its path.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// It cannot be removed.
    #[error("{} cannot be removed", path.display())]
    NotRemoved {
        /// Its path.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// A file is no record.
    #[error("{}", path.display())]
    BadRecord {
        /// Its path.
        path: PathBuf,
        /// What is wrong with it.
        source: RecordError,
    },
    /// A record does not match its schema, which is a defect of Deskpilot.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A raw task cannot be written as JSON.
    #[error(transparent)]
    NotJson(#[from] serde_json::Error),
    /// A record names a document that is not in the folder of documents.
    #[error(
        "{}: its document {named:?} is not in the folder {SAVED_DOCUMENTS} of its results: put the file there, and name it as \
         {SAVED_DOCUMENTS}/FILE",
        record.display()
    )]
    OutsideDocument {
        /// The path of the record.
        record: PathBuf,
        /// What it names.
        named: String,
    },
    /// The document of a record is missing.
    #[error("{}: there is no document {named} in a folder above it: put it there", record.display())]
    NoDocument {
        /// The path of the record.
        record: PathBuf,
        /// The path of the document, as the record names it.
        named: String,
    },
    /// The real path of a document is unknown.
    #[error(transparent)]
    NotFound(io::Error),
}

impl ResultsError {
    /// For `map_err`: this file or folder cannot be read.
    pub(crate) fn not_read(path: &Path) -> impl Fn(io::Error) -> ResultsError {
        move |source| ResultsError::NotRead { path: path.into(), source }
    }

    /// For `map_err`: this file cannot be written.
    pub(crate) fn not_written(path: &Path) -> impl Fn(io::Error) -> ResultsError {
        move |source| ResultsError::NotWritten { path: path.into(), source }
    }
}

/// What to do about a file that cannot be written, as the end of a sentence; empty where its disk is not full.
pub(crate) fn remedy_of_write(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            ", because its disk is full: make room on it, and start again"
        }
        _ => "",
    }
}
