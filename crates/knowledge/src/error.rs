//! Errors of knowledge sources, and their remedies.

use crate::LeftOutReason;
use deskpilot_core::Remedy;
use deskpilot_documents::DocumentError;
use deskpilot_system::reason;
use std::{
    io,
    path::{Path, PathBuf},
    time::Duration,
};
use thiserror::Error;

/// An error of a knowledge source.
#[derive(Debug, Error)]
pub enum KnowledgeError {
    /// A document or its folder cannot be read.
    #[error("{} cannot be read: {}", path.display(), reason(source))]
    NotRead {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// A document cannot be read, or does not have the format of its name.
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// A file gives no document.
    #[error("{} is left out: {reason}", path.display())]
    LeftOut {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: LeftOutReason,
    },
    /// Parts of a document's text were lost before it was read, or when it was decoded.
    #[error("{}: places in it that are no text (U+FFFD): {places}, the first under {title:?}; save it as UTF-8 with the program that made it, or leave it out", path.display())]
    Undecoded {
        /// The file.
        path: PathBuf,
        /// How many there are.
        places: usize,
        /// The title above the first one.
        title: String,
    },
    /// The documents are too large to be indexed.
    #[error("{} is too large to be indexed: at most {limit}; split it, or leave some of it out", path.display())]
    TooLarge {
        /// The document or the folder.
        path: PathBuf,
        /// The limit.
        limit: String,
    },
    /// A service returned no passages. The sentence says which one, what happened, and what to do.
    #[error("{0}")]
    ServiceFailed(String),
    /// A file is no index.
    #[error("{} is not an index of knowledge: {why}; name another file", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What it is.
        why: String,
    },
    /// The index was written by a newer program.
    #[error("the index {} has format {found}, and this program knows formats up to {known}: use the newer program that wrote it, or delete it and add the documents again", path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its format.
        found: i64,
        /// The newest format that this program knows.
        known: i64,
    },
    /// The index is damaged.
    #[error("the index {} is damaged: {message}; delete it and add the documents again with `deskpilot knowledge add`", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What SQLite says.
        message: String,
    },
    /// Another process writes to the index all the time.
    #[error("another process has written to the index {} for more than {} s: wait until it has ended, and try again", path.display(), patience.as_secs())]
    Busy {
        /// The file.
        path: PathBuf,
        /// How long this process waited.
        patience: Duration,
    },
    /// The disk of the index is full.
    #[error("the disk of the index {} is full: make room and try again; what was in the index is still there", path.display())]
    Full {
        /// The file.
        path: PathBuf,
    },
    /// SQLite reports another error.
    #[error("the index {} cannot be used: {source}; check that you may write the file and its folder", path.display())]
    Unusable {
        /// The file.
        path: PathBuf,
        /// SQLite's error.
        source: rusqlite::Error,
    },
    /// A text has no vector.
    #[error("texts are not compared by meaning: {0}")]
    NotEmbedded(String),
    /// The work on the index ended before it was done.
    #[error("the work on the index ended before it was done: {0}; try again")]
    Interrupted(String),
    /// The source exceeded its deadline.
    #[error("no answer came within {} s", .0.as_secs())]
    Late(Duration),
}

impl KnowledgeError {
    /// For `map_err`: what an error of SQLite means for this index.
    pub(crate) fn of_sqlite(
        path: &Path,
        patience: Duration,
    ) -> impl Fn(rusqlite::Error) -> KnowledgeError + use<> {
        use rusqlite::ErrorCode::{DatabaseBusy, DatabaseCorrupt, DatabaseLocked, DiskFull, NotADatabase};
        let path = path.to_owned();
        move |source| {
            let path = path.clone();
            match source.sqlite_error_code() {
                Some(DatabaseBusy | DatabaseLocked) => KnowledgeError::Busy { path, patience },
                Some(DatabaseCorrupt) => KnowledgeError::Damaged { path, message: source.to_string() },
                Some(NotADatabase) => KnowledgeError::Foreign { path, why: "it is no SQLite file".into() },
                Some(DiskFull) => KnowledgeError::Full { path },
                _ => KnowledgeError::Unusable { path, source },
            }
        }
    }

    /// The remedy: a person must fix the documents; a late source, or a service, may answer the next time.
    pub const fn remedy(&self) -> Remedy {
        match self {
            KnowledgeError::Late(_)
            | KnowledgeError::ServiceFailed(_)
            | KnowledgeError::Busy { .. }
            | KnowledgeError::Interrupted(_) => Remedy::Retry,
            KnowledgeError::NotRead { .. }
            | KnowledgeError::Document(_)
            | KnowledgeError::LeftOut { .. }
            | KnowledgeError::Undecoded { .. }
            | KnowledgeError::TooLarge { .. }
            | KnowledgeError::Foreign { .. }
            | KnowledgeError::Newer { .. }
            | KnowledgeError::Damaged { .. }
            | KnowledgeError::Full { .. }
            | KnowledgeError::Unusable { .. }
            | KnowledgeError::NotEmbedded(_) => Remedy::AskUser,
        }
    }
}
