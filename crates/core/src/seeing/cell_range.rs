//! Blocks of cells of a sheet. Pure.

use super::CellAddress;
use std::collections::BTreeSet;
use std::fmt;

/// A block of cells, such as `A1:C4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellRange {
    /// Its top left cell.
    pub first: CellAddress,
    /// Its bottom right cell.
    pub last: CellAddress,
}

impl CellRange {
    /// The smallest block with all of these cells; `None` without cells.
    pub fn around(cells: impl IntoIterator<Item = CellAddress>) -> Option<CellRange> {
        let mut cells = cells.into_iter();
        let first = cells.next()?;
        let one = CellRange { first, last: first };
        Some(cells.fold(one, |CellRange { first, last }, cell| CellRange {
            first: CellAddress { row: first.row.min(cell.row), column: first.column.min(cell.column) },
            last: CellAddress { row: last.row.max(cell.row), column: last.column.max(cell.column) },
        }))
    }

    /// Whether the cell is in the block, or next to it.
    pub const fn is_at(self, cell: CellAddress) -> bool {
        let CellRange { first, last } = self;
        cell.row + 1 >= first.row
            && cell.row <= last.row + 1
            && cell.column + 1 >= first.column
            && cell.column <= last.column + 1
    }

    /// Whether another block has the same columns and begins right below this one.
    const fn is_above(self, other: CellRange) -> bool {
        self.last.row + 1 == other.first.row
            && self.first.column == other.first.column
            && self.last.column == other.last.column
    }
}

impl fmt::Display for CellRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.first == self.last { self.first.fmt(f) } else { write!(f, "{}:{}", self.first, self.last) }
    }
}

/// Cells of one sheet as few blocks, displayed with their number: `B24:D26, F3 (10 cells)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellRanges {
    blocks: Vec<CellRange>,
    cells: usize,
}

/// The most blocks that are named; further ones are counted.
const MOST_BLOCKS: usize = 6;

impl CellRanges {
    /// The blocks of these cells, in the order of rows; `None` without cells. A cell that occurs twice counts once.
    pub fn of(cells: impl IntoIterator<Item = CellAddress>) -> Option<CellRanges> {
        let cells: BTreeSet<CellAddress> = cells.into_iter().collect();
        let mut runs: Vec<CellRange> = Vec::new();
        for cell in &cells {
            let is_next = |run: &CellRange| run.last.row == cell.row && run.last.column + 1 == cell.column;
            match runs.last_mut() {
                Some(run) if is_next(run) => run.last = *cell,
                _ => runs.push(CellRange { first: *cell, last: *cell }),
            }
        }
        let mut blocks: Vec<CellRange> = Vec::new();
        for run in runs {
            match blocks.iter().rposition(|it| it.is_above(run)) {
                Some(above) => blocks[above].last = run.last,
                None => blocks.push(run),
            }
        }
        (!blocks.is_empty()).then_some(CellRanges { blocks, cells: cells.len() })
    }
}

impl fmt::Display for CellRanges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named: Vec<String> = self.blocks.iter().take(MOST_BLOCKS).map(ToString::to_string).collect();
        f.write_str(&named.join(", "))?;
        if self.blocks.len() > MOST_BLOCKS {
            write!(f, " and {} more", self.blocks.len() - MOST_BLOCKS)?;
        }
        if self.cells > 1 { write!(f, " ({} cells)", self.cells) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(names: &str) -> Vec<CellAddress> {
        names.split_whitespace().filter_map(CellAddress::parse).collect()
    }

    #[test]
    fn a_range_is_around_all_of_its_cells() {
        assert_eq!(CellRange::around(cells("")), None);
        for (names, expected) in [("B2", "B2"), ("C1 A21 H3", "A1:H21")] {
            assert_eq!(CellRange::around(cells(names)).unwrap().to_string(), expected);
        }
    }

    #[test]
    fn a_cell_is_at_a_block_that_it_touches() {
        let block = CellRange::around(cells("B2 D6")).unwrap();
        for (name, expected) in
            [("A1", true), ("C4", true), ("E7", true), ("F6", false), ("D8", false), ("K1", false)]
        {
            assert_eq!(block.is_at(cells(name)[0]), expected, "{name}");
        }
        let below = CellRange::around(cells("C5 D6")).unwrap();
        assert!(!below.is_at(cells("A5")[0]) && !below.is_at(cells("C3")[0]));
    }

    #[test]
    fn many_cells_are_few_blocks() {
        assert_eq!(CellRanges::of(cells("")), None);
        for (names, expected) in [
            ("B24", "B24"),
            ("B24 C24 B25 C25 C25", "B24:C25 (4 cells)"),
            ("A1 B1 D1 A2 B2 D2 D3", "A1:B2, D1:D3 (7 cells)"),
            ("A1 A3", "A1, A3 (2 cells)"),
            ("A1 B1 A2", "A1:B1, A2 (3 cells)"),
            ("A1 A3 A5 A7 A9 A11 A13 A15", "A1, A3, A5, A7, A9, A11 and 2 more (8 cells)"),
        ] {
            assert_eq!(CellRanges::of(cells(names)).unwrap().to_string(), expected, "{names}");
        }
    }
}
