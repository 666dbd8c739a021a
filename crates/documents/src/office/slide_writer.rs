//! Writes slides: a section for each, with its paragraphs, its tables and its notes.

use crate::{
    Document, DocumentError,
    markdown::{Headings, Outline},
};

/// The text of a slide without any, or with nothing but its title.
const EMPTY: &str = "no further text";

/// What a paragraph of a slide belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SlidePart {
    /// Its title.
    Title,
    /// Everything else that it shows.
    Body,
    /// What the speaker sees.
    Notes,
}

/// A presentation under way.
#[derive(Debug)]
pub(super) struct SlideWriter {
    outline: Outline,
    slides: usize,
    title: String,
    body: String,
    notes: String,
    /// The text of the open paragraph.
    paragraph: String,
    /// The cells of the open row of a table.
    row: Option<Vec<String>>,
}

impl SlideWriter {
    pub(super) fn new() -> SlideWriter {
        SlideWriter {
            outline: Outline::new(Headings::Sections),
            slides: 0,
            title: String::new(),
            body: String::new(),
            notes: String::new(),
            paragraph: String::new(),
            row: None,
        }
    }

    pub(super) fn text(&mut self, text: &str) {
        self.paragraph.push_str(text);
    }

    pub(super) fn end_paragraph(&mut self, part: SlidePart, depth: usize) {
        let paragraph = std::mem::take(&mut self.paragraph);
        let text = paragraph.trim();
        if text.is_empty() {
            return;
        }
        if let Some(cell) = self.row.as_mut().and_then(|it| it.last_mut()) {
            append(cell, " ", text);
            return;
        }
        match part {
            SlidePart::Title => append(&mut self.title, " ", text),
            SlidePart::Body => append(&mut self.body, "\n", &format!("{}{text}", "  ".repeat(depth.min(9)))),
            SlidePart::Notes => append(&mut self.notes, "\n", text),
        }
    }

    pub(super) fn start_row(&mut self) {
        self.row = Some(Vec::new());
    }

    pub(super) fn start_cell(&mut self) {
        self.row.iter_mut().for_each(|it| it.push(String::new()));
    }

    pub(super) fn end_row(&mut self) {
        let row = self.row.take().unwrap_or_default();
        if !row.is_empty() {
            append(&mut self.body, "\n", &format!("| {} |", row.join(" | ")));
        }
    }

    pub(super) fn end_slide(&mut self) {
        self.slides += 1;
        let number = self.slides;
        let title = std::mem::take(&mut self.title);
        match title.is_empty() {
            true => self.outline.open_section(2, &format!("Slide {number}")),
            false => self.outline.open_section(2, &format!("Slide {number}: {title}")),
        }
        let mut text = std::mem::take(&mut self.body);
        let notes = std::mem::take(&mut self.notes);
        if !notes.is_empty() {
            append(&mut text, "\n\n", &format!("Notes: {notes}"));
        }
        self.outline.verbatim(if text.is_empty() { EMPTY } else { text.as_str() });
    }

    /// # Errors
    /// The document has more text or more sections than are read.
    pub(super) fn finish(self, name: &str) -> Result<Document, DocumentError> {
        let (title, sections) = self.outline.finish(name)?;
        Ok(Document { title, application: None, version: None, language: None, sections, missing_text: None })
    }
}

/// Adds a text behind another one, with a separator between them.
fn append(text: &mut String, separator: &str, more: &str) {
    if !text.is_empty() {
        text.push_str(separator);
    }
    text.push_str(more);
}
