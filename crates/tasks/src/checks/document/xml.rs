//! Walks through XML. Resolves only the five XML entities and numeric character references.

use super::package::DocumentError;
use quick_xml::{
    Reader, XmlVersion,
    events::{BytesRef, BytesStart, Event},
};

/// One event of the walk.
pub(super) enum XmlEvent<'a> {
    /// An element begins.
    Open(&'a Tag<'a>),
    /// The element of this name ends.
    Close(&'a str),
    /// Text.
    Text(&'a str),
}

/// A start tag. Names come without namespace prefixes.
pub(super) struct Tag<'a>(BytesStart<'a>);

impl Tag<'_> {
    pub(super) fn name(&self) -> &str {
        local_name(self.0.name().into_inner())
    }

    /// The value of an attribute.
    pub(super) fn attribute(&self, name: &str) -> Option<String> {
        // The check for duplicate attributes takes quadratic time.
        let mut attributes = self.0.attributes();
        let found =
            attributes.with_checks(false).flatten().find(|it| local_name(it.key.into_inner()) == name)?;
        found.normalized_value(XmlVersion::Implicit1_0).ok().map(|value| value.into_owned())
    }

    /// A repeat count attribute; 1 if missing.
    pub(super) fn repeat_count(&self, name: &str) -> u64 {
        self.attribute(name).and_then(|it| it.parse().ok()).unwrap_or(1)
    }
}

/// Calls `visit` for every event in order, but skips elements with these names and their content.
pub(super) fn walk(
    xml: &str,
    without: &[&str],
    mut visit: impl FnMut(XmlEvent<'_>),
) -> Result<(), DocumentError> {
    let mut reader = Reader::from_str(xml.trim_start_matches('\u{feff}'));
    let (mut depth, mut skipped_depth) = (0_usize, None);
    loop {
        let unread = |why: String| DocumentError::Unreadable(format!("its XML is damaged: {why}"));
        let event = reader.read_event().map_err(|error| unread(error.to_string()))?;
        let shows = skipped_depth.is_none();
        match event {
            Event::Start(start) => {
                depth += 1;
                let tag = Tag(start);
                if shows && without.contains(&tag.name()) {
                    skipped_depth = Some(depth);
                } else if shows {
                    visit(XmlEvent::Open(&tag));
                }
            }
            Event::Empty(start) if shows => {
                let tag = Tag(start);
                if !without.contains(&tag.name()) {
                    visit(XmlEvent::Open(&tag));
                    visit(XmlEvent::Close(tag.name()));
                }
            }
            Event::End(end) => {
                if shows {
                    visit(XmlEvent::Close(local_name(end.name().into_inner())));
                } else if skipped_depth == Some(depth) {
                    skipped_depth = None;
                }
                depth = depth.saturating_sub(1);
            }
            Event::Text(text) if shows => visit(XmlEvent::Text(&text.xml10_content())),
            Event::CData(text) if shows => visit(XmlEvent::Text(&text.xml10_content())),
            Event::GeneralRef(entity) if shows => visit(XmlEvent::Text(&entity_text(&entity))),
            Event::Eof if depth > 0 => return Err(unread("it ends in the middle".into())),
            Event::Eof => return Ok(()),
            _ => {}
        }
    }
}

/// The text of an entity; unknown entities, which a document type would have to define, stay as written.
fn entity_text(entity: &BytesRef<'_>) -> String {
    let name = entity.xml10_content();
    let known = match &*name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => entity.resolve_char_ref().ok().flatten(),
    };
    known.map_or_else(|| format!("&{name};"), String::from)
}

fn local_name(name: &str) -> &str {
    name.rsplit_once(':').map_or(name, |(_, local)| local)
}
