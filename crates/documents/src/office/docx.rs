//! Text documents in Office Open XML, the format of Word.

use super::{
    list_levels::ListLevels,
    odt,
    package::{Package, PackageError},
};
use crate::{
    Document, DocumentError, Format,
    limits::LARGEST_TEXT,
    markdown::{Element, Headings, Marker, Outline},
    xml::{Content, Tag, XmlEvent, walk_document},
};
use std::collections::HashMap;

/// Elements that are no text of the document: former text, pictures, and what repeats it.
const SKIPPED: [&str; 10] = [
    "del",
    "moveFrom",
    "drawing",
    "pict",
    "object",
    "instrText",
    "delText",
    "Fallback",
    "sectPr",
    "commentReference",
];
/// The longest chain of styles of which each is based on the next.
const DEEPEST: usize = 16;

/// A text document.
pub(crate) fn read(bytes: &[u8], name: &str) -> Result<Document, DocumentError> {
    let [content, styles, numbers, core] = parts(bytes).map_err(|error| error.of_document(Format::Docx))?;
    let (styles, numbers) = (Styles::read(&styles)?, Numbers::read(&numbers)?);
    let (title, language) = odt::properties(&core)?;
    let mut reader = DocxReader {
        outline: Outline::new(Headings::Sections),
        styles,
        numbers,
        lists: ListLevels::default(),
        paragraph: None,
        tables: 0,
        open: Vec::new(),
    };
    walk_document(&content, Format::Docx, |event| {
        match event {
            XmlEvent::Open(tag) => return reader.open(tag),
            XmlEvent::Close(_) => reader.close(),
            XmlEvent::Text(text) if reader.open.last() == Some(&Part::Text) => reader.text(text),
            XmlEvent::Text(_) => {}
        }
        Content::Visited
    })?;
    let (title, sections) = reader.outline.finish(title.as_deref().unwrap_or(name))?;
    Ok(Document { title, application: None, version: None, language, sections, missing_text: None })
}

/// The content, the styles, the numberings and the properties.
fn parts(bytes: &[u8]) -> Result<[String; 4], PackageError> {
    let mut package = Package::open(bytes, LARGEST_TEXT)?;
    let content = package.part("word/document.xml")?;
    let mut optional = |name| Ok(package.optional_part(name)?.unwrap_or_default());
    Ok([
        content,
        optional("word/styles.xml")?,
        optional("word/numbering.xml")?,
        optional("docProps/core.xml")?,
    ])
}

/// What a style turns a paragraph into.
#[derive(Clone, Debug, Default)]
struct Style {
    name: String,
    level: Option<u8>,
    parent: Option<String>,
}

#[derive(Debug, Default)]
struct Styles(HashMap<String, Style>);

impl Styles {
    fn read(xml: &str) -> Result<Styles, DocumentError> {
        let mut styles = Styles::default();
        let mut open = String::new();
        walk_document(xml, Format::Docx, |event| {
            if let XmlEvent::Open(tag) = event {
                if tag.name() == "style" {
                    open = tag.attribute("styleId").unwrap_or_default();
                }
                let style = styles.0.entry(open.clone()).or_default();
                match tag.name() {
                    "name" => style.name = value(tag).to_lowercase(),
                    "outlineLvl" => style.level = value(tag).parse().ok(),
                    "basedOn" => style.parent = Some(value(tag)),
                    _ => {}
                }
            }
            Content::Visited
        })?;
        Ok(styles)
    }

    /// The level of the title that a paragraph of this style is, from 1; `None` if the style is not that of a
    /// title.
    fn level(&self, id: &str) -> Option<u8> {
        let mut id = id.to_owned();
        for _ in 0..DEEPEST {
            let style = self.0.get(&id)?;
            if style.name == "title" {
                return Some(1);
            }
            if let Some(level) = style.level.filter(|it| *it < 9) {
                return Some(level + 2);
            }
            id = style.parent.clone()?;
        }
        None
    }

    /// Whether a style is one of the table of contents.
    fn is_of_contents(&self, id: &str) -> bool {
        self.0.get(id).is_some_and(|it| it.name.starts_with("toc "))
    }
}

/// Which lists are numbered at which level.
#[derive(Debug, Default)]
struct Numbers {
    /// The formats of the levels of each definition.
    formats: HashMap<String, Vec<String>>,
    /// The definition of each list.
    lists: HashMap<String, String>,
}

impl Numbers {
    fn read(xml: &str) -> Result<Numbers, DocumentError> {
        let mut numbers = Numbers::default();
        let (mut definition, mut list) = (String::new(), String::new());
        walk_document(xml, Format::Docx, |event| {
            if let XmlEvent::Open(tag) = event {
                match tag.name() {
                    "abstractNum" => definition = tag.attribute("abstractNumId").unwrap_or_default(),
                    "numFmt" => numbers.formats.entry(definition.clone()).or_default().push(value(tag)),
                    "num" => list = tag.attribute("numId").unwrap_or_default(),
                    "abstractNumId" => drop(numbers.lists.insert(list.clone(), value(tag))),
                    _ => {}
                }
            }
            Content::Visited
        })?;
        Ok(numbers)
    }

    fn marker(&self, list: &str, level: usize) -> Marker {
        let formats = self.lists.get(list).and_then(|it| self.formats.get(it));
        match formats.and_then(|it| it.get(level)).map(String::as_str) {
            None | Some("bullet" | "none") => Marker::Dash,
            Some(_) => Marker::Number,
        }
    }
}

fn value(tag: &Tag<'_>) -> String {
    tag.attribute("val").unwrap_or_default()
}

/// What an open element is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Paragraph,
    Text,
    Table(Element),
    Other,
}

/// The properties of a paragraph, which come before its text.
#[derive(Debug, Default)]
struct Paragraph {
    style: String,
    level: Option<u8>,
    list: Option<String>,
    depth: usize,
    /// What was started for it; `None` before its text.
    started: Option<Element>,
}

struct DocxReader {
    outline: Outline,
    styles: Styles,
    numbers: Numbers,
    lists: ListLevels,
    paragraph: Option<Paragraph>,
    tables: usize,
    open: Vec<Part>,
}

impl DocxReader {
    fn open(&mut self, tag: &Tag<'_>) -> Content {
        let name = tag.name();
        if SKIPPED.contains(&name) {
            return Content::Skipped;
        }
        let part = match name {
            "p" => {
                self.paragraph = Some(Paragraph::default());
                Part::Paragraph
            }
            "t" => Part::Text,
            "tbl" => Part::Table(Element::Table),
            "tr" => Part::Table(Element::Row),
            "tc" => Part::Table(Element::Cell),
            _ => {
                self.property(name, tag);
                Part::Other
            }
        };
        if let Part::Table(element) = part {
            self.lists.end(&mut self.outline);
            self.tables += usize::from(element == Element::Table);
            self.outline.start(element);
        }
        self.open.push(part);
        Content::Visited
    }

    fn property(&mut self, name: &str, tag: &Tag<'_>) {
        let Some(paragraph) = &mut self.paragraph else { return };
        match name {
            "pStyle" => paragraph.style = value(tag),
            "outlineLvl" => paragraph.level = value(tag).parse().ok().filter(|it| *it < 9),
            "numId" => paragraph.list = Some(value(tag)).filter(|it| it != "0"),
            "ilvl" => paragraph.depth = value(tag).parse().unwrap_or(0),
            "tab" if paragraph.started.is_some() => self.outline.text(" "),
            "br" | "cr" if paragraph.started.is_some() => self.outline.start(Element::Break),
            _ => {}
        }
    }

    fn close(&mut self) {
        match self.open.pop() {
            Some(Part::Paragraph) => {
                if let Some(element) = self.paragraph.take().and_then(|it| it.started) {
                    self.outline.end(element);
                }
            }
            Some(Part::Table(element)) => {
                self.tables -= usize::from(element == Element::Table);
                self.outline.end(element);
            }
            Some(Part::Text | Part::Other) | None => {}
        }
    }

    fn text(&mut self, text: &str) {
        let Some(paragraph) = &mut self.paragraph else { return };
        if paragraph.started.is_none() {
            if self.styles.is_of_contents(&paragraph.style) {
                return;
            }
            let level = paragraph.level.map(|it| it + 2).or_else(|| self.styles.level(&paragraph.style));
            let level = level.filter(|_| self.tables == 0);
            let element = match (level, &paragraph.list) {
                (Some(level), _) => {
                    self.lists.end(&mut self.outline);
                    Element::Heading(level)
                }
                (None, Some(list)) => {
                    let marker = self.numbers.marker(list, paragraph.depth);
                    self.lists.item(paragraph.depth, marker, &mut self.outline);
                    Element::Line
                }
                (None, None) => {
                    self.lists.end(&mut self.outline);
                    Element::Paragraph
                }
            };
            self.outline.start(element);
            paragraph.started = Some(element);
        }
        self.outline.text(text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::office::package::tests::archive;

    #[test]
    fn headings_lists_and_tables() {
        let styles = "<w:styles xmlns:w='w'><w:style w:styleId='H1'><w:name w:val='heading 1'/><w:pPr>
            <w:outlineLvl w:val='0'/></w:pPr></w:style><w:style w:styleId='Mine'><w:basedOn w:val='H1'/></w:style>
            <w:style w:styleId='T'><w:name w:val='Title'/></w:style><w:style w:styleId='C1'><w:name w:val='toc 1'/>
            </w:style><w:style w:styleId='Loop'><w:basedOn w:val='Loop'/></w:style></w:styles>";
        let numbers =
            "<w:numbering xmlns:w='w'><w:abstractNum w:abstractNumId='7'><w:lvl><w:numFmt w:val='decimal'/>
            </w:lvl><w:lvl><w:numFmt w:val='bullet'/></w:lvl></w:abstractNum><w:num w:numId='1'>
            <w:abstractNumId w:val='7'/></w:num></w:numbering>";
        let paragraph = |properties: &str, text: &str| {
            format!("<w:p><w:pPr>{properties}</w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>")
        };
        let item = |depth: u8, text: &str| {
            let properties = format!("<w:numPr><w:ilvl w:val='{depth}'/><w:numId w:val='1'/></w:numPr>");
            paragraph(&properties, text)
        };
        let body = [
            paragraph("<w:pStyle w:val='T'/>", "Manual"),
            paragraph("<w:pStyle w:val='C1'/>", "First 1"),
            paragraph("<w:pStyle w:val='Mine'/>", "First"),
            paragraph("<w:pStyle w:val='Loop'/>", "Text</w:t><w:br/><w:t>of it"),
            "<w:p><w:del><w:r><w:t>former</w:t></w:r></w:del></w:p>".into(),
            item(0, "one"),
            item(1, "deep"),
            item(0, "two"),
            format!("<w:tbl><w:tr><w:tc>{}</w:tc><w:tc>{0}</w:tc></w:tr></w:tbl>", paragraph("", "A")),
            paragraph("<w:outlineLvl w:val='1'/>", "Second"),
            paragraph("", "End"),
        ]
        .concat();
        let content = format!("<w:document xmlns:w='w'><w:body>{body}</w:body></w:document>");
        let parts = [
            ("word/document.xml", content.as_str()),
            ("word/styles.xml", styles),
            ("word/numbering.xml", numbers),
        ];
        let document = read(&archive(&parts), "file").unwrap();
        let sections: Vec<String> =
            document.sections.iter().map(|it| format!("{}: {}", it.path.join(" / "), it.text)).collect();
        assert_eq!(
            sections,
            [
                "Manual / First: Text\nof it\n\n1. one\n  - deep\n2. two\n\n| A | A |\n| --- | --- |",
                "Manual / First / Second: End",
            ]
        );
    }
}
