//! Why a part of an office document is not read.

use super::PackageError;
use crate::{DocumentError, Format, xml::XmlError};
use thiserror::Error;

/// Why a part of an office document is not read.
#[derive(Debug, Error)]
pub enum PartError {
    /// The package does not have it, or it is not unpacked.
    #[error(transparent)]
    Package(#[from] PackageError),
    /// Its XML is not read.
    #[error(transparent)]
    Xml(#[from] XmlError),
}

impl PartError {
    /// The same error, about a document of this format.
    pub(super) fn of_document(self, format: Format) -> DocumentError {
        match self {
            PartError::Package(error) => error.of_document(format),
            PartError::Xml(error) => error.of_document(format),
        }
    }
}
