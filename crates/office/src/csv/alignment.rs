//! Which row and column of a sheet was which of its file.

use super::grid::{Cell, Grid};
use std::{
    collections::{HashMap, VecDeque},
    hash::Hash,
};

/// How many rows of the file are compared with a row that changed.
const COMPARED: usize = 64;

/// For each row and column of the sheet the one of the file; `None` for what was not in the file.
#[derive(Debug)]
pub(super) struct Alignment {
    pub(super) rows: Vec<Option<usize>>,
    pub(super) columns: Vec<Option<usize>>,
}

impl Alignment {
    pub(super) fn of(before: Grid<'_>, now: Grid<'_>) -> Alignment {
        let columns = columns(before, now);
        let rows = rows(before, now, &columns);
        Alignment { rows, columns }
    }

    /// How many rows of the file are in the sheet no more, of so many.
    pub(super) fn removed(&self, rows: usize) -> usize {
        rows - self.rows.iter().flatten().count()
    }
}

/// Pairs of what is now and what was before, each in one pair.
struct Pairs {
    of: Vec<Option<usize>>,
    is_taken: Vec<bool>,
}

impl Pairs {
    fn new(now: usize, before: usize) -> Pairs {
        Pairs { of: vec![None; now], is_taken: vec![false; before] }
    }

    fn pair(&mut self, at: usize, before: usize) {
        self.of[at] = Some(before);
        self.is_taken[before] = true;
    }

    /// Pairs those at the same place that have no pair yet and of which this is true.
    fn pair_in_place(&mut self, are_same: impl Fn(usize) -> bool) {
        for at in 0..self.of.len().min(self.is_taken.len()) {
            if self.of[at].is_none() && !self.is_taken[at] && are_same(at) {
                self.pair(at, at);
            }
        }
    }

    /// Pairs those with equal keys: first those at the same place, then the others in their order.
    fn pair_equal<K: Eq + Hash>(&mut self, now: &[K], before: &[K]) {
        self.pair_in_place(|at| now[at] == before[at]);
        let mut pool: HashMap<&K, VecDeque<usize>> = HashMap::new();
        for (at, key) in before.iter().enumerate().filter(|(at, _)| !self.is_taken[*at]) {
            pool.entry(key).or_default().push_back(at);
        }
        for (at, key) in now.iter().enumerate() {
            if self.of[at].is_none()
                && let Some(before) = pool.get_mut(key).and_then(VecDeque::pop_front)
            {
                self.pair(at, before);
            }
        }
    }
}

/// The columns: those that hold the same, then those that are called the same, then those at the same place.
fn columns(before: Grid<'_>, now: Grid<'_>) -> Vec<Option<usize>> {
    let mut pairs = Pairs::new(now.width, before.width);
    let has_same_rows = before.height == now.height;
    // With a row more or less, no column holds the same as before.
    if has_same_rows {
        let all = |grid: Grid<'_>| (0..grid.width).map(|it| key(&grid.column(it))).collect::<Vec<_>>();
        pairs.pair_equal(&all(now), &all(before));
    }
    // With other rows and as many columns, the first row may be a new one, and says no names.
    if has_same_rows || before.width != now.width {
        let names = |grid: Grid<'_>| (0..grid.width).map(|it| grid.cell(0, it).clone()).collect::<Vec<_>>();
        pairs.pair_equal(&names(now), &names(before));
    }
    pairs.pair_in_place(|_| true);
    pairs.of
}

/// The cells of a column, to compare columns by.
fn key(cells: &[&Cell]) -> Vec<Cell> {
    cells.iter().map(|it| (*it).clone()).collect()
}

/// The rows: those that hold the same, then those at the same place, or else those of which most is the same.
fn rows(before: Grid<'_>, now: Grid<'_>, columns: &[Option<usize>]) -> Vec<Option<usize>> {
    let common: Vec<(usize, usize)> =
        columns.iter().enumerate().filter_map(|(at, of)| of.map(|of| (at, of))).collect();
    let keys_now: Vec<Vec<&Cell>> =
        (0..now.height).map(|row| common.iter().map(|(it, _)| now.cell(row, *it)).collect()).collect();
    let keys_before: Vec<Vec<&Cell>> =
        (0..before.height).map(|row| common.iter().map(|(_, it)| before.cell(row, *it)).collect()).collect();
    let mut pairs = Pairs::new(now.height, before.height);
    pairs.pair_equal(&keys_now, &keys_before);
    // As many rows as before: one that holds something else was changed in its place.
    if now.height == before.height {
        pairs.pair_in_place(|_| true);
    }
    let mut left: VecDeque<usize> = (0..before.height).filter(|it| !pairs.is_taken[*it]).collect();
    for (at, row) in keys_now.iter().enumerate() {
        if pairs.of[at].is_none()
            && let Some(place) = most_alike(row, &keys_before, &left)
            && let Some(of) = left.remove(place)
        {
            pairs.pair(at, of);
        }
    }
    pairs.of
}

/// The place of the row that has the most cells in common with a row; `None` where none has one.
fn most_alike(row: &[&Cell], before: &[Vec<&Cell>], left: &VecDeque<usize>) -> Option<usize> {
    let common = |of: usize| row.iter().zip(&before[of]).filter(|(a, b)| a == b && !a.is_empty()).count();
    let compared = left.iter().take(COMPARED).enumerate().map(|(place, of)| (common(*of), place));
    let best =
        // Of several that are as much alike, the first.
        compared.filter(|(count, _)| *count > 0).max_by_key(|(count, place)| (*count, COMPARED - place));
    best.map(|(_, place)| place)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(text: &str) -> Vec<Vec<Cell>> {
        let row = |line: &str| line.split(' ').map(|it| Cell::Text(it.into())).collect();
        text.split('/').map(row).collect()
    }

    fn aligned(before: &str, now: &str) -> (Vec<Option<usize>>, Vec<Option<usize>>) {
        let (before, now) = (cells(before), cells(now));
        let alignment = Alignment::of(Grid::of(&before), Grid::of(&now));
        (alignment.rows, alignment.columns)
    }

    #[test]
    fn rows_and_columns_are_found_again_wherever_they_went() {
        let both = || vec![Some(0), Some(1)];
        for (now, rows, columns, what) in [
            ("n v/a 1/b 9", vec![Some(0), Some(1), Some(2)], both(), "a changed cell"),
            ("n v/b 2/a 1", vec![Some(0), Some(2), Some(1)], both(), "other order"),
            ("n v/x 9/a 1/b 2", vec![Some(0), None, Some(1), Some(2)], both(), "a row more"),
            ("n v/b 3", vec![Some(0), Some(2)], both(), "a row less and a changed cell"),
            (
                "v n/1 a/2 b",
                vec![Some(0), Some(1), Some(2)],
                vec![Some(1), Some(0)],
                "columns in other order",
            ),
            (
                "n x v/a p 1/b q 2",
                vec![Some(0), Some(1), Some(2)],
                vec![Some(0), None, Some(1)],
                "a column more",
            ),
        ] {
            assert_eq!(aligned("n v/a 1/b 2", now), (rows, columns), "{what}");
        }
    }
}
