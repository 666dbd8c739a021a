//! Presentations in Office Open XML, the format of PowerPoint.

use super::{
    Package, PartError,
    relations::relations,
    slide_writer::{SlidePart, SlideWriter},
};
use crate::{
    Document, DocumentError, Format,
    limits::LARGEST_FILE,
    xml::{Content, EntitySet, Tag, XmlEvent, walk},
};
use std::collections::HashMap;

/// The part that lists the slides.
const PRESENTATION: &str = "ppt/presentation.xml";
/// What the names of the parts of slides begin with, and of those of their notes.
const SLIDE: &str = "ppt/slides/slide";
const NOTES: &str = "ppt/notesSlides/";
/// Elements that show nothing, or the same as others: pictures in place of others, and former text.
const SKIPPED: [&str; 2] = ["Fallback", "extLst"];

/// A presentation: a section for each slide.
pub(crate) fn read(bytes: &[u8], name: &str) -> Result<Document, DocumentError> {
    let writer = slides(bytes).map_err(|error| error.of_document(Format::Pptx))?;
    writer.finish(name)
}

fn slides(bytes: &[u8]) -> Result<SlideWriter, PartError> {
    let mut package = Package::open(bytes, LARGEST_FILE)?;
    let mut writer = SlideWriter::new();
    for part in parts(&mut package)? {
        shapes(&package.part(&part)?, PartKind::Slide, &mut writer)?;
        let notes = relations(&mut package, &part)?.unwrap_or_default();
        for (_, notes) in notes.iter().filter(|(_, name)| name.starts_with(NOTES)) {
            shapes(&package.part(notes)?, PartKind::Notes, &mut writer)?;
        }
        writer.end_slide();
    }
    Ok(writer)
}

/// The parts of the slides in the order in which they are shown; in that of their numbers where the presentation lists none.
fn parts(package: &mut Package<'_>) -> Result<Vec<String>, PartError> {
    let presentation = package.part(PRESENTATION)?;
    let parts: HashMap<String, String> =
        relations(package, PRESENTATION)?.unwrap_or_default().into_iter().collect();
    let mut shown = Vec::new();
    walk(&presentation, EntitySet::Predefined, |event| {
        if let XmlEvent::Open(tag) = event
            && tag.name() == "sldId"
            && let Some(part) = tag.qualified_attribute("r:id").and_then(|id| parts.get(&id))
        {
            shown.push(part.clone());
        }
        Content::Visited
    })?;
    if !shown.is_empty() {
        return Ok(shown);
    }
    let number = |name: &str| name.strip_prefix(SLIDE)?.strip_suffix(".xml")?.parse::<u32>().ok();
    let mut numbers: Vec<u32> = package.part_names().filter_map(|name| number(&name)).collect();
    numbers.sort_unstable();
    Ok(numbers.iter().map(|it| format!("{SLIDE}{it}.xml")).collect())
}

/// What a part with shapes is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PartKind {
    Slide,
    Notes,
}

fn shapes(xml: &str, kind: PartKind, writer: &mut SlideWriter) -> Result<(), PartError> {
    let mut reader = ShapeReader { writer, kind, part: body(kind), depth: 0, is_text: false };
    walk(xml, EntitySet::Predefined, |event| {
        match event {
            XmlEvent::Open(tag) if SKIPPED.contains(&tag.name()) => return Content::Skipped,
            XmlEvent::Open(tag) => reader.open(tag),
            XmlEvent::Text(text) if reader.is_text => reader.writer.text(text),
            XmlEvent::Text(_) => {}
            XmlEvent::Close(name) => reader.close(name),
        }
        Content::Visited
    })?;
    Ok(())
}

/// What a shape belongs to that is no placeholder. On the page of the notes it is of no interest.
const fn body(kind: PartKind) -> Option<SlidePart> {
    match kind {
        PartKind::Slide => Some(SlidePart::Body),
        PartKind::Notes => None,
    }
}

/// The walk through the shapes of a slide.
struct ShapeReader<'a> {
    writer: &'a mut SlideWriter,
    kind: PartKind,
    /// What the open shape belongs to; `None` where it is left out.
    part: Option<SlidePart>,
    /// The depth of the open paragraph in lists.
    depth: usize,
    is_text: bool,
}

impl ShapeReader<'_> {
    fn open(&mut self, tag: &Tag<'_>) {
        match tag.name() {
            "ph" => self.part = self.placeholder(&tag.attribute("type").unwrap_or_default()),
            "p" => self.depth = 0,
            "pPr" => self.depth = tag.attribute("lvl").and_then(|it| it.parse().ok()).unwrap_or(0),
            "t" => self.is_text = self.part.is_some(),
            "br" | "tab" => self.writer.text(" "),
            "tr" => self.writer.start_row(),
            "tc" => self.writer.start_cell(),
            _ => {}
        }
    }

    fn close(&mut self, name: &str) {
        match name {
            "t" => self.is_text = false,
            "p" => self.writer.end_paragraph(self.part.unwrap_or(SlidePart::Body), self.depth),
            "tr" => self.writer.end_row(),
            "sp" | "pic" | "graphicFrame" => self.part = body(self.kind),
            _ => {}
        }
    }

    /// What a placeholder of this type belongs to. Numbers and dates of pages are left out.
    fn placeholder(&self, kind: &str) -> Option<SlidePart> {
        match (self.kind, kind) {
            (_, "sldNum" | "dt" | "hdr" | "ftr" | "sldImg") => None,
            (PartKind::Slide, "title" | "ctrTitle") => Some(SlidePart::Title),
            (PartKind::Slide, _) => Some(SlidePart::Body),
            (PartKind::Notes, _) => Some(SlidePart::Notes),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::office::package::tests::archive;

    fn sections(parts: &[(&str, &str)]) -> Vec<String> {
        let document = read(&archive(parts), "talk").unwrap();
        document.sections.iter().map(|it| format!("{}: {}", it.path.join(" / "), it.text)).collect()
    }

    #[test]
    fn slides_come_in_their_order_with_tables_and_notes() {
        let shape = |kind: &str, paragraphs: &str| {
            let holder = if kind.is_empty() { String::new() } else { format!("<p:ph type='{kind}'/>") };
            format!(
                "<p:sp><p:nvSpPr><p:nvPr>{holder}</p:nvPr></p:nvSpPr><p:txBody>{paragraphs}</p:txBody></p:sp>"
            )
        };
        let paragraph = |level: usize, text: &str| {
            format!("<a:p><a:pPr lvl='{level}'/><a:r><a:t>{text}</a:t></a:r></a:p>")
        };
        let cell = |text: &str| format!("<a:tc><a:txBody>{}</a:txBody></a:tc>", paragraph(0, text));
        let table = format!(
            "<p:graphicFrame><a:tbl><a:tr>{}{}</a:tr></a:tbl></p:graphicFrame>",
            cell("Tea"),
            cell("3.50")
        );
        let body = format!("{}{}", paragraph(0, "First"), paragraph(1, "Deep"));
        let one = format!(
            "<p:sld>{}{}{}{table}</p:sld>",
            shape("sldNum", &paragraph(0, "9")),
            shape("title", &paragraph(0, "Prices")),
            shape("", &body)
        );
        let notes =
            format!("<p:notes>{}{}</p:notes>", shape("sldNum", &paragraph(0, "9")), shape("body", &body));
        let listed = "<p:presentation><p:sldIdLst><p:sldId id='257' r:id='rId7'/><p:sldId id='256' r:id='rId2'/>\
            </p:sldIdLst></p:presentation>";
        let relations = "<Relationships><Relationship Id='rId2' Target='slides/slide1.xml'/>\
            <Relationship Id='rId7' Target='slides/slide2.xml'/></Relationships>";
        let of_slide = "<a><Relationship Id='rId1' Target='../notesSlides/notesSlide1.xml'/></a>";
        let parts = [
            (PRESENTATION, listed),
            ("ppt/_rels/presentation.xml.rels", relations),
            ("ppt/slides/slide1.xml", one.as_str()),
            ("ppt/slides/slide2.xml", "<p:sld/>"),
            ("ppt/slides/_rels/slide1.xml.rels", of_slide),
            ("ppt/notesSlides/notesSlide1.xml", notes.as_str()),
        ];
        let second = "talk / Slide 2: Prices: First\n  Deep\n| Tea | 3.50 |\n\nNotes: First\nDeep";
        assert_eq!(sections(&parts), ["talk / Slide 1: no further text", second]);
        // Without a list, the numbers of the parts say the order.
        let unlisted = [
            (PRESENTATION, "<a/>"),
            ("ppt/slides/slide10.xml", "<a/>"),
            ("ppt/slides/slide2.xml", one.as_str()),
        ];
        assert!(sections(&unlisted)[0].starts_with("talk / Slide 1: Prices"), "{:?}", sections(&unlisted));
        let none = read(&archive(&[("x", "<a/>")]), "x").unwrap_err();
        assert!(matches!(none, DocumentError::Damaged { format: Format::Pptx, .. }), "{none}");
    }
}
