//! The states of the cells of a sheet, which follow from those of its first row and first column: thousands of cells need not be
//! asked. Pure.

use crate::protocol::translate::{bit, has};
use std::collections::HashMap;

/// Whether a cell is shown: a sheet hides whole rows and columns.
const SHOWN: u64 = 1 << bit::SHOWING | 1 << bit::VISIBLE;
/// Whether a cell has a background of its own, which nobody asks.
const OPAQUE: u64 = 1 << 19;

/// A cell, by row and column, with its states.
type Stated = ((i32, i32), u64);

/// The states of the cells of a sheet that can be edited and in which nothing is selected.
#[derive(Debug, PartialEq)]
pub(crate) struct CellStates {
    /// Of the first cell of each row, and of each column.
    rows: HashMap<i32, u64>,
    columns: HashMap<i32, u64>,
    /// What every cell has, shown or not.
    common: u64,
    /// The cell with the focus.
    focused: Stated,
}

impl CellStates {
    /// Those that follow from the cells of the first row and the first column, the first one in front, and are right for the last
    /// cell. `None` where the focus is not on one of those, and may thus be on any other, and where they differ in more than in
    /// whether they are shown.
    pub(crate) fn of(edge: &[Stated], last: Stated) -> Option<CellStates> {
        let ((top, left), _) = *edge.first()?;
        let focused = *edge.iter().find(|(_, states)| has(*states, bit::FOCUSED))?;
        let mut others = edge.iter().filter(|(at, _)| *at != focused.0).map(|(_, states)| lasting(*states));
        let common = others.next()?;
        if others.any(|it| it != common) {
            return None;
        }
        let rows = edge.iter().filter(|((_, column), _)| *column == left);
        let columns = edge.iter().filter(|((row, _), _)| *row == top);
        let states = CellStates {
            rows: rows.map(|((row, _), states)| (*row, *states)).collect(),
            columns: columns.map(|((_, column), states)| (*column, *states)).collect(),
            common,
            focused,
        };
        let (at, is) = last;
        (states.at(at)? == is & !OPAQUE).then_some(states)
    }

    /// The states of a cell; `None` where its row or its column has no first cell.
    pub(crate) fn at(&self, (row, column): (i32, i32)) -> Option<u64> {
        if self.focused.0 == (row, column) {
            return Some(self.focused.1 & !OPAQUE);
        }
        let shown = self.rows.get(&row)? & self.columns.get(&column)? & SHOWN;
        Some(self.common | shown)
    }
}

fn lasting(states: u64) -> u64 {
    states & !SHOWN & !OPAQUE
}

#[cfg(test)]
mod tests {
    use super::*;

    const USABLE: u64 = 1 << bit::EDITABLE | 1 << bit::ENABLED | 1 << bit::SELECTABLE;
    const FOCUSED: u64 = 1 << bit::FOCUSED;

    /// The first row and column of three by three cells; the second row is hidden.
    fn edge() -> Vec<Stated> {
        vec![
            ((4, 1), USABLE | SHOWN | FOCUSED),
            ((4, 2), USABLE | SHOWN | OPAQUE),
            ((4, 3), USABLE | SHOWN),
            ((5, 1), USABLE),
            ((6, 1), USABLE | SHOWN),
        ]
    }

    #[test]
    fn the_cells_of_a_hidden_row_are_hidden_and_the_others_are_as_the_first_ones() {
        let states = CellStates::of(&edge(), ((6, 3), USABLE | SHOWN | OPAQUE)).unwrap();
        for (at, expected) in [
            ((4, 1), Some(USABLE | SHOWN | FOCUSED)),
            ((4, 2), Some(USABLE | SHOWN)),
            ((5, 1), Some(USABLE)),
            ((5, 3), Some(USABLE)),
            ((6, 2), Some(USABLE | SHOWN)),
            ((7, 1), None),
            ((6, 4), None),
        ] {
            assert_eq!(states.at(at), expected, "{at:?}");
        }
    }

    #[test]
    fn nothing_follows_where_the_focus_is_elsewhere_or_cells_differ() {
        let last = ((6, 3), USABLE | SHOWN);
        let changed = |at: usize, states: u64| {
            let mut edge = edge();
            edge[at].1 = states;
            edge
        };
        let focus_elsewhere = changed(0, USABLE | SHOWN);
        let selected = changed(2, USABLE | SHOWN | 1 << bit::SELECTED);
        let protected = changed(3, 1 << bit::ENABLED);
        for edge in [focus_elsewhere, selected, protected, Vec::new()] {
            assert_eq!(CellStates::of(&edge, last), None, "{edge:?}");
        }
        assert_eq!(CellStates::of(&edge(), ((6, 3), USABLE)), None, "the last cell is hidden");
        assert_eq!(CellStates::of(&edge(), ((6, 4), USABLE | SHOWN)), None, "it is in no column");
    }
}
