//! PDF documents, which poppler reads in a sandbox: readers of PDF are large and fail in many ways, and documents are made to
//! exploit them.

mod columns;
mod convert;
mod hyphens;
mod layout;
mod lines;
mod margins;

use crate::{Document, DocumentError, Format, MissingText, ReadPicture};
use convert::Pictures;
use lines::Pages;

/// The most pages of a document in whose pictures text is read; the others count as pages without text.
const MOST_PICTURES: usize = 300;

/// A PDF document.
pub(crate) fn read(bytes: &[u8], name: &str) -> Result<Document, DocumentError> {
    document(pages(bytes)?, name)
}

/// A PDF document, with the text in the pictures of the pages that have no other.
pub(crate) fn read_with_pictures(
    bytes: &[u8],
    name: &str,
    read: ReadPicture<'_>,
) -> Result<Document, DocumentError> {
    let mut pages = pages(bytes)?;
    let size = pages.body_size().unwrap_or(0);
    let missing = MissingText::of(pages.count, pages.lines.iter().map(|it| it.page));
    let mut pictures = Pictures::of(bytes);
    for page in missing.into_iter().flat_map(|it| it.pages).take(MOST_PICTURES) {
        let Some(picture) = pictures.page(page)? else { break };
        let lines = read(picture).map_err(DocumentError::Program)?;
        pages.add_picture(page, size, lines);
    }
    document(pages, name)
}

fn pages(bytes: &[u8]) -> Result<Pages, DocumentError> {
    if !bytes.starts_with(b"%PDF-") {
        return Err(DocumentError::damaged(Format::Pdf, &"it does not begin with %PDF-"));
    }
    Pages::read(&convert::to_xml(bytes)?)
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
