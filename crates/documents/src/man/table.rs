//! The tables of manual pages, as the preprocessor `tbl` reads them.

use super::{lists::Page, roff::Line};
use crate::markdown::Element;

/// Writes a table, and returns the lines behind it.
pub(super) fn read<'a>(lines: &'a [Line], page: &mut Page) -> &'a [Line] {
    let is_end = |line: &Line| matches!(line, Line::Macro { name, .. } if name == "TE");
    let end = lines.iter().position(is_end).unwrap_or(lines.len());
    let texts = lines[..end].iter().filter_map(|line| match line {
        Line::Text(text) => Some(text.as_str()),
        // Macros in a block of text, such as `.B`.
        Line::Macro { name, arguments } if name.len() <= 2 && !arguments.is_empty() => {
            arguments.first().map(String::as_str)
        }
        Line::Macro { .. } => None,
    });
    write(texts, page);
    lines.get(end + 1..).unwrap_or(&[])
}

fn write<'a>(lines: impl Iterator<Item = &'a str>, page: &mut Page) {
    page.outline.start(Element::Table);
    let (mut separator, mut in_format) = ('\t', true);
    let mut cells: Vec<String> = Vec::new();
    // The text of a cell of several lines.
    let mut block: Option<String> = None;
    for line in lines {
        if let Some(text) = &mut block {
            match line.strip_prefix("T}") {
                Some(rest) => {
                    cells.push(std::mem::take(text));
                    block = None;
                    split(rest.strip_prefix(separator).unwrap_or(rest), separator, &mut cells, &mut block);
                }
                None => {
                    text.push(' ');
                    text.push_str(line);
                }
            }
        } else if in_format {
            if let Some(tab) = tab_option(line) {
                separator = tab;
            }
            in_format = !line.trim_end().ends_with('.');
            continue;
        } else if !matches!(line.trim(), "_" | "=" | "") {
            split(line, separator, &mut cells, &mut block);
        }
        if block.is_none() {
            row(&std::mem::take(&mut cells), page);
        }
    }
    row(&cells, page);
    page.outline.end(Element::Table);
}

/// The separator that the options of a table name, such as `tab(@)`.
fn tab_option(line: &str) -> Option<char> {
    let (_, after) = line.trim_end().strip_suffix(';')?.split_once("tab")?;
    after.trim_start().chars().nth(1)
}

fn split(line: &str, separator: char, cells: &mut Vec<String>, block: &mut Option<String>) {
    if line.is_empty() {
        return;
    }
    for cell in line.split(separator) {
        if cell == "T{" {
            *block = Some(String::new());
        } else {
            cells.push(cell.to_owned());
        }
    }
}

fn row(cells: &[String], page: &mut Page) {
    if cells.iter().all(|it| it.trim().is_empty()) {
        return;
    }
    page.outline.start(Element::Row);
    for cell in cells {
        page.outline.start(Element::Cell);
        page.outline.text(cell);
        page.outline.end(Element::Cell);
    }
    page.outline.end(Element::Row);
}
