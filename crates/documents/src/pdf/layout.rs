//! Which lines of a PDF document are titles, and which are paragraphs.

use super::{
    hyphens::HyphenatedWords,
    lines::{Pages, PdfLine},
};
use crate::{
    DocumentError, Section,
    markdown::{Element, Headings, Outline},
    text,
};
use std::collections::HashMap;

/// The longest line that is a title because it is large, in characters.
const LONGEST_TITLE: usize = 120;

/// The title and the sections of lines in the order in which they are read.
pub(super) fn sections(pages: &Pages, name: &str) -> Result<(String, Vec<Section>), DocumentError> {
    let titles = Titles::of(pages);
    let words = HyphenatedWords::of(pages.lines.iter().map(|it| it.text.as_str()));
    let mut outline = Outline::new(Headings::Sections);
    let mut previous: Option<&PdfLine> = None;
    // A title of several lines, and a paragraph.
    let mut title: Option<(u8, String)> = None;
    let mut paragraph = String::new();
    for line in &pages.lines {
        let level = titles.level(line);
        let is_next = is_next(previous, line);
        previous = Some(line);
        if let (Some((open, text)), Some(level)) = (&mut title, level)
            && *open == level
            && is_next
        {
            words.append(text, &line.text);
            continue;
        }
        if let Some((level, text)) = title.take() {
            outline.open_section(level, &text);
        }
        if level.is_some() || !is_next {
            outline.start(Element::Paragraph);
            outline.text(&std::mem::take(&mut paragraph));
        }
        match level {
            Some(level) => title = Some((level, line.text.clone())),
            None => words.append(&mut paragraph, &line.text),
        }
    }
    outline.start(Element::Paragraph);
    outline.text(&paragraph);
    outline.finish(name)
}

/// Whether a line continues the one before it: not far below in the same column, or where the next column or page begins.
fn is_next(previous: Option<&PdfLine>, line: &PdfLine) -> bool {
    let Some(previous) = previous else { return false };
    let is_sentence_open = !previous.text.trim_end().ends_with(['.', ':', '!', '?']);
    if previous.page != line.page {
        return previous.page + 1 == line.page && is_sentence_open;
    }
    if let (Some(before), Some(column)) = (previous.column, line.column)
        && before != column
    {
        return previous.size == line.size && is_sentence_open;
    }
    let distance = line.top.saturating_sub(previous.top);
    previous.size == line.size && (0..=previous.height.saturating_mul(2)).contains(&distance)
        || previous.is_beside(line)
}

/// The titles of a document: those of its outline, or else its large lines.
struct Titles {
    /// The level of each title of the outline, by page and words.
    listed: HashMap<(u32, String), u8>,
    /// The sizes of titles, the largest first.
    sizes: Vec<i32>,
}

impl Titles {
    fn of(pages: &Pages) -> Titles {
        let listed = pages.outline.iter().map(|it| ((it.page, it.title.clone()), it.level));
        let listed: HashMap<(u32, String), u8> = listed.collect();
        let sizes = if listed.is_empty() { title_sizes(pages) } else { Vec::new() };
        Titles { listed, sizes }
    }

    fn level(&self, line: &PdfLine) -> Option<u8> {
        if let Some(level) = self.listed.get(&(line.page, text::title(&line.text))) {
            return Some(level.saturating_add(1));
        }
        let is_short = line.text.chars().count() <= LONGEST_TITLE;
        let index = self.sizes.iter().position(|it| *it == line.size).filter(|_| is_short)?;
        u8::try_from(index + 1).ok()
    }
}

/// The three largest sizes of titles.
fn title_sizes(pages: &Pages) -> Vec<i32> {
    let mut sizes: Vec<i32> = pages.title_sizes().into_iter().collect();
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    sizes.truncate(3);
    sizes
}
