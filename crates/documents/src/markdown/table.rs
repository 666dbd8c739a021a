//! A table that is being written, row by row.

/// A table that is open.
#[derive(Debug, Default)]
pub(super) struct Table {
    rows: usize,
    /// The cells of the open row so far.
    pub(super) cells: usize,
    /// Whether a cell is open.
    pub(super) in_cell: bool,
}

impl Table {
    /// Ends a row that has cells; the first one is followed by a rule under the head.
    pub(super) fn end_row(&mut self) -> Option<Option<String>> {
        let cells = std::mem::take(&mut self.cells);
        if cells == 0 {
            return None;
        }
        self.rows += 1;
        Some((self.rows == 1).then(|| format!("|{}", " --- |".repeat(cells))))
    }
}
