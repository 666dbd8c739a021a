//! The cells of a sheet that hold anything.

use serde::Deserialize;
use serde_json::Value;

/// What is beyond the cells that hold anything.
static EMPTY: Cell = Cell::Text(String::new());

/// The value of a cell; an empty one has an empty text.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(from = "Value")]
pub(crate) enum Cell {
    /// A number, by its bits, so that it can be looked up.
    Number(u64),
    /// A text.
    Text(String),
    /// A formula that gives an error.
    Error,
}

/// The cells of a sheet from its first one on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid<'a> {
    rows: &'a [Vec<Cell>],
    pub(super) width: usize,
    pub(super) height: usize,
}

impl Cell {
    pub(super) fn number(value: f64) -> Cell {
        // Zero has one form.
        Cell::Number((value + 0.0).to_bits())
    }

    pub(super) fn is_empty(&self) -> bool {
        matches!(self, Cell::Text(text) if text.is_empty())
    }
}

impl From<Value> for Cell {
    fn from(value: Value) -> Cell {
        match value {
            Value::Number(number) => number.as_f64().map_or(Cell::Error, Cell::number),
            Value::String(text) => Cell::Text(text),
            _ => Cell::Error,
        }
    }
}

impl<'a> Grid<'a> {
    /// The cells up to the last row and column that hold something. LibreOffice counts those that only have a colour, too.
    pub(super) fn of(rows: &'a [Vec<Cell>]) -> Grid<'a> {
        let filled = |row: &Vec<Cell>| row.iter().rposition(|it| !it.is_empty()).map_or(0, |at| at + 1);
        let width = rows.iter().map(filled).max().unwrap_or(0);
        let height = rows.iter().rposition(|it| filled(it) > 0).map_or(0, |at| at + 1);
        Grid { rows, width, height }
    }

    /// The same with more empty rows below.
    pub(super) fn with_height(self, height: usize) -> Grid<'a> {
        Grid { height, ..self }
    }

    /// A cell; an empty one beyond those that hold anything.
    pub(super) fn cell(&self, row: usize, column: usize) -> &'a Cell {
        self.rows.get(row).and_then(|it| it.get(column)).unwrap_or(&EMPTY)
    }

    /// The cells of a column.
    pub(super) fn column(&self, column: usize) -> Vec<&'a Cell> {
        (0..self.height).map(|row| self.cell(row, column)).collect()
    }

    /// How many cells of a row there are up to the last one that holds something.
    pub(super) fn filled(&self, row: usize) -> usize {
        (0..self.width).rev().find(|it| !self.cell(row, *it).is_empty()).map_or(0, |it| it + 1)
    }
}
