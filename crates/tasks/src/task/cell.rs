//! References to spreadsheet cells.

use deskpilot_documents::office::{cell_position, column_letters};
use std::fmt;

/// A reference to a spreadsheet cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Its sheet; `None` means the first.
    pub sheet: Option<String>,
    /// Its column, from 0.
    pub column: u32,
    /// Its row, from 0.
    pub row: u32,
}

impl Cell {
    /// Parses `B2` or `Sheet1.B2`; the error says how to write it.
    pub(super) fn parse(text: &str) -> Result<Cell, String> {
        let wrong = || format!("{text:?} is not a cell: write one such as \"B2\" or \"Sheet1.B2\"");
        let (sheet, position) = match text.rsplit_once(['.', '!']) {
            Some((sheet, position)) => (Some(sheet.trim_matches('\'').to_owned()), position),
            None => (None, text),
        };
        let (column, row) = cell_position(position).ok_or_else(wrong)?;
        Ok(Cell { sheet: sheet.filter(|it| !it.is_empty()), column, row })
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(sheet) = &self.sheet {
            write!(f, "{sheet}.")?;
        }
        write!(f, "{}{}", column_letters(self.column), u64::from(self.row) + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_written_as_in_a_spreadsheet() {
        for (text, sheet, column, row, shown) in [
            ("A1", None, 0, 0, "A1"),
            ("b12", None, 1, 11, "B12"),
            ("Z1", None, 25, 0, "Z1"),
            ("AA3", None, 26, 2, "AA3"),
            ("Sheet1.B2", Some("Sheet1"), 1, 1, "Sheet1.B2"),
            ("'Q1.2024'!XFD1048576", Some("Q1.2024"), 16_383, 1_048_575, "Q1.2024.XFD1048576"),
        ] {
            let cell = Cell::parse(text).unwrap();
            assert_eq!((cell.sheet.as_deref(), cell.column, cell.row), (sheet, column, row), "{text}");
            assert_eq!(cell.to_string(), shown);
        }
        for text in ["", "A", "1", "A0", "A-1", "1A", "Sheet1.", "ZZZZZZZZZ1", "A99999999999", "Ä1"] {
            assert!(Cell::parse(text).is_err(), "{text}");
        }
    }
}
