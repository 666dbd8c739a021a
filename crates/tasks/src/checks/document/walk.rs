//! Walks through the XML of a part. Entities that a document defines itself stay as it writes them.

use super::document_error::DocumentError;
use deskpilot_documents::xml::{self, Content, EntitySet, XmlEvent};

/// Calls `visit` for every event in order, but skips elements with these names and their content.
pub(super) fn walk(
    xml: &str,
    without: &[&str],
    mut visit: impl FnMut(XmlEvent<'_>),
) -> Result<(), DocumentError> {
    xml::walk(xml, EntitySet::Predefined, |event| match event {
        XmlEvent::Open(tag) if without.contains(&tag.name()) => Content::Skipped,
        event => {
            visit(event);
            Content::Visited
        }
    })?;
    Ok(())
}
