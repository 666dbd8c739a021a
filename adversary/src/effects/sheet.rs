//! What a row of keys writes into the cells of a sheet. Pure.

use super::{fulfilment::Fulfilment, truth::Truth};
use deskpilot_core::{Chord, Key, Modifier};
use std::collections::BTreeMap;

/// Whether the keys wrote what they say into the cells from the one with the focus on. The first of them may have been in the
/// middle of being written.
pub(super) fn rows(chords: &[Chord], before: &Truth, after: &Truth) -> Fulfilment {
    let written = Cell::named(&before.state.focus).and_then(|cell| cells(chords, cell));
    let Some(written) = written.filter(|it| it.len() > 1) else { return Fulfilment::Unknown };
    if written.iter().any(|(cell, _)| after.text(&cell.name()).is_none()) {
        return Fulfilment::Unknown;
    }
    // A sheet may write capitals its own way.
    let is_there = |(cell, text): &(Cell, String)| {
        after.text(&cell.name()).is_some_and(|it| it.to_lowercase() == text.to_lowercase())
    };
    let missed = written.iter().skip(1).find(|it| !is_there(it));
    match missed {
        None => Fulfilment::Met,
        Some((cell, text)) => {
            let is = after.text(&cell.name()).unwrap_or_default();
            Fulfilment::Missed(format!("{} is {is:?}, not {text:?}", cell.name()))
        }
    }
}

/// A cell by its row and column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Cell {
    row: u32,
    column: u8,
}

impl Cell {
    /// The cell of a name such as `B2`.
    fn named(name: &str) -> Option<Cell> {
        let letter = name.bytes().next().filter(u8::is_ascii_uppercase)?;
        Some(Cell { row: name[1..].parse().ok()?, column: letter - b'A' })
    }

    fn name(self) -> String {
        format!("{}{}", char::from(b'A' + self.column), self.row)
    }
}

/// The texts that the keys write, by cell in the order of rows; `None` where they do something else too.
fn cells(chords: &[Chord], first: Cell) -> Option<Vec<(Cell, String)>> {
    let (mut at, mut column, mut text) = (first, first.column, String::new());
    let mut written = BTreeMap::new();
    for chord in chords {
        if !chord.held.iter().all(|it| *it == Modifier::Shift) {
            return None;
        }
        let next = match chord.key {
            Key::Tab | Key::Char('\t') => Cell { column: at.column + 1, ..at },
            Key::Enter | Key::Char('\n') => Cell { row: at.row + 1, column },
            Key::Down => {
                column = at.column;
                Cell { row: at.row + 1, ..at }
            }
            Key::Char(letter) => {
                text.push(letter);
                continue;
            }
            _ => return None,
        };
        if !text.is_empty() {
            written.insert(at, std::mem::take(&mut text));
        }
        at = next;
    }
    Some(written.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effects::testing::truth;
    use deskpilot_core::parse_keys;
    use serde_json::json;

    #[test]
    fn each_text_is_in_its_cell_or_it_is_missed() {
        let keys = parse_keys("12{TAB}Total{TAB 2}=1+2{ENTER}x{DOWN}").unwrap();
        let sheet = |d2: &str, b3: &str| {
            let mut truth = truth(&json!({
                "B2": {"text": "12"}, "C2": {"text": "Total"}, "E2": {"text": d2}, "B3": {"text": b3},
            }));
            truth.state.focus = "B2".into();
            truth
        };
        for (is, expected) in [
            (sheet("=1+2", "x"), Fulfilment::Met),
            (sheet("", "x"), Fulfilment::Missed("E2 is \"\", not \"=1+2\"".into())),
            (sheet("=1+2", "xx"), Fulfilment::Missed("B3 is \"xx\", not \"x\"".into())),
        ] {
            assert_eq!(rows(&keys, &is, &is), expected);
        }
        let beyond = parse_keys("1{DOWN 40}2{ENTER}").unwrap();
        assert_eq!(rows(&beyond, &sheet("", ""), &sheet("", "")), Fulfilment::Unknown);
        let save = parse_keys("1{TAB}2{ENTER}^s").unwrap();
        assert_eq!(rows(&save, &sheet("", ""), &sheet("", "")), Fulfilment::Unknown);
    }
}
