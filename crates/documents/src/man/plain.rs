//! A page as plain text: its titles and its lines, without the words of macros. Its conditions and its own macros
//! are not carried out.

use super::{escapes, request::Request};
use crate::{
    DocumentError, Section,
    markdown::{Headings, Outline},
};

/// Requests whose lines up to an end are not shown.
const DEFINITIONS: [&str; 5] = ["de", "de1", "am", "am1", "ig"];
/// Macros before which a paragraph ends. What is behind them are widths.
const PARAGRAPHS: [&str; 9] = ["PP", "P", "LP", "HP", "TP", "TQ", "Pp", "Sp", "sp"];
/// Macros that print nothing.
const SILENT: [&str; 18] = [
    "TH", "Dd", "Dt", "Os", "IX", "RS", "RE", "TS", "TE", "EX", "EE", "Bl", "El", "Bd", "Ed", "Bk", "Ek",
    "Sm",
];
/// Macros that write their arguments without spaces, in two fonts.
const ALTERNATING: [&str; 6] = ["BR", "RB", "IR", "RI", "BI", "IB"];

/// The title and the sections of a page.
pub(super) fn sections(source: &str, title: &str) -> Result<(String, Vec<Section>), DocumentError> {
    let mut outline = Outline::new(Headings::Sections);
    outline.open_section(1, title);
    let mut reader = Reader { outline, title_level: None };
    // The line that ends the definition in which the reader is.
    let mut end: Option<String> = None;
    for line in source.lines() {
        if let Some(last) = &end {
            if line.trim_end() == last {
                end = None;
            }
            continue;
        }
        match Request::of(line) {
            Some(request) if DEFINITIONS.contains(&request.name) => end = Some(request.end()),
            Some(request) => reader.call(&request),
            None => reader.line(&escapes::plain(line)),
        }
    }
    reader.outline.finish(title)
}

struct Reader {
    outline: Outline,
    /// The level of the section whose title is the next line.
    title_level: Option<u8>,
}

impl Reader {
    fn call(&mut self, request: &Request<'_>) {
        let Request { name, arguments } = request;
        match *name {
            "SH" | "Sh" => self.section(2, &arguments.join(" ")),
            "SS" | "Ss" => self.section(3, &arguments.join(" ")),
            name if PARAGRAPHS.contains(&name) => self.line(""),
            name if SILENT.contains(&name) => {}
            "IP" => {
                self.line("");
                self.words(arguments.first().map_or("", String::as_str));
            }
            name if ALTERNATING.contains(&name) => self.words(&arguments.concat()),
            "It" => {
                self.line("");
                self.words(&mdoc_words(name, arguments));
            }
            name if is_of_mdoc(name) => self.words(&mdoc_words(name, arguments)),
            name if name.starts_with(|it: char| it.is_ascii_uppercase()) => self.words(&arguments.join(" ")),
            // Requests have small letters, and say how a page is printed.
            _ => {}
        }
    }

    fn section(&mut self, level: u8, title: &str) {
        if title.trim().is_empty() {
            self.title_level = Some(level);
        } else {
            self.outline.open_section(level, title);
        }
    }

    /// A line that is left out if it has no words.
    fn words(&mut self, text: &str) {
        if !text.trim().is_empty() {
            self.line(text);
        }
    }

    fn line(&mut self, text: &str) {
        match self.title_level.take_if(|_| !text.trim().is_empty()) {
            Some(level) => self.outline.open_section(level, text),
            None => {
                self.outline.verbatim(text);
                self.outline.verbatim("\n");
            }
        }
    }
}

/// Whether a word is a macro of `mdoc`: a capital letter and a small one.
fn is_of_mdoc(word: &str) -> bool {
    matches!(word.as_bytes(), [first, second] if first.is_ascii_uppercase() && second.is_ascii_lowercase())
}

/// The words of a line of `mdoc` without the macros among them; an option has its dash.
fn mdoc_words(name: &str, arguments: &[String]) -> String {
    let (mut text, mut dashes) = (String::new(), String::new());
    for word in std::iter::once(name).chain(arguments.iter().map(String::as_str)) {
        if word == "Fl" {
            dashes.push('-');
        } else if !is_of_mdoc(word) {
            let is_sign = matches!(word, "," | "." | ";" | ":" | ")" | "?" | "!");
            if !text.is_empty() && !is_sign {
                text.push(' ');
            }
            text.push_str(&std::mem::take(&mut dashes));
            text.push_str(word);
        }
    }
    text + &dashes
}
