//! Reading a document as Markdown.

use crate::{
    commands::{
        answer::{Answer, Answered},
        call_args::CallArgs,
        here::Here,
        texts::{counted, markdown_table},
    },
    dispatch::{error::CallError, object::Object, value::args},
};

/// Whether a place is in a table (`wdWithInTable`).
const IN_TABLE: i64 = 12;
/// The level of what is no heading (`wdOutlineLevelBodyText`).
const BODY: i64 = 10;
/// No more is read than fits into an answer, in bytes.
const MOST_READ: usize = 50_000;
/// The most links that are read.
const MOST_LINKS: i64 = 200;

/// A link: where it begins, its text and its address.
struct Link {
    start: i64,
    text: String,
    address: String,
}

/// A table that is being read: finished rows, and the cells of the next with the texts of their paragraphs.
#[derive(Default)]
struct OpenTable {
    rows: Vec<Vec<String>>,
    row: Vec<String>,
    cell: Vec<String>,
}

pub(super) fn document_text(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let outline = args.flag("outline") == Some(true);
    let links = if outline { Vec::new() } else { links(here)? };
    let mut lines: Vec<String> = Vec::new();
    let mut table = OpenTable::default();
    let (mut number, mut size) = (0usize, 0);
    let mut next = here.document.object("Paragraphs")?.object_if_any("First", args![])?;
    while let Some(paragraph) = next {
        number += 1;
        let level = paragraph.integer("OutlineLevel")?;
        if !outline || level < BODY {
            let range = paragraph.object("Range")?;
            let text = range.text("Text")?;
            if !outline && range.value_of("Information", args![IN_TABLE])? == true.into() {
                table.take(&text);
            } else {
                lines.extend(table.finished());
                lines.push(line(
                    &range,
                    text.trim_end_matches(['\r', '\n']),
                    level,
                    outline.then_some(number),
                    &links,
                )?);
            }
            size += text.len();
        }
        next = if size > MOST_READ { None } else { paragraph.object_if_any("Next", args![])? };
    }
    lines.extend(table.finished());
    let what = if outline {
        counted(lines.len(), "heading", "headings")
    } else {
        counted(number, "paragraph", "paragraphs")
    };
    Answer::read(format!("read {what}"), &lines.join(if outline { "\n" } else { "\n\n" }))
}

/// A paragraph as a line of Markdown; in an outline with its number.
fn line(
    range: &Object,
    text: &str,
    level: i64,
    number: Option<usize>,
    links: &[Link],
) -> Result<String, CallError> {
    let marks = "#".repeat(usize::try_from(level).unwrap_or_default());
    let mut text = text.replace('\u{b}', "  \n");
    if !links.is_empty() {
        let (start, end) = (range.integer("Start")?, range.integer("End")?);
        for link in links.iter().filter(|it| (start..end).contains(&it.start)) {
            text = text.replacen(&link.text, &format!("[{}]({})", link.text, link.address), 1);
        }
    }
    Ok(match (level < BODY, number) {
        (true, Some(number)) => format!("{marks} {text} (paragraph {number})"),
        (true, None) => format!("{marks} {text}"),
        (false, _) => text,
    })
}

fn links(here: &Here<'_>) -> Result<Vec<Link>, CallError> {
    let links = here.document.object("Hyperlinks")?;
    let count = links.integer("Count")?.min(MOST_LINKS);
    let link = |at: i64| {
        let link = links.object_of("Item", args![at])?;
        let start = link.object("Range")?.integer("Start")?;
        Ok(Link { start, text: link.text("TextToDisplay")?, address: link.text("Address")? })
    };
    (1..=count).map(link).collect()
}

impl OpenTable {
    /// Takes a paragraph: the last of a cell ends with the mark of a cell, and a mark alone behind the last cell ends a row.
    fn take(&mut self, text: &str) {
        let Some(last) = text.strip_suffix("\r\u{7}") else {
            self.cell.push(text.trim_end_matches('\r').to_owned());
            return;
        };
        if last.is_empty() && self.cell.is_empty() && self.is_row_full() {
            self.rows.push(std::mem::take(&mut self.row));
            return;
        }
        self.cell.push(last.to_owned());
        self.row.push(std::mem::take(&mut self.cell).join(" "));
    }

    /// Whether the row has as many cells as the one before. The first has all cells before its first empty one.
    fn is_row_full(&self) -> bool {
        self.rows.first().map_or(!self.row.is_empty(), |first| self.row.len() >= first.len())
    }

    /// The table as Markdown once it has ended; nothing where there is none.
    fn finished(&mut self) -> Option<String> {
        if !self.row.is_empty() {
            let row = std::mem::take(&mut self.row);
            self.rows.push(row);
        }
        let rows = std::mem::take(&mut self.rows);
        (!rows.is_empty()).then(|| markdown_table(&rows))
    }
}
