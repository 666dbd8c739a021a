//! Why a document is not read: it is not a document, or what it holds stays unknown.

use deskpilot_documents::{
    office::{PackageError, PartError},
    xml::XmlError,
};

/// Why a document could not be read.
#[derive(Debug)]
pub(super) enum DocumentError {
    /// It is no document.
    NotADocument(String),
    /// It may be a document but could not be read.
    Unreadable(String),
}

impl From<PackageError> for DocumentError {
    fn from(error: PackageError) -> DocumentError {
        match error {
            PackageError::NotAPackage(_) | PackageError::MissingPart(_) => {
                DocumentError::NotADocument(error.to_string())
            }
            PackageError::TooManyParts | PackageError::DamagedPart { .. } | PackageError::TooLarge { .. } => {
                DocumentError::Unreadable(error.to_string())
            }
        }
    }
}

impl From<PartError> for DocumentError {
    fn from(error: PartError) -> DocumentError {
        match error {
            PartError::Package(error) => error.into(),
            PartError::Xml(error) => error.into(),
        }
    }
}

impl From<XmlError> for DocumentError {
    fn from(error: XmlError) -> DocumentError {
        DocumentError::Unreadable(error.to_string())
    }
}
