//! Manual pages, in the macros `man` and `mdoc`.

mod arguments;
mod characters;
mod escapes;
mod lists;
mod man_macros;
mod mdoc;
mod mdoc_line;
mod roff;
mod table;

use crate::{Document, DocumentError, Format};
use roff::{Line, Roff};

/// A manual page.
pub(crate) fn read(source: &str, name: &str) -> Result<Document, DocumentError> {
    let lines = Roff::lines(source)?;
    let heading = lines.iter().find_map(heading);
    let Some((is_mdoc, page)) = heading else { return Err(not_a_page(&lines)) };
    let title = page.title(name);
    let (title, sections) =
        if is_mdoc { mdoc::sections(&lines, &title)? } else { man_macros::sections(&lines, &title)? };
    Ok(Document { title, application: None, version: page.version, language: None, sections })
}

/// What a page says about itself.
#[derive(Debug, Default)]
struct Heading {
    name: String,
    section: String,
    version: Option<String>,
}

impl Heading {
    /// The title of the page, such as `ls(1)`. Pages write their names in capital letters, files as they are.
    fn title(&self, file: &str) -> String {
        let name =
            if self.name.eq_ignore_ascii_case(file) { file.to_owned() } else { self.name.to_lowercase() };
        if self.section.is_empty() { name } else { format!("{name}({})", self.section) }
    }
}

/// Whether a line is the heading of an mdoc page or that of a man page, and what it says.
fn heading(line: &Line) -> Option<(bool, Heading)> {
    let Line::Macro { name, arguments } = line else { return None };
    let at = |index: usize| arguments.get(index).cloned().unwrap_or_default();
    match name.as_str() {
        "TH" => Some((false, Heading { name: at(0), section: at(1), version: version(&at(3)) })),
        "Dt" => Some((true, Heading { name: at(0), section: at(1), version: None })),
        _ => None,
    }
}

/// The version in the footer of a page, such as `1.2` of `galculator 1.2`.
fn version(source: &str) -> Option<String> {
    let is_version = |word: &&str| word.starts_with(|it: char| it.is_ascii_digit()) && word.contains('.');
    let mut words = source.split_whitespace().map(|it| it.trim_start_matches(['v', 'V']));
    words.find(is_version).map(str::to_owned)
}

/// Why a file without a heading is no page.
fn not_a_page(lines: &[Line]) -> DocumentError {
    let other = lines.iter().find_map(|line| match line {
        Line::Macro { name, arguments } if name == "so" => arguments.first().cloned(),
        _ => None,
    });
    match other {
        Some(other) => DocumentError::OtherPage(other),
        None => DocumentError::damaged(Format::ManPage, &"it has neither .TH nor .Dt"),
    }
}

#[cfg(test)]
mod tests;
