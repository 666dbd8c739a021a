//! Walks through XML. Resolves only the five XML entities and numeric character references.

use super::package::Trouble;
use quick_xml::{
    Reader, XmlVersion,
    events::{BytesRef, BytesStart, Event},
};

/// One event of the walk.
pub(super) enum Piece<'a> {
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
        local(self.0.name().into_inner())
    }

    /// The value of an attribute.
    pub(super) fn value(&self, name: &str) -> Option<String> {
        // The check for duplicate attributes takes quadratic time.
        let mut attributes = self.0.attributes();
        let found = attributes.with_checks(false).flatten().find(|it| local(it.key.into_inner()) == name)?;
        found.normalized_value(XmlVersion::Implicit1_0).ok().map(|value| value.into_owned())
    }

    /// A repeat count attribute; 1 if missing.
    pub(super) fn times(&self, name: &str) -> u64 {
        self.value(name).and_then(|it| it.parse().ok()).unwrap_or(1)
    }
}

/// Calls `see` for every piece in order, but skips elements with these names and their content.
pub(super) fn walk(xml: &str, without: &[&str], mut see: impl FnMut(Piece<'_>)) -> Result<(), Trouble> {
    let mut reader = Reader::from_str(xml.trim_start_matches('\u{feff}'));
    let (mut depth, mut left_out) = (0_usize, None);
    loop {
        let unread = |why: String| Trouble::Unread(format!("its XML is damaged: {why}"));
        let event = reader.read_event().map_err(|error| unread(error.to_string()))?;
        let shows = left_out.is_none();
        match event {
            Event::Start(start) => {
                depth += 1;
                let tag = Tag(start);
                if shows && without.contains(&tag.name()) {
                    left_out = Some(depth);
                } else if shows {
                    see(Piece::Open(&tag));
                }
            }
            Event::Empty(start) if shows => {
                let tag = Tag(start);
                if !without.contains(&tag.name()) {
                    see(Piece::Open(&tag));
                    see(Piece::Close(tag.name()));
                }
            }
            Event::End(end) => {
                if shows {
                    see(Piece::Close(local(end.name().into_inner())));
                } else if left_out == Some(depth) {
                    left_out = None;
                }
                depth = depth.saturating_sub(1);
            }
            Event::Text(text) if shows => see(Piece::Text(&text.xml10_content())),
            Event::CData(text) if shows => see(Piece::Text(&text.xml10_content())),
            Event::GeneralRef(entity) if shows => see(Piece::Text(&resolved(&entity))),
            Event::Eof if depth > 0 => return Err(unread("it ends in the middle".into())),
            Event::Eof => return Ok(()),
            _ => {}
        }
    }
}

/// The text of an entity; unknown entities, which a document type would have to define, stay as written.
fn resolved(entity: &BytesRef<'_>) -> String {
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

fn local(name: &str) -> &str {
    name.rsplit_once(':').map_or(name, |(_, local)| local)
}
