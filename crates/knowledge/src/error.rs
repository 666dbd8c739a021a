//! Errors of knowledge sources, and their remedies.

use deskpilot_core::Remedy;
use std::{io, path::PathBuf, time::Duration};
use thiserror::Error;

/// An error of a knowledge source.
#[derive(Debug, Error)]
pub enum KnowledgeError {
    /// A document or its folder cannot be read.
    #[error("{} cannot be read: {source}", path.display())]
    NotRead {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// A document does not have the format of its extension.
    #[error("{} is no help document: {message}", path.display())]
    NotUnderstood {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        message: String,
    },
    /// The documents are too large to search in every step.
    #[error("{} is too large to be searched at every step: at most {limit}; split it, or leave some of it out", path.display())]
    TooLarge {
        /// The document or the folder.
        path: PathBuf,
        /// The limit.
        limit: String,
    },
    /// A service gave nothing. The sentence says which one, what happened, and what to do.
    #[error("{0}")]
    ServiceFailed(String),
    /// The source exceeded its deadline.
    #[error("no answer came within {} s", .0.as_secs())]
    Late(Duration),
}

impl KnowledgeError {
    /// The remedy: a person must fix the documents; a late source, or a service, may answer the next time.
    pub const fn remedy(&self) -> Remedy {
        match self {
            KnowledgeError::Late(_) | KnowledgeError::ServiceFailed(_) => Remedy::Retry,
            KnowledgeError::NotRead { .. }
            | KnowledgeError::NotUnderstood { .. }
            | KnowledgeError::TooLarge { .. } => Remedy::AskUser,
        }
    }
}
