//! Texts under their titles: what all readers write to.

use super::{element::Element, writer::Writer};
use crate::{
    DocumentError, Section,
    limits::{DEEPEST_SECTION, MOST_SECTIONS, MOST_TEXT},
    text,
};

/// What becomes of headings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Headings {
    /// They stay in the text.
    InText,
    /// A section begins with each.
    Sections,
}

/// A document under way.
#[derive(Debug)]
pub(crate) struct Outline {
    headings: Headings,
    writer: Writer,
    /// The titles above the text that is being written, with their levels.
    titles: Vec<(u8, String)>,
    /// The level of the heading that is open, if one is.
    heading: Option<u8>,
    sections: Vec<LeveledSection>,
    /// The bytes of all sections.
    size: usize,
    is_full: bool,
}

/// A section and the level of its first title.
#[derive(Debug)]
struct LeveledSection {
    first_level: u8,
    section: Section,
}

impl Outline {
    pub(crate) fn new(headings: Headings) -> Outline {
        Outline {
            headings,
            writer: Writer::default(),
            titles: Vec::new(),
            heading: None,
            sections: Vec::new(),
            size: 0,
            is_full: false,
        }
    }

    pub(crate) fn start(&mut self, element: Element) {
        match element {
            Element::Heading(level) if self.heading.is_none() && self.splits() => {
                self.end_section();
                self.heading = Some(level.clamp(1, DEEPEST_SECTION));
            }
            // A title in a list, or in another title.
            Element::Heading(_) if self.headings == Headings::Sections => {
                self.writer.start(Element::Paragraph);
                self.writer.start(Element::Strong);
            }
            element => self.writer.start(element),
        }
    }

    pub(crate) fn end(&mut self, element: Element) {
        match (element, self.heading) {
            (Element::Heading(_), Some(level)) => {
                self.heading = None;
                let title = std::mem::take(&mut self.writer).finish();
                self.open_section(level, &title);
            }
            (Element::Heading(_), None) if self.headings == Headings::Sections => {
                self.writer.end(Element::Strong);
                self.writer.end(Element::Paragraph);
            }
            (element, _) => self.writer.end(element),
        }
    }

    /// Begins a section under this title.
    pub(crate) fn open_section(&mut self, level: u8, title: &str) {
        self.end_section();
        let title = text::title(title);
        if !title.is_empty() {
            let level = level.clamp(1, DEEPEST_SECTION);
            self.leave_section(level);
            self.titles.push((level, title));
        }
    }

    /// Ends the sections of this level and below.
    pub(crate) fn leave_section(&mut self, level: u8) {
        self.end_section();
        self.titles.retain(|(above, _)| *above < level.clamp(1, DEEPEST_SECTION));
    }

    pub(crate) fn text(&mut self, text: &str) {
        if self.is_full {
            return;
        }
        self.writer.text(&text::lines(text));
    }

    /// A text in which only control characters are replaced.
    pub(crate) fn verbatim(&mut self, text: &str) {
        if !self.is_full {
            self.writer.verbatim(&text::lines(text));
        }
    }

    /// Whether what was written last is an empty line, or nothing.
    pub(crate) fn is_at_paragraph(&self) -> bool {
        self.writer.is_at_paragraph()
    }

    /// What the next block begins with, such as `Note: `.
    pub(crate) fn label(&mut self, label: &str) {
        self.writer.label(label);
    }

    /// A sign before the next text, such as `[`.
    pub(crate) fn text_start(&mut self, sign: &str) {
        self.writer.text_start(sign);
    }

    /// A sign behind the text that began with `start`.
    pub(crate) fn text_end(&mut self, start: &str, sign: &str) {
        self.writer.text_end(start, sign);
    }

    /// The text without sections.
    pub(crate) fn finish_text(self) -> String {
        self.writer.finish()
    }

    /// The title and the sections. The title is the one that all sections are under, or else `title`.
    ///
    /// # Errors
    /// The document has more text or more sections than are read.
    pub(crate) fn finish(mut self, title: &str) -> Result<(String, Vec<Section>), DocumentError> {
        self.end_section();
        if self.is_full {
            return Err(DocumentError::TooMuch("text"));
        }
        if self.sections.len() > MOST_SECTIONS {
            return Err(DocumentError::TooMuch("sections"));
        }
        let title = self.common_title().unwrap_or_else(|| text::title(title));
        let mut sections: Vec<Section> = self.sections.into_iter().map(|it| it.section).collect();
        for section in &mut sections {
            if section.path.first() != Some(&title) {
                section.path.insert(0, title.clone());
            }
        }
        Ok((title, sections))
    }

    /// The first title of all sections, if it is the same one of level 1.
    fn common_title(&self) -> Option<String> {
        let first = self.sections.first()?.section.path.first()?;
        let is_common = |it: &LeveledSection| it.first_level == 1 && it.section.path.first() == Some(first);
        self.sections.iter().all(is_common).then(|| first.clone())
    }

    fn splits(&self) -> bool {
        self.headings == Headings::Sections && !self.writer.is_in_list()
    }

    fn end_section(&mut self) {
        let writer = std::mem::take(&mut self.writer);
        let is_cut = writer.is_full();
        let text = writer.finish();
        self.size += text.len();
        self.is_full |= is_cut || self.size > MOST_TEXT;
        if text.is_empty() || self.is_full || self.sections.len() > MOST_SECTIONS {
            return;
        }
        let first_level = self.titles.first().map_or(0, |(level, _)| *level);
        let path = self.titles.iter().map(|(_, title)| title.clone()).collect();
        self.sections.push(LeveledSection { first_level, section: Section { path, text } });
    }
}
