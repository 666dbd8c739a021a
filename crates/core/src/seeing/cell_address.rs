//! The addresses of the cells of a sheet. Pure.

use super::{Control, Role};
use std::fmt;

/// The address of a cell in a sheet, such as `B12`. Addresses are in the order of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CellAddress {
    /// Its row, counted from 1.
    pub row: u32,
    /// Its column, counted from 1: A is 1.
    pub column: u32,
}

impl CellAddress {
    /// The address that a text is; `None` for any other text.
    pub fn parse(text: &str) -> Option<CellAddress> {
        if !is_cell_address(text) {
            return None;
        }
        let digits = text.trim_start_matches(|it: char| it.is_ascii_uppercase());
        let letters = &text[..text.len() - digits.len()];
        let column = letters.bytes().fold(0, |column, letter| column * 26 + u32::from(letter - b'A') + 1);
        Some(CellAddress { row: digits.parse().ok()?, column })
    }

    /// The address that names a control; `None` for a control that is no cell, or has another name.
    pub fn of(control: &Control) -> Option<CellAddress> {
        if control.role == Role::Cell { CellAddress::parse(&control.name) } else { None }
    }

    /// The letters of its column.
    pub fn letters(self) -> String {
        let (mut letters, mut rest) = (Vec::new(), self.column);
        while rest > 0 {
            rest -= 1;
            letters.push(char::from(b'A' + u8::try_from(rest % 26).unwrap_or(0)));
            rest /= 26;
        }
        letters.into_iter().rev().collect()
    }
}

impl fmt::Display for CellAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.letters(), self.row)
    }
}

/// Whether a name is the address of a cell, such as `H20`: up to three capital letters, then up to seven digits.
pub fn is_cell_address(name: &str) -> bool {
    let digits = name.trim_start_matches(|it: char| it.is_ascii_uppercase());
    let letters = name.len() - digits.len();
    (1..=3).contains(&letters)
        && (1..=7).contains(&digits.len())
        && digits.bytes().all(|it| it.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_cells_are_distinguished_from_names_of_files() {
        for (name, expected) in
            [("A1", true), ("AMJ1048576", true), ("A", false), ("1", false), ("a1", false), ("A1.txt", false)]
        {
            assert_eq!(is_cell_address(name), expected, "{name}");
        }
    }

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
        let cell = |role| CellAddress::of(&Control::deferred(role, "B2"));
        assert_eq!((cell(Role::Cell), cell(Role::Button)), (CellAddress::parse("B2"), None));
    }
}
