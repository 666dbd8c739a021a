//! What can go wrong with knowledge, and what can be done about it.

use deskpilot_core::Remedy;
use std::{io, path::PathBuf, time::Duration};
use thiserror::Error;

/// What went wrong.
#[derive(Debug, Error)]
pub enum KnowledgeError {
    /// A document or its folder cannot be read.
    #[error("{} cannot be read: {source}", path.display())]
    NotRead {
        /// Which.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A document is not what its ending says.
    #[error("{} is no help document: {message}", path.display())]
    NotUnderstood {
        /// Which.
        path: PathBuf,
        /// What is wrong with it.
        message: String,
    },
    /// There is more than is searched at every step.
    #[error("{} is too large to be searched at every step: at most {limit}; split it, or leave some of it out", path.display())]
    TooLarge {
        /// The document or the folder.
        path: PathBuf,
        /// How much there may be.
        limit: String,
    },
    /// The source took too long.
    #[error("no answer came within {} s", .0.as_secs())]
    Late(Duration),
}

impl KnowledgeError {
    /// What can be done about it: a person must look after documents; what was late may come the next time.
    pub const fn remedy(&self) -> Remedy {
        match self {
            KnowledgeError::Late(_) => Remedy::Retry,
            KnowledgeError::NotRead { .. }
            | KnowledgeError::NotUnderstood { .. }
            | KnowledgeError::TooLarge { .. } => Remedy::AskUser,
        }
    }
}
