//! Manual pages, which mandoc reads in a sandbox. A page that it does not read is plain text.

mod escapes;
mod heading;
mod mandoc;
mod plain;
mod request;

use crate::{Document, DocumentError, Section};
use heading::PageHeading;

pub use mandoc::missing_for_manual_pages;

/// The title and the sections of a page under this title.
type ReadSections = fn(&str, &str) -> Result<(String, Vec<Section>), DocumentError>;

/// A manual page.
pub(crate) fn read(source: &str, name: &str) -> Result<Document, DocumentError> {
    document(source, name, |source, title| or_plain_text(mandoc::sections(source, title), source, title))
}

/// A manual page as it is read where mandoc does not run.
#[cfg(any(test, fuzzing))]
pub(crate) fn read_as_plain_text(source: &str, name: &str) -> Result<Document, DocumentError> {
    document(source, name, plain::sections)
}

fn document(source: &str, name: &str, sections: ReadSections) -> Result<Document, DocumentError> {
    let page = PageHeading::of(source)?;
    let (title, sections) = sections(source, &page.title(name))?;
    Ok(Document {
        title,
        application: None,
        version: page.version,
        language: None,
        sections,
        missing_text: None,
    })
}

/// What was read, or the page as plain text if the program that reads it did not.
fn or_plain_text(
    read: Result<(String, Vec<Section>), DocumentError>,
    source: &str,
    title: &str,
) -> Result<(String, Vec<Section>), DocumentError> {
    match read {
        Err(DocumentError::Program(_) | DocumentError::Damaged { .. }) => plain::sections(source, title),
        read => read,
    }
}

#[cfg(test)]
mod tests;
