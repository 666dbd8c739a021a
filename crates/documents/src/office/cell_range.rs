//! Cells of sheets by the letters of their column and the number of their row.

use std::fmt;

/// A cell, or the block of cells that show the same. Columns and rows are numbers from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellRange {
    /// The first and the last column.
    pub columns: (u32, u32),
    /// The first and the last row.
    pub rows: (u32, u32),
}

impl CellRange {
    /// A single cell.
    pub const fn cell((column, row): (u32, u32)) -> CellRange {
        CellRange { columns: (column, column), rows: (row, row) }
    }
}

impl fmt::Display for CellRange {
    /// `B2`, or `B2:C9`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |column: u32, row: u32| format!("{}{}", column_letters(column), u64::from(row) + 1);
        f.write_str(&name(self.columns.0, self.rows.0))?;
        match *self == CellRange::cell((self.columns.0, self.rows.0)) {
            true => Ok(()),
            false => write!(f, ":{}", name(self.columns.1, self.rows.1)),
        }
    }
}

/// The letters of a column, which is a number from 0.
pub fn column_letters(column: u32) -> String {
    let (mut letters, mut left) = (Vec::new(), u64::from(column) + 1);
    while left > 0 {
        letters.push(char::from(b'A' + u8::try_from((left - 1) % 26).unwrap_or(0)));
        left = (left - 1) / 26;
    }
    letters.iter().rev().collect()
}

/// The column and the row, from 0, of a reference such as `B2`.
pub fn cell_position(text: &str) -> Option<(u32, u32)> {
    let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (letters, digits) = text.split_at(letters);
    let column = letters.bytes().try_fold(0_u32, |sum, letter| {
        sum.checked_mul(26)?.checked_add(u32::from(letter.to_ascii_uppercase() - b'A') + 1)
    })?;
    let row: u32 = digits.parse().ok()?;
    Some((column.checked_sub(1)?, row.checked_sub(1)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_written_as_in_a_spreadsheet() {
        for (text, position) in [("A1", (0, 0)), ("Z1", (25, 0)), ("AA3", (26, 2)), ("XFD12", (16_383, 11))] {
            assert_eq!(cell_position(text), Some(position), "{text}");
            assert_eq!(CellRange::cell(position).to_string(), text);
        }
        assert_eq!(CellRange { columns: (1, 1), rows: (2, 999) }.to_string(), "B3:B1000");
        for text in ["", "A", "1", "A0", "ZZZZZZZZZ1", "A99999999999"] {
            assert_eq!(cell_position(text), None, "{text}");
        }
    }
}
