//! The lines of a PDF document and their positions, as poppler reports them.

use crate::{
    DocumentError, Format, PictureLine, text,
    xml::{Content, Tag, XmlEvent, walk_document},
};
use std::collections::{HashMap, HashSet};

/// A line of text on a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PdfLine {
    pub(super) page: u32,
    pub(super) top: i32,
    pub(super) height: i32,
    pub(super) left: i32,
    pub(super) right: i32,
    /// The column that it is in, by its number on the page; `None` if the page has no columns there.
    pub(super) column: Option<u32>,
    /// The size of its font.
    pub(super) size: i32,
    pub(super) text: String,
}

/// A title of the document's outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OutlineTitle {
    pub(super) page: u32,
    /// From 1.
    pub(super) level: u8,
    pub(super) title: String,
}

/// All lines and titles of a document.
#[derive(Debug, Default)]
pub(super) struct Pages {
    pub(super) lines: Vec<PdfLine>,
    pub(super) outline: Vec<OutlineTitle>,
    pub(super) count: u32,
}

impl PdfLine {
    /// Whether another line has the same height on its page.
    pub(super) fn is_beside(&self, other: &PdfLine) -> bool {
        let half = u32::try_from(self.height.max(other.height)).unwrap_or(0) / 2;
        self.top.abs_diff(other.top) < half.max(1)
    }
}

impl Pages {
    /// The size of most of the text; `None` without any.
    pub(super) fn body_size(&self) -> Option<i32> {
        let mut chars: HashMap<i32, usize> = HashMap::new();
        for line in &self.lines {
            *chars.entry(line.size).or_default() += line.text.len();
        }
        chars.into_iter().max_by_key(|(size, count)| (*count, *size)).map(|(size, _)| size)
    }

    /// The sizes of the text that is larger than most of it.
    pub(super) fn title_sizes(&self) -> HashSet<i32> {
        let body = self.body_size().unwrap_or(i32::MAX);
        let sizes = self.lines.iter().map(|it| it.size);
        sizes.filter(|it| it.saturating_mul(8) > body.saturating_mul(9)).collect()
    }

    /// Adds the lines in the picture of a page. They are of the size of the other text: how large letters in a picture are says little.
    pub(super) fn add_picture(&mut self, page: u32, size: i32, lines: Vec<PictureLine>) {
        self.lines.extend(lines.into_iter().filter(|it| !it.text.trim().is_empty()).map(|it| {
            let PictureLine { text, left, top, width, height } = it;
            let right = left.saturating_add(width);
            PdfLine { page, top, height, left, right, column: None, size, text }
        }));
        self.lines.sort_by_key(|it| it.page);
    }

    pub(super) fn read(xml: &str) -> Result<Pages, DocumentError> {
        let mut pages = Pages::default();
        let mut fonts: HashMap<String, i32> = HashMap::new();
        let (mut level, mut open) = (0_u8, Vec::new());
        walk_document(xml, Format::Pdf, |event| {
            match event {
                XmlEvent::Open(tag) => {
                    match tag.name() {
                        "page" => pages.count = pages.count.saturating_add(1),
                        "fontspec" => {
                            fonts.insert(tag.attribute("id").unwrap_or_default(), number(tag, "size"));
                        }
                        "text" => pages.line(tag, &fonts),
                        "outline" => level = level.saturating_add(1),
                        "item" => pages.title(tag, level),
                        _ => {}
                    }
                    open.push(tag.name().to_owned());
                }
                XmlEvent::Close(_) => {
                    if open.pop().is_some_and(|it| it == "outline") {
                        level = level.saturating_sub(1);
                    }
                }
                XmlEvent::Text(text) => pages.text(text, &open),
            }
            Content::Visited
        })?;
        pages.lines.retain(|it| !it.text.trim().is_empty());
        for title in &mut pages.outline {
            title.title = text::title(&title.title);
        }
        Ok(pages)
    }

    fn line(&mut self, tag: &Tag<'_>, fonts: &HashMap<String, i32>) {
        let size = fonts.get(&tag.attribute("font").unwrap_or_default()).copied().unwrap_or(0);
        let (top, height, left) = (number(tag, "top"), number(tag, "height"), number(tag, "left"));
        let right = left.saturating_add(number(tag, "width"));
        let (page, column, text) = (self.count, None, String::new());
        self.lines.push(PdfLine { page, top, height, left, right, column, size, text });
    }

    fn title(&mut self, tag: &Tag<'_>, level: u8) {
        let page = u32::try_from(number(tag, "page")).unwrap_or(0);
        self.outline.push(OutlineTitle { page, level: level.max(1), title: String::new() });
    }

    fn text(&mut self, text: &str, open: &[String]) {
        let is_in = |name: &str| open.iter().any(|it| it == name);
        if is_in("item") {
            self.outline.iter_mut().last().into_iter().for_each(|it| it.title.push_str(text));
        } else if is_in("text") {
            self.lines.iter_mut().last().into_iter().for_each(|it| it.text.push_str(text));
        }
    }
}

fn number(tag: &Tag<'_>, name: &str) -> i32 {
    tag.attribute(name).and_then(|it| it.parse().ok()).unwrap_or(0)
}
