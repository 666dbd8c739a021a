//! The cells of a sheet in brief: the used range and its rows.

use crate::task::Cell;

/// How many characters of a cell are told.
const CELL_CHARS: usize = 40;
/// How many rows of a sheet are told from its beginning.
const FIRST_ROWS: usize = 20;
/// How many rows of a sheet are told from its end.
const LAST_ROWS: usize = 3;
/// How many cells are read.
const CELLS: usize = 5_000;

/// The cells of a sheet that show something, by column and row from 0, in the order of the file.
#[derive(Debug, Default)]
pub(super) struct SheetCells {
    /// The sheet's name.
    pub(super) name: String,
    /// The cells.
    pub(super) cells: Vec<((u32, u32), String)>,
}

impl SheetCells {
    /// Adds a cell that shows something, up to a number of cells.
    pub(super) fn push(&mut self, at: (u32, u32), shown: &str) {
        let shown = shown.trim();
        if !shown.is_empty() && self.cells.len() < CELLS {
            self.cells.push((at, shown.chars().take(CELL_CHARS).collect()));
        }
    }

    /// The used range, then a line for each row.
    pub(super) fn brief(&self) -> String {
        let Some(first) = self.cells.first() else { return format!("{}: empty", self.name) };
        let ((mut left, mut top), (mut right, mut bottom)) = (first.0, first.0);
        for ((column, row), _) in &self.cells {
            (left, right) = (left.min(*column), right.max(*column));
            (top, bottom) = (top.min(*row), bottom.max(*row));
        }
        let cell = |column, row| Cell { sheet: None, column, row };
        let mut lines = vec![format!("{} {}:{}", self.name, cell(left, top), cell(right, bottom))];
        let rows: Vec<&[((u32, u32), String)]> =
            self.cells.chunk_by(|one, next| one.0.1 == next.0.1).collect();
        let row = |it: &&[((u32, u32), String)]| {
            let told =
                |((column, row), shown): &((u32, u32), String)| format!("{}={shown}", cell(*column, *row));
            it.iter().map(told).collect::<Vec<_>>().join(" | ")
        };
        if rows.len() <= FIRST_ROWS + LAST_ROWS {
            lines.extend(rows.iter().map(row));
        } else {
            let end = rows.len() - LAST_ROWS;
            lines.extend(rows[..FIRST_ROWS].iter().map(row));
            lines.push(format!("… {} more rows", end - FIRST_ROWS));
            lines.extend(rows[end..].iter().map(row));
        }
        lines.join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sheet_is_told_by_its_range_and_its_rows() {
        let mut sheet = SheetCells { name: "Sheet1".into(), cells: Vec::new() };
        for (at, shown) in
            [((1, 1), "Name"), ((2, 1), "Price"), ((1, 2), " Tea "), ((2, 2), "3.50"), ((5, 3), " ")]
        {
            sheet.push(at, shown);
        }
        assert_eq!(sheet.brief(), "Sheet1 B2:C3\nB2=Name | C2=Price\nB3=Tea | C3=3.50");
        for row in 0..100 {
            sheet.push((0, row + 10), &row.to_string());
        }
        let brief = sheet.brief();
        assert!(brief.contains("… 79 more rows") && brief.ends_with("A110=99"), "{brief}");
        assert_eq!(SheetCells { name: "Empty".into(), cells: Vec::new() }.brief(), "Empty: empty");
    }
}
