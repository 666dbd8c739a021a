//! Rows and columns of a sheet that are hidden: lines that touch on the screen, and whose numbers are not neighbours.

use deskpilot_core::{CellAddress, Rect};
use std::collections::BTreeMap;

/// How many pixels of a border may lie between two lines that touch.
const BORDER: u32 = 4;
/// How many gaps are named; further ones are counted.
const MOST_GAPS: usize = 5;

/// Where each row or column begins and ends.
type Lines = BTreeMap<u32, (i32, i32)>;

/// The rows and columns between these shown cells that are hidden, as `rows 5 to 9; column C`; `None` without any, and where the
/// cells are no grid.
pub(super) fn hidden_lines(cells: &[(CellAddress, Rect)]) -> Option<String> {
    let (mut rows, mut columns) = (Lines::new(), Lines::new());
    for (cell, rect) in cells.iter().filter(|(_, rect)| !rect.is_empty()) {
        add(&mut rows, cell.row, rect.y, rect.bottom());
        add(&mut columns, cell.column, rect.x, rect.right());
    }
    // Merged cells leave holes. With one column, they could be taken for hidden rows.
    let is_grid = rows.len() > 1 && columns.len() > 1 && cells.len() * 4 >= rows.len() * columns.len() * 3;
    if !is_grid {
        return None;
    }
    let number = |row: u32| row.to_string();
    let letters = |column: u32| CellAddress { row: 1, column }.letters();
    let hidden: Vec<String> = [named("row", &gaps(&rows), number), named("column", &gaps(&columns), letters)]
        .into_iter()
        .flatten()
        .collect();
    (!hidden.is_empty()).then(|| hidden.join("; "))
}

/// Adds a cell to its line. A merged cell reaches further than its line.
fn add(lines: &mut Lines, number: u32, start: i32, end: i32) {
    let line = lines.entry(number).or_insert((start, end));
    *line = (line.0.min(start), line.1.min(end));
}

/// The first and the last number of each gap.
fn gaps(lines: &Lines) -> Vec<(u32, u32)> {
    let next = lines.iter().skip(1);
    let pairs = lines.iter().zip(next);
    pairs
        .filter(|((one, (_, end)), (other, (start, _)))| {
            **other > **one + 1 && start.abs_diff(*end) <= BORDER
        })
        .map(|((one, _), (other, _))| (one + 1, other - 1))
        .collect()
}

fn named(line: &str, gaps: &[(u32, u32)], name: impl Fn(u32) -> String) -> Option<String> {
    let plural = if gaps.iter().map(|(first, last)| last - first + 1).sum::<u32>() > 1 { "s" } else { "" };
    let text = |(first, last): &(u32, u32)| match first == last {
        true => name(*first),
        false => format!("{} to {}", name(*first), name(*last)),
    };
    let texts: Vec<String> = gaps.iter().take(MOST_GAPS).map(text).collect();
    let more = match gaps.len().saturating_sub(MOST_GAPS) {
        0 => String::new(),
        more => format!(" and {more} more gaps"),
    };
    (!gaps.is_empty()).then(|| format!("{line}{plural} {}{more}", texts.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cells of these rows and columns, drawn without gaps.
    fn grid(rows: &[u32], columns: &[u32]) -> Vec<(CellAddress, Rect)> {
        let mut cells = Vec::new();
        for (row, y) in rows.iter().zip((0..).step_by(20)) {
            for (column, x) in columns.iter().zip((0..).step_by(50)) {
                cells.push((CellAddress { row: *row, column: *column }, Rect::new(x, y, 50, 20)));
            }
        }
        cells
    }

    #[test]
    fn gaps_between_lines_that_touch_are_hidden() {
        for (rows, columns, expected) in [
            (&[1, 2, 3, 4][..], &[1, 2][..], None),
            (&[31, 32, 33], &[4, 5], None),
            (&[1, 2, 3, 4, 10, 11], &[1, 2], Some("rows 5 to 9")),
            (&[1, 3, 4], &[1, 2, 4], Some("row 2; column C")),
            (&[1, 3, 7, 8], &[26, 29], Some("rows 2, 4 to 6; columns AA to AB")),
            (&[1, 3, 5, 7, 9, 11, 13, 15], &[1, 2], Some("rows 2, 4, 6, 8, 10 and 2 more gaps")),
            // One column may hold merged cells.
            (&[1, 5], &[1], None),
        ] {
            assert_eq!(hidden_lines(&grid(rows, columns)).as_deref(), expected, "{rows:?} {columns:?}");
        }
    }

    #[test]
    fn cells_that_are_no_grid_or_do_not_touch_hide_nothing() {
        let mut apart = grid(&[1, 9], &[1, 2]);
        for (_, rect) in apart.iter_mut().skip(2) {
            rect.y += 160;
        }
        assert_eq!(hidden_lines(&apart), None);
        let full = grid(&[1, 5, 9], &[1, 2, 3]);
        let sparse = [full[0], full[4], full[8]];
        assert_eq!(hidden_lines(&sparse), None);
        assert_eq!(hidden_lines(&[]), None);
    }
}
