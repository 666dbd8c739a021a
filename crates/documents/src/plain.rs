//! Markdown, and text without marks.

use crate::{
    Document, DocumentError,
    markdown::{Headings, Outline},
    text,
};

/// A text without marks: one section.
pub(crate) fn text(source: &str, name: &str) -> Result<Document, DocumentError> {
    let mut outline = Outline::new(Headings::Sections);
    outline.verbatim(source);
    document(outline, name)
}

/// Markdown, with a section for each of its headings.
pub(crate) fn markdown(source: &str, name: &str) -> Result<Document, DocumentError> {
    let (front, source) = front_matter(source);
    let mut reader =
        MarkdownReader { outline: Outline::new(Headings::Sections), fence: None, in_comment: false };
    let mut lines = source.lines().peekable();
    while let Some(line) = lines.next() {
        let underline = lines.peek().and_then(|it| underline_level(it));
        match underline.filter(|_| reader.may_be_title(line)) {
            Some(level) => {
                reader.outline.open_section(level, &without_images(line));
                lines.next();
            }
            None => reader.line(line),
        }
    }
    document(reader.outline, front.as_deref().unwrap_or(name))
}

pub(crate) fn document(outline: Outline, name: &str) -> Result<Document, DocumentError> {
    let (title, sections) = outline.finish(name)?;
    Ok(Document { title, application: None, version: None, language: None, sections, missing_text: None })
}

struct MarkdownReader {
    outline: Outline,
    /// The sign of the open code block.
    fence: Option<&'static str>,
    in_comment: bool,
}

impl MarkdownReader {
    fn line(&mut self, line: &str) {
        let sign = ["```", "~~~"].into_iter().find(|it| line.trim_start().starts_with(it));
        if let Some(fence) = self.fence {
            if sign == Some(fence) {
                self.fence = None;
            }
            return self.push(line);
        }
        if sign.is_some() && !self.in_comment {
            self.fence = sign;
            return self.push(line);
        }
        let line = self.without_comments(line);
        match heading(&line) {
            Some((level, title)) => self.outline.open_section(level, &without_images(title)),
            None => self.push(&without_images(&line)),
        }
    }

    fn push(&mut self, line: &str) {
        self.outline.verbatim(line);
        self.outline.verbatim("\n");
    }

    fn without_comments(&mut self, line: &str) -> String {
        let mut shown = String::new();
        let mut rest = line;
        loop {
            let sign = if self.in_comment { "-->" } else { "<!--" };
            let (before, after) = rest.split_once(sign).unwrap_or((rest, ""));
            if !self.in_comment {
                shown.push_str(before);
            }
            if before.len() == rest.len() {
                return shown;
            }
            self.in_comment = !self.in_comment;
            rest = after;
        }
    }

    /// Whether a line is a title if the next one underlines it.
    fn may_be_title(&self, line: &str) -> bool {
        let is_text =
            line.trim_start().starts_with(|it: char| it.is_alphanumeric() || matches!(it, '`' | '*' | '['));
        self.fence.is_none()
            && !self.in_comment
            && is_text
            && !line.contains('|')
            && self.outline.is_at_paragraph()
    }
}

/// The level and the title of a line that is a heading.
fn heading(line: &str) -> Option<(u8, &str)> {
    let title = line.trim_start_matches('#');
    let level = line.len() - title.len();
    let is_heading = (1..=6).contains(&level) && title.starts_with([' ', '\t']);
    is_heading.then(|| (u8::try_from(level).unwrap_or(6), title.trim().trim_end_matches('#').trim_end()))
}

/// The level of the title above a line that underlines it.
fn underline_level(line: &str) -> Option<u8> {
    let line = line.trim_end();
    let is_all = |sign: char| line.len() >= 3 && line.chars().all(|it| it == sign);
    if is_all('=') {
        return Some(1);
    }
    is_all('-').then_some(2)
}

/// The title in the settings at the beginning of a document, and what is behind them.
fn front_matter(source: &str) -> (Option<String>, &str) {
    let settings = source.strip_prefix("---\n").and_then(|it| it.split_once("\n---\n"));
    let Some((settings, rest)) = settings else { return (None, source) };
    let title = settings.lines().find_map(|it| it.strip_prefix("title:"));
    let title = title.map(|it| text::title(it.trim().trim_matches(['"', '\''])));
    (title.filter(|it| !it.is_empty()), rest)
}

/// The line with the description of each image in its place.
fn without_images(line: &str) -> String {
    let mut shown = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once("![") {
        shown.push_str(before);
        let image =
            after.split_once("](").and_then(|(text, address)| Some((text, address.split_once(')')?.1)));
        let Some((description, behind)) = image else {
            shown.push_str("![");
            shown.push_str(after);
            return shown;
        };
        shown.push_str(description);
        rest = behind;
    }
    shown.push_str(rest);
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sections(source: &str) -> Vec<String> {
        let document = markdown(source, "file").unwrap();
        document.sections.into_iter().map(|it| format!("{}: {}", it.path.join(" / "), it.text)).collect()
    }

    #[test]
    fn headings_begin_sections() {
        let source = "# Tool ![logo](x.png) #\n\nIt [works](y).\n\n## Use\n\n```sh\n# no heading\n```\n<!-- no\n\
            ## heading -->\nafter\n\nKeys\n----\n\n| a | b |\n|---|---|\n\nx\n---\n# Other\n#hash\n";
        assert_eq!(
            sections(source),
            [
                "Tool logo: It [works](y).",
                "Tool logo / Use: ```sh\n# no heading\n```\n\n\nafter",
                "Tool logo / Keys: | a | b |\n|---|---|",
            ]
            .into_iter()
            .map(str::to_owned)
            .chain(["Other: #hash".to_owned()])
            .map(|it| format!("file / {it}"))
            .collect::<Vec<_>>()
        );
    }

    #[test]
    fn the_title_is_the_only_first_heading_or_the_one_of_the_settings() {
        assert_eq!(sections("Intro\n=====\na\n## B\nc"), ["Intro: a", "Intro / B: c"]);
        assert_eq!(
            sections("---\nid: 1\ntitle: \"A guide\"\n---\na\n## B\nc"),
            ["A guide: a", "A guide / B: c"]
        );
        assert_eq!(sections("a\u{7}\n- b"), ["file: a\n- b"]);
    }

    #[test]
    fn text_is_one_section() {
        let document = text("# a\r\n\n  b\u{0}\n", "read me").unwrap();
        assert_eq!((document.title.as_str(), document.sections[0].text.as_str()), ("read me", "# a\n\n  b"));
        assert!(text(" \n", "x").unwrap().sections.is_empty());
    }
}
