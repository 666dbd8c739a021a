//! Writes the cells of sheets: a section for each sheet, a line for each row, and each cell with its name.

use super::cell_range::CellRange;
use crate::{
    Document, DocumentError,
    markdown::{Headings, Outline},
};

/// The text of a sheet without cells.
const EMPTY: &str = "no cell shows anything";

/// A spreadsheet under way.
#[derive(Debug)]
pub(super) struct SheetWriter {
    outline: Outline,
    sheets: usize,
    /// The first and the last row of the open line; `None` before the first line of a sheet.
    rows: Option<(u32, u32)>,
}

impl SheetWriter {
    pub(super) fn new() -> SheetWriter {
        SheetWriter { outline: Outline::new(Headings::Sections), sheets: 0, rows: None }
    }

    pub(super) fn start_sheet(&mut self, name: &str) {
        self.end_sheet();
        self.sheets += 1;
        self.outline.leave_section(2);
        match name.trim() {
            "" => self.outline.open_section(2, &format!("sheet {}", self.sheets)),
            name => self.outline.open_section(2, name),
        }
    }

    /// Adds a cell if it shows anything. A line break in it is written as `\n`.
    pub(super) fn cell(&mut self, range: CellRange, shown: &str) {
        let shown = shown.trim();
        if shown.is_empty() {
            return;
        }
        let lead = match self.rows {
            None => "",
            Some(rows) if rows == range.rows => " | ",
            Some(_) => "\n",
        };
        self.rows = Some(range.rows);
        self.outline.verbatim(&format!("{lead}{range}={}", shown.replace('\n', "\\n")));
    }

    /// # Errors
    /// The document has more text or more sections than are read.
    pub(super) fn finish(mut self, name: &str) -> Result<Document, DocumentError> {
        self.end_sheet();
        let (title, sections) = self.outline.finish(name)?;
        Ok(Document { title, application: None, version: None, language: None, sections, missing_text: None })
    }

    fn end_sheet(&mut self) {
        if self.sheets > 0 && self.rows.is_none() {
            self.outline.verbatim(EMPTY);
        }
        self.rows = None;
    }
}
