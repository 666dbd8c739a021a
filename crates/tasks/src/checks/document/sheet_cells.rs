//! The cells of a sheet in brief: the used range and its rows.

use crate::task::Cell;
use std::collections::VecDeque;

/// How many characters of a cell the brief shows.
const CELL_CHARS: usize = 40;
/// How many rows from the beginning of a sheet the brief shows.
const FIRST_ROWS: usize = 20;
/// How many rows from the end of a sheet the brief shows.
const LAST_ROWS: usize = 3;
/// How many cells are kept from the beginning of a sheet, and from its end.
const CELLS: (usize, usize) = (5_000, 200);

/// A cell by column and row from 0, and what it shows.
type ShownCell = ((u32, u32), String);

/// The cells of a sheet that show something, in the order of the file.
#[derive(Debug, Default)]
pub(super) struct SheetCells {
    name: String,
    /// The first and the last column and row that are used.
    used: Option<((u32, u32), (u32, u32))>,
    first: Vec<ShownCell>,
    last: VecDeque<ShownCell>,
}

impl SheetCells {
    /// A sheet of this name without cells.
    pub(super) fn of(name: String) -> SheetCells {
        SheetCells { name, ..SheetCells::default() }
    }

    /// Adds a cell that shows something.
    pub(super) fn push(&mut self, at: (u32, u32), shown: &str) {
        let shown = shown.trim();
        if shown.is_empty() {
            return;
        }
        let ((left, top), (right, bottom)) = self.used.unwrap_or((at, at));
        self.used = Some(((left.min(at.0), top.min(at.1)), (right.max(at.0), bottom.max(at.1))));
        let cell = (at, shown.chars().take(CELL_CHARS).collect());
        if self.first.len() < CELLS.0 {
            self.first.push(cell);
        } else {
            self.last.push_back(cell);
            if self.last.len() > CELLS.1 {
                self.last.pop_front();
            }
        }
    }

    /// The used range, then a line for each row.
    pub(super) fn brief(&self) -> String {
        let Some(((left, top), (right, bottom))) = self.used else { return format!("{}: empty", self.name) };
        let cell = |column, row| Cell { sheet: None, column, row };
        let mut lines = vec![format!("{} {}:{}", self.name, cell(left, top), cell(right, bottom))];
        let cells: Vec<&ShownCell> = self.first.iter().chain(&self.last).collect();
        let rows: Vec<&[&ShownCell]> = cells.chunk_by(|one, next| one.0.1 == next.0.1).collect();
        let row = |it: &&[&ShownCell]| {
            let as_text = |((column, row), shown): &&ShownCell| format!("{}={shown}", cell(*column, *row));
            it.iter().map(as_text).collect::<Vec<_>>().join(" | ")
        };
        if rows.len() <= FIRST_ROWS + LAST_ROWS {
            lines.extend(rows.iter().map(row));
        } else {
            let (first, end) = (&rows[..FIRST_ROWS], &rows[rows.len() - LAST_ROWS..]);
            lines.extend(first.iter().map(row));
            // Row numbers in the text start at 1.
            let (after, before) = (first[FIRST_ROWS - 1][0].0.1.saturating_add(2), end[0][0].0.1);
            lines.push(format!("… rows {after} to {before}"));
            lines.extend(end.iter().map(row));
        }
        lines.join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sheet_is_described_by_its_range_and_its_rows() {
        let mut sheet = SheetCells::of("Sheet1".into());
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
        assert!(brief.contains("\n… rows 29 to 107\nA108=97\n") && brief.ends_with("A110=99"), "{brief}");
        for row in 110..9_000 {
            sheet.push((3, row), "more");
        }
        let brief = sheet.brief();
        assert!(brief.starts_with("Sheet1 A2:D9000\n") && brief.ends_with("\nD9000=more"), "{brief}");
        assert_eq!(SheetCells::of("Empty".into()).brief(), "Empty: empty");
    }
}
