//! Why a document is not read.

use crate::{Format, MissingText, UnreadFormat};
use deskpilot_system::reason;
use std::{fmt, io, path::PathBuf};
use thiserror::Error;

/// Why a document is not read, and what to do.
#[derive(Debug, Error)]
pub enum DocumentError {
    /// The file cannot be opened or read, or it is too large.
    #[error("{} cannot be read: {}", path.display(), reason(source))]
    NotRead {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Nothing in its name or content says what format it has.
    #[error("{} has no format that is read here: name a file with one of these endings: {endings}", path.display(), endings = Format::ENDINGS.join(", "))]
    UnknownFormat {
        /// The file.
        path: PathBuf,
    },
    /// It is of a format that is known and not read.
    #[error("{} is {format}", path.display())]
    NotReadHere {
        /// The file.
        path: PathBuf,
        /// Its format.
        format: UnreadFormat,
    },
    /// None of its pages gives text.
    #[error("{0}; {advice}", advice = MissingText::ADVICE)]
    NoText(MissingText),
    /// A reader refused the content of this file.
    #[error("{}: {source}", path.display())]
    InFile {
        /// The file.
        path: PathBuf,
        /// Why.
        source: Box<DocumentError>,
    },
    /// It is not what its format asks for.
    #[error("it is not {format}: {why}; save it again with the program that made it, or leave it out")]
    Damaged {
        /// The format.
        format: Format,
        /// What is wrong.
        why: String,
    },
    /// It has more of something than is read, as documents made to exhaust a reader have.
    #[error("it has more {0} than are read: split it into smaller documents, or leave it out")]
    TooMuch(&'static str),
    /// A manual page that only names another one.
    #[error("it only says that {0:?} is the page: read that one")]
    OtherPage(String),
    /// A program that reads this format is missing or has failed.
    #[error("{0}")]
    Program(String),
}

impl DocumentError {
    /// Whether a document has no text because its pages are pictures.
    pub fn is_of_pictures(&self) -> bool {
        match self {
            DocumentError::NoText(_) => true,
            DocumentError::InFile { source, .. } => source.is_of_pictures(),
            _ => false,
        }
    }

    /// That the content is not of this format.
    pub(crate) fn damaged(format: Format, why: &dyn fmt::Display) -> DocumentError {
        DocumentError::Damaged { format, why: why.to_string() }
    }
}
