//! Books and articles in DocBook 4 and 5, the format of older help and of KDE's handbooks.

use super::structure::{Role, Structure};
use crate::{
    Document, DocumentError, Format,
    markdown::{Element, Marker},
    xml::{Content, Tag, XmlEvent, walk_document},
};

/// The elements of a book that have a title and sections or blocks in them.
pub(crate) const DIVISIONS: [&str; 23] = [
    "set",
    "book",
    "part",
    "article",
    "chapter",
    "appendix",
    "preface",
    "section",
    "sect1",
    "sect2",
    "sect3",
    "sect4",
    "sect5",
    "simplesect",
    "refentry",
    "refsect1",
    "refsect2",
    "refsect3",
    "refsection",
    "glossary",
    "glossdiv",
    "reference",
    "partintro",
];

/// Elements that are not for readers, or show no text.
const SKIPPED: [&str; 25] = [
    "imageobject",
    "imageobjectco",
    "videoobject",
    "audioobject",
    "textobject",
    "graphic",
    "inlinegraphic",
    "indexterm",
    "index",
    "toc",
    "remark",
    "colspec",
    "spanspec",
    "screeninfo",
    "legalnotice",
    "revhistory",
    "authorgroup",
    "author",
    "bibliography",
    "titleabbrev",
    "shortcut",
    "accel",
    "include",
    "anchor",
    "co",
];

/// A book, an article or a part of one.
pub(crate) fn read(xml: &str, name: &str) -> Result<Document, DocumentError> {
    let mut structure = Structure::new();
    let mut language = None;
    let mut is_first = true;
    walk_document(xml, Format::DocBook, |event| {
        match event {
            XmlEvent::Open(tag) => {
                if std::mem::take(&mut is_first) {
                    // KDE writes `&language;`, which its own programs define.
                    language = tag.attribute("lang").filter(|it| !it.starts_with('&'));
                }
                let Some(role) = role(&structure, tag) else { return Content::Skipped };
                structure.open(role);
                if let Some(label) = admonition(tag.name()) {
                    structure.label(label);
                }
            }
            XmlEvent::Close(_) => structure.close(),
            XmlEvent::Text(text) => structure.text(text),
        }
        Content::Visited
    })?;
    let (title, sections) = structure.finish(name)?;
    Ok(Document { title, application: None, version: None, language, sections, missing_text: None })
}

fn role(structure: &Structure, tag: &Tag<'_>) -> Option<Role> {
    let name = tag.name();
    let in_info = structure.parent() == Some(&Role::Info);
    Some(match name {
        "title" => Role::Title,
        "abstract" if in_info => Role::Description,
        _ if in_info || SKIPPED.contains(&name) => return None,
        _ if DIVISIONS.contains(&name) => Role::Section,
        _ if name.ends_with("info") => Role::Info,
        "variablelist" | "glosslist" | "qandaset" => Role::Terms,
        "menuchoice" => Role::Sequence(" > "),
        "keycombo" | "mousebutton" => Role::Sequence("+"),
        "xref" | "link" | "ulink" => {
            let shown = ["linkend", "url", "href"].iter().find_map(|it| tag.attribute(it));
            Role::Reference(shown.unwrap_or_default())
        }
        _ => match block(structure, tag) {
            Some(element) => Role::Container(element),
            None => Role::Text(text(tag)),
        },
    })
}

/// Elements that have blocks in them.
fn block(structure: &Structure, tag: &Tag<'_>) -> Option<Element> {
    Some(match tag.name() {
        "itemizedlist" | "simplelist" | "segmentedlist" => Element::List(Marker::Dash),
        "orderedlist" | "procedure" | "substeps" => Element::List(Marker::Number),
        "listitem" if structure.grandparent() == Some(&Role::Terms) => Element::Line,
        "listitem" | "step" | "member" | "callout" => Element::Item,
        "varlistentry" | "glossentry" | "qandaentry" if structure.parent() == Some(&Role::Terms) => {
            Element::Item
        }
        "varlistentry" | "glossentry" | "qandaentry" | "glossdef" | "answer" => Element::Line,
        "note" | "tip" | "caution" | "warning" | "important" | "blockquote" | "epigraph" => Element::Quote,
        "table" | "informaltable" => Element::Table,
        "row" | "tr" => Element::Row,
        "tgroup" | "thead" | "tbody" | "tfoot" => Element::Inline,
        "formalpara" | "example" | "informalexample" | "figure" | "informalfigure" | "sidebar"
        | "mediaobject" | "screenshot" | "cmdsynopsis" | "question" | "calloutlist" => Element::Paragraph,
        _ => return None,
    })
}

/// Elements that have text in them.
fn text(tag: &Tag<'_>) -> Element {
    match tag.name() {
        "para" | "simpara" | "subtitle" | "caption" | "bridgehead" | "refpurpose" | "attribution" => {
            Element::Paragraph
        }
        "screen" | "programlisting" | "literallayout" | "synopsis" | "funcsynopsis" => Element::CodeBlock,
        "entry" | "td" | "th" => Element::Cell,
        "term" | "glossterm" => Element::Strong,
        "command" | "filename" | "literal" | "option" | "userinput" | "code" | "envar" | "constant" => {
            Element::Code
        }
        "emphasis" if tag.attribute("role").is_some_and(|it| it == "bold" || it == "strong") => {
            Element::Strong
        }
        "sbr" => Element::Break,
        _ => Element::Inline,
    }
}

fn admonition(name: &str) -> Option<&'static str> {
    Some(match name {
        "note" => "Note: ",
        "tip" => "Tip: ",
        "caution" => "Caution: ",
        "warning" => "Warning: ",
        "important" => "Important: ",
        _ => return None,
    })
}

#[cfg(test)]
mod tests;
