//! Reads documents for the index.

use crate::{KnowledgeError, LeftOutReason};
use deskpilot_documents::{Document, DocumentError, Format, ReadPicture, UnreadFormat};
use std::path::Path;

/// The document in this file; `None` for a manual page that only names another one.
///
/// # Errors
/// [`KnowledgeError::LeftOut`]: the file gives no document: its name is of no format that is read, or there is no text in it. Any
/// other: the file cannot be read, is too large, or does not have the format of its name.
pub fn read_document(path: &Path) -> Result<Option<Document>, KnowledgeError> {
    read_by(path, deskpilot_documents::read)
}

/// The same, with the text in the pictures of pages that have no other.
///
/// # Errors
/// Those of [`read_document`], and what reads the pictures fails.
pub fn read_document_with_pictures(
    path: &Path,
    pictures: ReadPicture<'_>,
) -> Result<Option<Document>, KnowledgeError> {
    read_by(path, |path| deskpilot_documents::read_with_pictures(path, pictures))
}

fn read_by(
    path: &Path,
    read: impl Fn(&Path) -> Result<Document, DocumentError>,
) -> Result<Option<Document>, KnowledgeError> {
    let left_out = |reason| KnowledgeError::LeftOut { path: path.into(), reason };
    if Format::of_name(path).is_none() {
        let unread = UnreadFormat::of_name(path).map(LeftOutReason::NotReadHere);
        return Err(left_out(unread.unwrap_or(LeftOutReason::UnknownFormat)));
    }
    match read(path) {
        Ok(document) if document.sections.is_empty() => Err(left_out(LeftOutReason::NoText)),
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
