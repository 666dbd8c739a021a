//! What can go wrong with knowledge, and what can be done about it.

use deskpilot_core::Remedy;
use std::{io, path::PathBuf};
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
}

impl KnowledgeError {
    /// What can be done about it: a person must look after the documents.
    pub const fn remedy(&self) -> Remedy {
        Remedy::AskUser
    }
}
