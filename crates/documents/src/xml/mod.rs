//! Walks through XML. External entities are never read, and those that a document defines itself are texts of limited size.

mod entities;

pub use entities::EntitySet;

use crate::{DocumentError, Format, limits::DEEPEST_XML};
use entities::Entities;
use quick_xml::{
    Reader,
    events::{BytesStart, Event, attributes::Attribute},
};
use thiserror::Error;

/// One event of the walk.
pub enum XmlEvent<'a> {
    /// An element begins.
    Open(&'a Tag<'a>),
    /// The innermost open element, which has this name without its prefix, ends.
    Close(&'a str),
    /// Text.
    Text(&'a str),
}

/// Whether the content of an element is visited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// It is.
    Visited,
    /// Neither it nor the end of the element is.
    Skipped,
}

/// A start tag.
pub struct Tag<'a>(BytesStart<'a>);

impl Tag<'_> {
    /// The name without its prefix.
    pub fn name(&self) -> &str {
        split_name(self.0.name().into_inner()).1
    }

    /// The prefix of the name; empty where it has none.
    pub fn prefix(&self) -> &str {
        split_name(self.0.name().into_inner()).0
    }

    /// The value of an attribute, which is named without its prefix.
    pub fn attribute(&self, name: &str) -> Option<String> {
        // Most elements have none of this name.
        if !self.0.attributes_raw().contains(name) {
            return None;
        }
        // The check for duplicate attributes takes quadratic time.
        let mut attributes = self.0.attributes();
        let attributes = attributes.with_checks(false).flatten();
        let found = attributes.into_iter().find(|it| split_name(it.key.into_inner()).1 == name)?;
        Some(value(found))
    }

    /// The value of an attribute, which is named with its prefix: that of `r:id`, where there is also an `id`.
    pub fn qualified_attribute(&self, name: &str) -> Option<String> {
        let mut attributes = self.0.attributes();
        let attributes = attributes.with_checks(false).flatten();
        attributes.into_iter().find(|it| it.key.into_inner() == name).map(value)
    }
}

/// The value of an attribute; as written where it has an entity that the document type defines.
fn value(attribute: Attribute<'_>) -> String {
    match attribute.normalized_value(quick_xml::XmlVersion::Implicit1_0) {
        Ok(value) => value.into_owned(),
        Err(_) => attribute.value.into_owned(),
    }
}

/// Why XML is not read.
#[derive(Debug, Error)]
pub enum XmlError {
    /// It is no XML, or only the beginning of some.
    #[error("its XML is damaged: {0}")]
    Damaged(String),
    /// It has more of something than is read, as XML made to exhaust a reader has.
    #[error("its XML has more {0} than are read")]
    TooMuch(&'static str),
}

impl XmlError {
    /// The same error, about a document of this format.
    pub(crate) fn of_document(self, format: Format) -> DocumentError {
        match self {
            XmlError::Damaged(why) => DocumentError::damaged(format, &why),
            XmlError::TooMuch(what) => DocumentError::TooMuch(what),
        }
    }
}

/// Calls `visit` for every event of a document of this format, as [`walk`] does.
///
/// # Errors
/// Those of [`walk`].
pub(crate) fn walk_document(
    xml: &str,
    format: Format,
    visit: impl FnMut(XmlEvent<'_>) -> Content,
) -> Result<(), DocumentError> {
    walk(xml, EntitySet::Documentation, visit).map_err(|error| error.of_document(format))
}

/// Calls `visit` for every event in order. What it returns counts for elements alone.
///
/// # Errors
/// The XML is damaged, nests too deep, or its entities stand for too much.
pub fn walk(
    xml: &str,
    entities: EntitySet,
    mut visit: impl FnMut(XmlEvent<'_>) -> Content,
) -> Result<(), XmlError> {
    let damaged = |why: &str| XmlError::Damaged(why.to_owned());
    let mut reader = Reader::from_str(xml);
    let mut entities = Entities::of(entities);
    // A part that a document does not have is empty.
    let mut is_empty = !xml.is_empty();
    let (mut depth, mut skipped) = (0_usize, None);
    loop {
        let position = reader.buffer_position();
        let event = reader.read_event();
        let event = event.map_err(|it| XmlError::Damaged(format!("{it} (byte {position})")))?;
        match event {
            Event::Start(start) => {
                is_empty = false;
                depth += 1;
                if depth > DEEPEST_XML {
                    return Err(XmlError::TooMuch("elements inside each other"));
                }
                if skipped.is_none() && visit(XmlEvent::Open(&Tag(start))) == Content::Skipped {
                    skipped = Some(depth);
                }
            }
            Event::Empty(start) => {
                is_empty = false;
                let tag = Tag(start);
                if skipped.is_none() && visit(XmlEvent::Open(&tag)) == Content::Visited {
                    visit(XmlEvent::Close(tag.name()));
                }
            }
            Event::End(end) => {
                if skipped.is_none() {
                    visit(XmlEvent::Close(split_name(end.name().into_inner()).1));
                } else if skipped == Some(depth) {
                    skipped = None;
                }
                depth = depth.saturating_sub(1);
            }
            Event::Text(text) if skipped.is_none() => drop(visit(XmlEvent::Text(&text.xml10_content()))),
            Event::CData(text) if skipped.is_none() => drop(visit(XmlEvent::Text(&text.xml10_content()))),
            Event::GeneralRef(entity) if skipped.is_none() => {
                visit(XmlEvent::Text(&entities.text(&entity)?));
            }
            Event::DocType(declaration) => entities.declare(&declaration.into_inner())?,
            Event::Eof if depth > 0 => return Err(damaged("it ends in the middle")),
            Event::Eof if is_empty => return Err(damaged("it has no element")),
            Event::Eof => return Ok(()),
            _ => {}
        }
    }
}

/// The name and the namespace of the outermost element; `None` if there is none.
pub(crate) fn root(xml: &str) -> Option<(String, String)> {
    let mut reader = Reader::from_str(xml);
    loop {
        match reader.read_event().ok()? {
            Event::Start(start) | Event::Empty(start) => {
                let tag = Tag(start);
                return Some((tag.name().to_owned(), tag.attribute("xmlns").unwrap_or_default()));
            }
            Event::Eof => return None,
            _ => {}
        }
    }
}

fn split_name(name: &str) -> (&str, &str) {
    name.rsplit_once(':').unwrap_or(("", name))
}

#[cfg(test)]
mod tests;
