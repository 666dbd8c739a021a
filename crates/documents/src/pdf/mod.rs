//! PDF documents, which poppler reads in a sandbox: readers of PDF are large and fail in many ways, and documents are made to
//! exploit them.

mod convert;
mod layout;
mod lines;

use crate::{Document, DocumentError, Format};

/// A PDF document.
pub(crate) fn read(bytes: &[u8], name: &str) -> Result<Document, DocumentError> {
    if !bytes.starts_with(b"%PDF-") {
        return Err(DocumentError::damaged(Format::Pdf, &"it does not begin with %PDF-"));
    }
    let xml = convert::to_xml(bytes)?;
    let pages = lines::Pages::read(&xml)?;
    let (title, sections) = layout::sections(&pages, name)?;
    Ok(Document { title, application: None, version: None, language: None, sections })
}
