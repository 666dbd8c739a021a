//! Reads documents for the index.

use crate::KnowledgeError;
use deskpilot_documents::{Document, DocumentError, Format};
use std::path::Path;

/// The document in this file; `None` for a file that holds none: its name is of no format that is read, or it only names another
/// one.
///
/// # Errors
/// The file cannot be read, is too large, or does not have the format of its name.
pub fn read_document(path: &Path) -> Result<Option<Document>, KnowledgeError> {
    if Format::of_name(path).is_none() {
        return Ok(None);
    }
    match deskpilot_documents::read(path) {
        Ok(document) => Ok(Some(document)),
        Err(error) if names_another(&error) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Whether it is a manual page that only says which page to read.
fn names_another(error: &DocumentError) -> bool {
    match error {
        DocumentError::OtherPage(_) => true,
        DocumentError::InFile { source, .. } => names_another(source),
        _ => false,
    }
}
