//! Which lines of a PDF document are titles, which are paragraphs, and which are repeated on every page.

use super::lines::{Pages, PdfLine};
use crate::{
    DocumentError, Section,
    markdown::{Element, Headings, Outline},
    text,
};
use std::collections::{HashMap, HashSet};

/// The longest line that is a title because it is large, in characters.
const LONGEST_TITLE: usize = 120;
/// The minimum number of pages on which a line is repeated for it not to count as text.
const REPEATS: usize = 3;

/// The title and the sections.
pub(super) fn sections(pages: &Pages, name: &str) -> Result<(String, Vec<Section>), DocumentError> {
    let titles = Titles::of(pages);
    let margins = margins(pages);
    let mut outline = Outline::new(Headings::Sections);
    let mut previous: Option<&PdfLine> = None;
    // A title of several lines.
    let mut title: Option<(u8, String)> = None;
    for line in pages.lines.iter().filter(|it| !margins.contains(&margin(it))) {
        let level = titles.level(line);
        if let (Some((open, text)), Some(level)) = (&mut title, level)
            && *open == level
            && is_next(previous, line)
        {
            text.push(' ');
            text.push_str(&line.text);
            previous = Some(line);
            continue;
        }
        if let Some((level, text)) = title.take() {
            outline.open_section(level, &text);
        }
        match level {
            Some(level) => title = Some((level, line.text.clone())),
            None => write(line, previous, &mut outline),
        }
        previous = Some(line);
    }
    outline.finish(name)
}

fn write(line: &PdfLine, previous: Option<&PdfLine>, outline: &mut Outline) {
    if !is_next(previous, line) {
        outline.start(Element::Paragraph);
    }
    outline.text(&line.text);
    outline.text(" ");
}

/// Whether a line continues the one before it: on the same page, and not far below.
fn is_next(previous: Option<&PdfLine>, line: &PdfLine) -> bool {
    let Some(previous) = previous else { return false };
    if previous.page != line.page {
        // A sentence may go on at the next page.
        return previous.page + 1 == line.page && !previous.text.trim_end().ends_with(['.', ':', '!', '?']);
    }
    let distance = line.top.saturating_sub(previous.top);
    previous.size == line.size && (0..=previous.height.saturating_mul(2)).contains(&distance)
        || distance.abs() < previous.height.max(line.height) / 2
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

/// The three largest sizes of text that is larger than most of it.
fn title_sizes(pages: &Pages) -> Vec<i32> {
    let mut chars: HashMap<i32, usize> = HashMap::new();
    for line in &pages.lines {
        *chars.entry(line.size).or_default() += line.text.len();
    }
    let Some((body, _)) = chars.iter().max_by_key(|(size, count)| (**count, **size)) else {
        return Vec::new();
    };
    let mut sizes: Vec<i32> =
        chars.keys().copied().filter(|it| it.saturating_mul(8) > body.saturating_mul(9)).collect();
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    sizes.truncate(3);
    sizes
}

/// The key by which lines of several pages count as the same: their height on the page, and their words
/// without numbers.
fn margin(line: &PdfLine) -> (i32, String) {
    (line.top, line.text.chars().filter(|it| !it.is_ascii_digit()).collect())
}

/// The lines in the same place on many pages, such as page numbers.
fn margins(pages: &Pages) -> HashSet<(i32, String)> {
    let mut counts: HashMap<(i32, String), usize> = HashMap::new();
    for line in &pages.lines {
        *counts.entry(margin(line)).or_default() += 1;
    }
    let least = REPEATS.max(pages.count as usize / 3);
    counts.into_iter().filter(|(_, count)| *count >= least).map(|(margin, _)| margin).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(number: u32, texts: &[(i32, i32, &str)]) -> String {
        let line = |(top, font, text): &(i32, i32, &str)| {
            format!(
                "<text top=\"{top}\" left=\"9\" width=\"9\" height=\"{font}\" font=\"{font}\">{text}</text>"
            )
        };
        let texts: String = texts.iter().map(line).collect();
        let fonts: String = [10, 14, 20].map(|it| format!("<fontspec id=\"{it}\" size=\"{it}\"/>")).concat();
        format!(
            "<page number=\"{number}\">{fonts}{texts}<text top=\"900\" font=\"10\" height=\"10\">{number}</text></page>"
        )
    }

    fn shown(xml: &str) -> Vec<String> {
        let pages = Pages::read(&format!("<pdf2xml>{xml}</pdf2xml>")).unwrap();
        let (_, sections) = sections(&pages, "file").unwrap();
        sections.iter().map(|it| format!("{}: {}", it.path.join(" / "), it.text)).collect()
    }

    fn pages() -> String {
        [
            page(
                1,
                &[
                    (50, 20, "<b>A long</b>"),
                    (75, 20, "title"),
                    (100, 14, "First"),
                    (120, 10, "One"),
                    (132, 10, "line."),
                ],
            ),
            page(2, &[(50, 10, "Text"), (62, 10, "of it."), (150, 10, "Next.")]),
            page(3, &[(50, 14, "Second"), (70, 10, "End.")]),
        ]
        .concat()
    }

    #[test]
    fn large_lines_are_titles_and_numbers_of_pages_are_left_out() {
        assert_eq!(
            shown(&pages()),
            ["A long title / First: One line.\n\nText of it.\n\nNext.", "A long title / Second: End."]
        );
    }

    #[test]
    fn an_outline_says_which_lines_are_titles() {
        let outline =
            "<outline><item page=\"1\">First</item><outline><item page=\"2\">Text</item></outline></outline>";
        assert_eq!(
            shown(&format!("{}{outline}", pages())),
            [
                "file: A long title",
                "file / First: One line.",
                "file / First / Text: of it.\n\nNext.\n\nSecond\n\nEnd.",
            ]
        );
    }
}
