//! PDF documents, which poppler reads in a sandbox: readers of PDF are large and fail in many ways, and documents are made to
//! exploit them.

mod columns;
mod convert;
mod hyphens;
mod layout;
mod lines;
mod margins;

use crate::{Document, DocumentError, Format, MissingText};
use lines::Pages;

/// A PDF document.
pub(crate) fn read(bytes: &[u8], name: &str) -> Result<Document, DocumentError> {
    if !bytes.starts_with(b"%PDF-") {
        return Err(DocumentError::damaged(Format::Pdf, &"it does not begin with %PDF-"));
    }
    document(Pages::read(&convert::to_xml(bytes)?)?, name)
}

/// The document of these pages.
///
/// # Errors
/// None of its pages has text.
fn document(mut pages: Pages, name: &str) -> Result<Document, DocumentError> {
    pages.lines = margins::without_margins(&pages);
    let missing_text = MissingText::of(pages.count, pages.lines.iter().map(|it| it.page));
    if let Some(missing) = missing_text.as_ref().filter(|it| it.is_everything()) {
        return Err(DocumentError::NoText(missing.clone()));
    }
    pages.lines = columns::in_reading_order(&pages.lines);
    let (title, sections) = layout::sections(&pages, name)?;
    Ok(Document { title, application: None, version: None, language: None, sections, missing_text })
}

#[cfg(test)]
mod tests;
