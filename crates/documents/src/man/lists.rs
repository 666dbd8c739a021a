//! The lists and blocks of a manual page that are open.

use crate::markdown::{Element, Marker, Outline};

/// The text of a page under way.
#[derive(Debug)]
pub(super) struct Page {
    pub(super) outline: Outline,
    /// The indented parts that are open, and whether each has a list.
    levels: Vec<Level>,
    is_fixed: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Level {
    /// It has no list.
    #[default]
    Plain,
    /// It has a list.
    List,
}

impl Page {
    pub(super) fn of(outline: Outline) -> Page {
        Page { outline, levels: vec![Level::Plain], is_fixed: false }
    }

    /// Begins a section.
    pub(super) fn section(&mut self, level: u8, title: &str) {
        self.end_fixed();
        while self.levels.len() > 1 {
            self.dedent();
        }
        self.end_list();
        self.outline.open_section(level, title);
    }

    /// Ends a paragraph, and the list around it.
    pub(super) fn paragraph(&mut self) {
        self.end_list();
        self.outline.start(Element::Paragraph);
    }

    /// Ends a paragraph of an item.
    pub(super) fn next(&mut self) {
        self.outline.start(Element::Paragraph);
    }

    /// Begins an item of a list, which begins with it if none is open.
    pub(super) fn item(&mut self, marker: Marker) {
        if self.levels.last() == Some(&Level::Plain) {
            self.outline.start(Element::List(marker));
            self.set_level(Level::List);
        }
        self.outline.start(Element::Item);
    }

    /// Begins an indented part.
    pub(super) fn indent(&mut self) {
        self.levels.push(Level::Plain);
        self.outline.start(Element::Line);
    }

    /// Ends an indented part.
    pub(super) fn dedent(&mut self) {
        if self.levels.len() > 1 {
            self.end_list();
            self.levels.pop();
        }
        self.outline.start(Element::Line);
    }

    /// Begins text with fixed line breaks.
    pub(super) fn fix(&mut self) {
        if !self.is_fixed {
            self.is_fixed = true;
            self.outline.start(Element::CodeBlock);
        }
    }

    /// Ends text with fixed line breaks.
    pub(super) fn end_fixed(&mut self) {
        if std::mem::take(&mut self.is_fixed) {
            self.outline.end(Element::CodeBlock);
        }
    }

    pub(super) const fn is_fixed(&self) -> bool {
        self.is_fixed
    }

    /// A line of text.
    pub(super) fn line(&mut self, text: &str) {
        self.outline.text(text);
        self.outline.text("\n");
    }

    fn end_list(&mut self) {
        if self.levels.last() == Some(&Level::List) {
            self.outline.end(Element::List(Marker::Dash));
            self.set_level(Level::Plain);
        }
    }

    fn set_level(&mut self, level: Level) {
        if let Some(last) = self.levels.last_mut() {
            *last = level;
        }
    }
}
