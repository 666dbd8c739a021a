//! Pages in Mallard, the format of GNOME's help.

use super::{
    condition,
    structure::{Role, Structure},
};
use crate::{
    Document, DocumentError, Format,
    markdown::{Element, Marker},
    xml::{Content, Tag, XmlEvent, walk_document},
};

/// The namespace of its pages.
pub(crate) const NAMESPACE: &str = "http://projectmallard.org/1.0/";

/// Elements that are not for readers, or show no text.
const SKIPPED: [&str; 9] =
    ["media", "comment", "links", "include", "col", "colgroup", "credit", "license", "revision"];

/// A page.
pub(crate) fn read(xml: &str, name: &str) -> Result<Document, DocumentError> {
    let mut structure = Structure::new();
    let mut language = None;
    let mut is_first = true;
    walk_document(xml, Format::Mallard, |event| {
        match event {
            XmlEvent::Open(tag) => {
                if std::mem::take(&mut is_first) {
                    language = tag.attribute("lang");
                }
                return open(&mut structure, tag);
            }
            XmlEvent::Close(_) => structure.close(),
            XmlEvent::Text(text) => structure.text(text),
        }
        Content::Visited
    })?;
    let (title, sections) = structure.finish(name)?;
    Ok(Document { title, application: None, version: None, language, sections, missing_text: None })
}

fn open(structure: &mut Structure, tag: &Tag<'_>) -> Content {
    let role = match tag.prefix() {
        "" | "if" if is_left_out(structure, tag) => None,
        "" => role(structure, tag),
        "if" => conditional(structure, tag),
        // Other vocabularies, such as the lyrics of a video.
        _ => None,
    };
    let Some(role) = role else { return Content::Skipped };
    let label = (tag.name() == "note").then(|| note_label(tag));
    structure.open(role);
    if let Some(label) = label {
        structure.label(label);
    }
    Content::Visited
}

/// Whether a condition of the element does not hold.
fn is_left_out(structure: &Structure, tag: &Tag<'_>) -> bool {
    let is_late = matches!(structure.parent(), Some(Role::Choice { is_made: true }));
    is_late || tag.attribute("test").is_some_and(|it| !condition::holds(&it))
}

/// The elements of conditions, whose test holds.
fn conditional(structure: &mut Structure, tag: &Tag<'_>) -> Option<Role> {
    match tag.name() {
        "choose" => Some(Role::Choice { is_made: false }),
        "when" | "else" => {
            structure.choose();
            Some(Role::Container(Element::Inline))
        }
        "if" => Some(Role::Container(Element::Inline)),
        _ => None,
    }
}

fn role(structure: &Structure, tag: &Tag<'_>) -> Option<Role> {
    let name = tag.name();
    let in_info = structure.parent() == Some(&Role::Info);
    Some(match name {
        "desc" if in_info => Role::Description,
        _ if in_info || SKIPPED.contains(&name) => return None,
        "page" | "section" => Role::Section,
        "info" => Role::Info,
        "title" => Role::Title,
        "terms" => Role::Terms,
        "item" => Role::Container(Element::Item),
        "steps" => Role::Container(Element::List(Marker::Number)),
        "list" if tag.attribute("type").is_some_and(|it| it == "numbered") => {
            Role::Container(Element::List(Marker::Number))
        }
        "list" | "tree" => Role::Container(Element::List(Marker::Dash)),
        "note" | "quote" => Role::Container(Element::Quote),
        "table" => Role::Container(Element::Table),
        "tr" => Role::Container(Element::Row),
        "td" | "th" => Role::Text(Element::Cell),
        "thead" | "tbody" | "tfoot" => Role::Container(Element::Inline),
        "example" | "listing" | "figure" | "div" | "synopsis" => Role::Container(Element::Paragraph),
        "p" | "subtitle" | "desc" => Role::Text(Element::Paragraph),
        "screen" => Role::Text(Element::CodeBlock),
        "code" if matches!(structure.parent(), Some(Role::Container(_) | Role::Section)) => {
            Role::Text(Element::CodeBlock)
        }
        "code" | "cmd" | "input" | "file" | "sys" => Role::Text(Element::Code),
        "guiseq" => Role::Sequence(" > "),
        "keyseq" if tag.attribute("type").is_some_and(|it| it == "sequence") => Role::Sequence(" "),
        "keyseq" => Role::Sequence("+"),
        "link" => Role::Reference(tag.attribute("xref").or_else(|| tag.attribute("href"))?),
        _ => Role::Text(Element::Inline),
    })
}

fn note_label(tag: &Tag<'_>) -> &'static str {
    let style = tag.attribute("style").unwrap_or_default();
    let labels =
        [("tip", "Tip: "), ("warning", "Warning: "), ("danger", "Warning: "), ("important", "Important: ")];
    let label = labels.iter().find(|(name, _)| style.split_whitespace().any(|it| it == *name));
    label.map_or("Note: ", |(_, label)| label)
}

#[cfg(test)]
mod tests;
