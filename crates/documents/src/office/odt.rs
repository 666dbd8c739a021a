//! Text documents in OpenDocument, the format of LibreOffice.

use super::package::{Package, PackageError};
use crate::{
    Document, DocumentError, Format,
    limits::LARGEST_TEXT,
    markdown::{Element, Headings, Marker, Outline},
    xml::{Content, Tag, XmlEvent, walk_document},
};
use std::collections::HashMap;

/// Elements that are no text of the document: former text, comments, and what repeats it.
const SKIPPED: [&str; 12] = [
    "tracked-changes",
    "annotation",
    "note-citation",
    "table-of-content",
    "alphabetical-index",
    "illustration-index",
    "automatic-styles",
    "master-styles",
    "font-face-decls",
    "scripts",
    "settings",
    "forms",
];
/// The most spaces that one element stands for.
const MOST_SPACES: usize = 100;

/// A text document, as a package or as one file of XML.
pub(crate) fn read(bytes: &[u8], name: &str) -> Result<Document, DocumentError> {
    let [content, styles, meta] = parts(bytes).map_err(|error| error.of_document(Format::Odt))?;
    document(&content, &styles, &meta, name)
}

/// The content, the styles and the properties.
fn parts(bytes: &[u8]) -> Result<[String; 3], PackageError> {
    let mut package = Package::open(bytes, LARGEST_TEXT)?;
    let content = package.part("content.xml")?;
    let styles = package.optional_part("styles.xml")?.unwrap_or_default();
    let meta = package.optional_part("meta.xml")?.unwrap_or_default();
    Ok([content, styles, meta])
}

fn document(content: &str, styles: &str, meta: &str, name: &str) -> Result<Document, DocumentError> {
    let (title, language) = properties(meta)?;
    let mut lists = ListStyles::default();
    lists.read(styles)?;
    lists.read(content)?;
    let mut reader = OdtReader {
        outline: Outline::new(Headings::Sections),
        open: Vec::new(),
        lists,
        markers: Vec::new(),
        paragraphs: 0,
    };
    walk_document(content, Format::Odt, |event| {
        match event {
            XmlEvent::Open(tag) => return reader.open(tag),
            XmlEvent::Close(_) => reader.close(),
            XmlEvent::Text(text) if reader.paragraphs > 0 => reader.outline.text(text),
            XmlEvent::Text(_) => {}
        }
        Content::Visited
    })?;
    let (title, sections) = reader.outline.finish(title.as_deref().unwrap_or(name))?;
    Ok(Document { title, application: None, version: None, language, sections, missing_text: None })
}

/// The title and the language in the properties of a document.
pub(super) fn properties(xml: &str) -> Result<(Option<String>, Option<String>), DocumentError> {
    let (mut title, mut language) = (String::new(), String::new());
    let mut open = Vec::new();
    walk_document(xml, Format::Odt, |event| {
        match event {
            XmlEvent::Open(tag) => open.push(format!("{}:{}", tag.prefix(), tag.name())),
            XmlEvent::Close(_) => drop(open.pop()),
            XmlEvent::Text(text) => match open.last().map(String::as_str) {
                Some("dc:title") => title.push_str(text),
                Some("dc:language") => language.push_str(text),
                _ => {}
            },
        }
        Content::Visited
    })?;
    let stated = |text: String| Some(text.trim().to_owned()).filter(|it| !it.is_empty());
    Ok((stated(title), stated(language)))
}

/// Whether the lists of each style are numbered.
#[derive(Debug, Default)]
struct ListStyles(HashMap<String, Marker>);

impl ListStyles {
    fn read(&mut self, xml: &str) -> Result<(), DocumentError> {
        let mut open = None;
        walk_document(xml, Format::Odt, |event| {
            if let XmlEvent::Open(tag) = event {
                match tag.name() {
                    "list-style" => open = tag.attribute("name"),
                    // The first level speaks for all.
                    "list-level-style-number" => {
                        if let Some(name) = open.take() {
                            self.0.insert(name, Marker::Number);
                        }
                    }
                    "list-level-style-bullet" => open = None,
                    _ => {}
                }
            }
            Content::Visited
        })
    }
}

struct OdtReader {
    outline: Outline,
    /// What was started for each open element.
    open: Vec<Element>,
    lists: ListStyles,
    /// The markers of the open lists.
    markers: Vec<Marker>,
    /// How many paragraphs and titles are open.
    paragraphs: usize,
}

impl OdtReader {
    fn open(&mut self, tag: &Tag<'_>) -> Content {
        let name = tag.name();
        if SKIPPED.contains(&name) {
            return Content::Skipped;
        }
        match name {
            "s" => {
                let count = tag.attribute("c").and_then(|it| it.parse().ok()).unwrap_or(1);
                self.outline.text(&" ".repeat(MOST_SPACES.min(count)));
            }
            "tab" => self.outline.text(" "),
            "line-break" => self.outline.start(Element::Break),
            _ => {}
        }
        let element = self.element(tag);
        if let Element::List(marker) = element {
            self.markers.push(marker);
        }
        self.paragraphs += usize::from(is_paragraph(element));
        self.outline.start(element);
        self.open.push(element);
        Content::Visited
    }

    fn close(&mut self) {
        let Some(element) = self.open.pop() else { return };
        if matches!(element, Element::List(_)) {
            self.markers.pop();
        }
        self.paragraphs -= usize::from(is_paragraph(element));
        self.outline.end(element);
    }

    fn element(&self, tag: &Tag<'_>) -> Element {
        match (tag.prefix(), tag.name()) {
            ("text", "h") => {
                let level: u8 = tag.attribute("outline-level").and_then(|it| it.parse().ok()).unwrap_or(1);
                Element::Heading(level.saturating_add(1))
            }
            ("text", "p") if tag.attribute("style-name").is_some_and(|it| it == "Title") => {
                Element::Heading(1)
            }
            ("text", "p") => Element::Paragraph,
            ("text", "list") => Element::List(self.marker(tag)),
            ("text", "list-item") => Element::Item,
            ("table", "table") => Element::Table,
            ("table", "table-row") => Element::Row,
            ("table", "table-cell") => Element::Cell,
            _ => Element::Inline,
        }
    }

    /// How the items of a list begin; a list in another one is as that one.
    fn marker(&self, tag: &Tag<'_>) -> Marker {
        match tag.attribute("style-name") {
            Some(style) => self.lists.0.get(&style).copied().unwrap_or(Marker::Dash),
            None => self.markers.last().copied().unwrap_or(Marker::Dash),
        }
    }
}

const fn is_paragraph(element: Element) -> bool {
    matches!(element, Element::Paragraph | Element::Heading(_))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::office::package::tests::archive;

    const CONTENT: &str = "<office:document-content xmlns:office='o' xmlns:text='t' xmlns:table='tb' xmlns:style='s'>
        <office:automatic-styles><text:list-style style:name='L1'><text:list-level-style-number/>
        <text:list-level-style-bullet/></text:list-style></office:automatic-styles><office:body><office:text>
        <text:tracked-changes><text:p>former</text:p></text:tracked-changes>
        <text:p text:style-name='Title'>Manual</text:p>
        <text:h text:outline-level='1'>First</text:h><text:p>a<text:s text:c='999999999'/><text:span>b</text:span>
        <text:line-break/>c</text:p>
        <text:h text:outline-level='2'>Steps</text:h><text:list text:style-name='L1'><text:list-item><text:p>one</text:p>
        <text:list><text:list-item><text:p>in it</text:p></text:list-item></text:list></text:list-item>
        <text:list-item><text:p>two</text:p></text:list-item></text:list>
        <table:table><table:table-row><table:table-cell><text:p>A</text:p></table:table-cell><table:table-cell>
        <text:p>B</text:p></table:table-cell></table:table-row></table:table>
        </office:text></office:body></office:document-content>";

    #[test]
    fn headings_lists_and_tables() {
        let meta = "<m xmlns:dc='d'><dc:title>Ignored</dc:title><dc:language>de-DE</dc:language></m>";
        let document = read(&archive(&[("content.xml", CONTENT), ("meta.xml", meta)]), "file").unwrap();
        let sections: Vec<String> =
            document.sections.iter().map(|it| format!("{}: {}", it.path.join(" / "), it.text)).collect();
        assert_eq!((document.title.as_str(), document.language.as_deref()), ("Manual", Some("de-DE")));
        assert_eq!(
            sections,
            [
                "Manual / First: a b\nc",
                "Manual / First / Steps: 1. one\n  1. in it\n2. two\n\n| A | B |\n| --- | --- |",
            ]
        );
    }

    #[test]
    fn one_file_of_xml_is_read_and_anything_else_refused() {
        assert_eq!(read(CONTENT.as_bytes(), "file").unwrap().title, "Manual");
        for bytes in [&b"PK\x03\x04 no archive"[..], b"no", b"\0\0"] {
            assert!(matches!(read(bytes, "file"), Err(DocumentError::Damaged { .. })), "{bytes:?}");
        }
    }
}
