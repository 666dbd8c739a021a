//! Sheets: cells named by their addresses, listed in rows.

use super::group::Group;
use deskpilot_core::{Control, Role};
use std::fmt;

/// The address of a cell in a sheet, such as `B12`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CellAddress {
    /// Counted from 1.
    column: u32,
    pub(super) row: u32,
}

/// A block of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CellRange {
    first: CellAddress,
    last: CellAddress,
}

impl CellAddress {
    /// The address that names a control; `None` for any other control.
    pub(super) fn of(control: &Control) -> Option<CellAddress> {
        if control.role == Role::Cell { CellAddress::parse(&control.name) } else { None }
    }

    fn parse(name: &str) -> Option<CellAddress> {
        let digits = name.trim_start_matches(|letter: char| letter.is_ascii_uppercase());
        let letters = &name[..name.len() - digits.len()];
        if !(1..=3).contains(&letters.len()) || !digits.bytes().all(|it| it.is_ascii_digit()) {
            return None;
        }
        let column = letters.bytes().fold(0, |column, letter| column * 26 + u32::from(letter - b'A') + 1);
        Some(CellAddress { column, row: digits.parse().ok()? })
    }

    /// The letters of its column.
    pub(super) fn letters(self) -> String {
        let (mut letters, mut rest) = (Vec::new(), self.column);
        while rest > 0 {
            rest -= 1;
            letters.push(char::from(b'A' + u8::try_from(rest % 26).unwrap_or(0)));
            rest /= 26;
        }
        letters.into_iter().rev().collect()
    }
}

impl CellRange {
    /// The smallest block with all of these cells; `None` without cells.
    pub(super) fn around(cells: impl IntoIterator<Item = CellAddress>) -> Option<CellRange> {
        let mut cells = cells.into_iter();
        let first = cells.next()?;
        let one = CellRange { first, last: first };
        Some(cells.fold(one, |CellRange { first, last }, cell| CellRange {
            first: CellAddress { column: first.column.min(cell.column), row: first.row.min(cell.row) },
            last: CellAddress { column: last.column.max(cell.column), row: last.row.max(cell.row) },
        }))
    }

    /// Whether it reaches the last row or column of another block.
    fn reaches_end_of(self, other: CellRange) -> bool {
        self.last.row == other.last.row || self.last.column == other.last.column
    }

    /// Whether there are cells above it or left of it.
    fn is_scrolled(self) -> bool {
        (self.first.row, self.first.column) != (1, 1)
    }
}

/// Which of these shown cells hold something, in words; `None` without cells.
pub(super) fn used_range<'a>(cells: impl Iterator<Item = &'a Control> + Clone) -> Option<String> {
    let shown = CellRange::around(cells.clone().filter_map(CellAddress::of))?;
    let used = CellRange::around(cells.filter(|it| is_filled(it)).filter_map(CellAddress::of));
    Some(match used {
        None => "nothing in the cells that are shown".to_owned(),
        Some(used) if used.reaches_end_of(shown) || shown.is_scrolled() => {
            format!("used {used}, perhaps more beyond what is shown")
        }
        Some(used) => format!("used {used}"),
    })
}

/// A row of a sheet as one line, with the cells that hold something.
pub(super) struct SheetRow {
    group: Group,
    row: u32,
    depth: usize,
    cells: Vec<String>,
}

/// The most characters of a cell's value in a row.
const MOST_CHARACTERS: usize = 80;

impl SheetRow {
    /// The row of this cell, at this depth.
    pub(super) fn new(group: Group, cell: CellAddress, depth: usize) -> SheetRow {
        SheetRow { group, row: cell.row, depth, cells: Vec::new() }
    }

    /// Whether a cell of this group is in the row.
    pub(super) fn takes(&self, group: Group, cell: CellAddress) -> bool {
        (self.group, self.row) == (group, cell.row)
    }

    /// Adds a cell.
    pub(super) fn push(&mut self, cell: CellAddress, control: &Control) {
        let value = control.value.as_deref().unwrap_or_default();
        let shown: String = value.chars().take(MOST_CHARACTERS).collect();
        let cut = if shown.len() < value.len() { "…" } else { "" };
        self.cells.push(format!("{cell} {:?}", format!("{shown}{cut}")));
    }

    /// The line of the row.
    pub(super) fn line(&self) -> String {
        format!("{}row {}: {}", " ".repeat(self.depth), self.row, self.cells.join(", "))
    }
}

/// Which cells of the sheet among these controls hold something, as `Costs 2027: used A1:C4`; `None` without a sheet.
pub fn used_cells(controls: &[Control]) -> Option<String> {
    let first = controls.iter().position(|it| CellAddress::of(it).is_some())?;
    let table = controls[..first].iter().rfind(|it| it.role == Role::Table);
    let name = table.map_or("a sheet", |it| it.name.as_str());
    Some(format!("{name}: {}", used_range(controls.iter())?))
}

/// Whether a cell holds something.
pub(super) fn is_filled(cell: &Control) -> bool {
    cell.value.as_deref().is_some_and(|value| !value.trim().is_empty())
}

impl fmt::Display for CellAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.letters(), self.row)
    }
}

impl fmt::Display for CellRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.first == self.last { self.first.fmt(f) } else { write!(f, "{}:{}", self.first, self.last) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_and_written() {
        for (name, expected) in [
            ("A1", Some((1, 1))),
            ("Z9", Some((26, 9))),
            ("AA10", Some((27, 10))),
            ("XFD1048576", Some((16384, 1_048_576))),
            ("a1", None),
            ("A", None),
            ("1", None),
            ("", None),
            ("TOTAL1", None),
            ("A1.txt", None),
        ] {
            let read = CellAddress::parse(name);
            assert_eq!(read.map(|it| (it.column, it.row)), expected, "{name}");
            assert!(read.is_none_or(|it| it.to_string() == name), "{name}");
        }
    }

    #[test]
    fn where_a_sheet_may_go_on_it_is_said() {
        let more = ", perhaps more beyond what is shown";
        for (cells, expected) in [
            (&[("A1", "x"), ("B2", "y"), ("C3", "")][..], "used A1:B2".to_owned()),
            (&[("A1", "x"), ("C3", "y")], format!("used A1:C3{more}")),
            (&[("A41", "x"), ("B42", "")], format!("used A41{more}")),
            (&[("B1", "x"), ("C2", "")], format!("used B1{more}")),
            (&[("A41", "")], "nothing in the cells that are shown".to_owned()),
        ] {
            let cells: Vec<Control> = cells
                .iter()
                .map(|(name, value)| Control {
                    value: Some((*value).to_owned()),
                    ..Control::deferred(Role::Cell, name)
                })
                .collect();
            assert_eq!(used_cells(&cells), Some(format!("a sheet: {expected}")));
        }
    }

    #[test]
    fn a_range_is_around_all_of_its_cells() {
        let range = |names: &[&str]| CellRange::around(names.iter().filter_map(|it| CellAddress::parse(it)));
        assert_eq!(range(&[]), None);
        for (names, expected) in [(&["B2"][..], "B2"), (&["C1", "A21", "H3"], "A1:H21")] {
            assert_eq!(range(names).unwrap().to_string(), expected);
        }
        let whole = range(&["A1", "P38"]).unwrap();
        for (names, expected) in [(&["A1", "H21"][..], false), (&["A1", "B38"], true), (&["P1"], true)] {
            assert_eq!(range(names).unwrap().reaches_end_of(whole), expected, "{names:?}");
        }
    }
}
