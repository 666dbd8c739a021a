//! Presentations in OpenDocument, the format of LibreOffice.

use super::{
    Package, PartError,
    slide_writer::{SlidePart, SlideWriter},
};
use crate::{
    Document, DocumentError, Format,
    limits::LARGEST_FILE,
    xml::{Content, EntitySet, Tag, XmlEvent, walk},
};

/// Elements that slides do not show: comments, descriptions of pictures, styles, and what the pages of handouts have.
const SKIPPED: [&str; 7] =
    ["annotation", "title", "desc", "automatic-styles", "master-styles", "font-face-decls", "settings"];

/// A presentation: a section for each slide.
pub(crate) fn read(bytes: &[u8], name: &str) -> Result<Document, DocumentError> {
    let writer = slides(bytes).map_err(|error| error.of_document(Format::Odp))?;
    writer.finish(name)
}

fn slides(bytes: &[u8]) -> Result<SlideWriter, PartError> {
    let mut package = Package::open(bytes, LARGEST_FILE)?;
    let content = package.part("content.xml")?;
    let mut reader = PageReader {
        writer: SlideWriter::new(),
        frame: SlidePart::Body,
        is_notes: false,
        lists: 0,
        paragraphs: 0,
        is_page: false,
    };
    walk(&content, EntitySet::Predefined, |event| {
        match event {
            XmlEvent::Open(tag) if SKIPPED.contains(&tag.name()) => return Content::Skipped,
            XmlEvent::Open(tag) => reader.open(tag),
            XmlEvent::Text(text) if reader.paragraphs > 0 => reader.writer.text(text),
            XmlEvent::Text(_) => {}
            XmlEvent::Close(name) => reader.close(name),
        }
        Content::Visited
    })?;
    Ok(reader.writer)
}

/// The walk through the pages of a presentation.
struct PageReader {
    writer: SlideWriter,
    /// What the open frame belongs to.
    frame: SlidePart,
    is_notes: bool,
    /// How many lists are open.
    lists: usize,
    /// How many paragraphs of pages are open.
    paragraphs: usize,
    is_page: bool,
}

impl PageReader {
    fn open(&mut self, tag: &Tag<'_>) {
        match (tag.prefix(), tag.name()) {
            ("draw", "page") => self.is_page = true,
            ("presentation", "notes") => self.is_notes = true,
            ("draw", "frame") => {
                let is_title = tag.attribute("class").is_some_and(|it| it == "title");
                self.frame = if is_title { SlidePart::Title } else { SlidePart::Body };
            }
            ("text", "list") => self.lists += 1,
            ("text", "p" | "h") if self.is_page => self.paragraphs += 1,
            ("text", "s" | "tab" | "line-break") => self.writer.text(" "),
            ("table", "table-row") => self.writer.start_row(),
            ("table", "table-cell") => self.writer.start_cell(),
            _ => {}
        }
    }

    fn close(&mut self, name: &str) {
        match name {
            "page" => {
                self.is_page = false;
                self.writer.end_slide();
            }
            "notes" => self.is_notes = false,
            "frame" => self.frame = SlidePart::Body,
            "list" => self.lists = self.lists.saturating_sub(1),
            "p" | "h" if self.is_page => {
                self.paragraphs = self.paragraphs.saturating_sub(1);
                let part = if self.is_notes { SlidePart::Notes } else { self.frame };
                self.writer.end_paragraph(part, self.lists.saturating_sub(1));
            }
            "table-row" => self.writer.end_row(),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::office::package::tests::archive;

    #[test]
    fn slides_have_titles_lists_tables_and_notes() {
        let content = "<office:document-content><office:automatic-styles><x/></office:automatic-styles><office:body>
            <office:presentation><draw:page draw:name='page1'>
            <draw:frame presentation:class='title'><draw:text-box><text:p>Prices</text:p></draw:text-box></draw:frame>
            <draw:frame presentation:class='outline'><svg:title>hidden</svg:title><draw:text-box><text:list><text:list-item>
            <text:p>First<text:s/><text:span>one</text:span></text:p><text:list><text:list-item><text:p>Deep</text:p>
            </text:list-item></text:list></text:list-item></text:list></draw:text-box></draw:frame>
            <draw:frame><table:table><table:table-row><table:table-cell><text:p>Tea</text:p></table:table-cell>
            <table:table-cell><text:p>3.50</text:p></table:table-cell></table:table-row></table:table></draw:frame>
            <presentation:notes><draw:page-thumbnail/><draw:frame presentation:class='notes'><draw:text-box>
            <text:p>Smile</text:p></draw:text-box></draw:frame></presentation:notes></draw:page>
            <draw:page draw:name='page2'/></office:presentation></office:body></office:document-content>";
        let document = read(&archive(&[("content.xml", content)]), "talk").unwrap();
        let sections: Vec<String> =
            document.sections.iter().map(|it| format!("{}: {}", it.path.join(" / "), it.text)).collect();
        assert_eq!(
            sections,
            [
                "talk / Slide 1: Prices: First one\n  Deep\n| Tea | 3.50 |\n\nNotes: Smile",
                "talk / Slide 2: no further text",
            ]
        );
    }
}
