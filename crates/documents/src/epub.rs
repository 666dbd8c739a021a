//! Electronic books (EPUB): an archive of pages in XHTML, which are read in the order of the book's spine.

mod manifest;

use crate::{
    Document, DocumentError, Format, Section, html,
    limits::{LARGEST_TEXT, MOST_SECTIONS},
    office::Package,
    text,
    xml::{Content, XmlEvent, walk_document},
};
use manifest::Manifest;
use std::collections::HashSet;

/// The part that names the book.
const CONTAINER: &str = "META-INF/container.xml";
/// The part that names what is encrypted.
const ENCRYPTION: &str = "META-INF/encryption.xml";

/// A book: the sections of all of its pages, under its title.
pub(crate) fn read(bytes: &[u8], name: &str) -> Result<Document, DocumentError> {
    let mut package = Package::open(bytes, LARGEST_TEXT).map_err(|error| error.of_document(Format::Epub))?;
    let place = book_place(&part(&mut package, CONTAINER)?)?;
    let manifest = Manifest::read(&part(&mut package, &place)?, &place)?;
    if manifest.pages.is_empty() {
        return Err(damaged("its spine names no page"));
    }
    check_unencrypted(&mut package, &manifest)?;
    let title = text::title(if manifest.title.trim().is_empty() { name } else { &manifest.title });
    let mut sections = Vec::new();
    for page in &manifest.pages {
        let page = html::read_xhtml(&part(&mut package, page)?, &title)?;
        sections.extend(page.sections.into_iter().map(|it| under(&title, it)));
        if sections.len() > MOST_SECTIONS {
            return Err(DocumentError::TooMuch("sections"));
        }
    }
    let language = Some(manifest.language.trim().to_owned()).filter(|it| !it.is_empty());
    Ok(Document { title, application: None, version: None, language, sections, missing_text: None })
}

/// The section of a page as one of the book.
fn under(title: &str, mut section: Section) -> Section {
    if section.path.first().is_none_or(|it| it != title) {
        section.path.insert(0, title.to_owned());
    }
    section
}

/// The name of the part that describes the book.
fn book_place(container: &str) -> Result<String, DocumentError> {
    let mut place = None;
    walk_document(container, Format::Epub, |event| {
        if let XmlEvent::Open(tag) = event
            && tag.name() == "rootfile"
            && place.is_none()
        {
            place = tag.attribute("full-path");
        }
        Content::Visited
    })?;
    place.ok_or_else(|| damaged(&format!("{CONTAINER} names no book")))
}

/// Fails if a page is encrypted. Fonts often are, and are not read.
fn check_unencrypted(package: &mut Package<'_>, manifest: &Manifest) -> Result<(), DocumentError> {
    let list = package.optional_part(ENCRYPTION).map_err(|error| error.of_document(Format::Epub))?;
    let Some(list) = list else { return Ok(()) };
    let pages: HashSet<&str> = manifest.pages.iter().map(String::as_str).collect();
    let mut is_encrypted = false;
    walk_document(&list, Format::Epub, |event| {
        if let XmlEvent::Open(tag) = event
            && tag.name() == "CipherReference"
        {
            let part = tag.attribute("URI").map(|it| manifest::part_of_address("", &it));
            is_encrypted |= part.is_some_and(|it| pages.contains(it.as_str()));
        }
        Content::Visited
    })?;
    if is_encrypted { Err(damaged("its pages are encrypted")) } else { Ok(()) }
}

fn part(package: &mut Package<'_>, name: &str) -> Result<String, DocumentError> {
    package.part(name).map_err(|error| error.of_document(Format::Epub))
}

fn damaged(why: &str) -> DocumentError {
    DocumentError::damaged(Format::Epub, &why)
}

#[cfg(test)]
mod tests;
