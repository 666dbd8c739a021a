//! What differs in the cells of sheets between two observations. A sheet has more cells than a window shows: those that come into
//! view were there before. Pure.

use super::{ControlChange, Difference};
use crate::{AppView, CellAddress, Control, Outline, Role};
use std::collections::{BTreeMap, BTreeSet};

/// The difference without the cells that only came into view, were not read before, or are out of view now. A cell of both
/// observations that lies elsewhere now is a changed one. Of another sheet no cell is compared.
pub(super) fn of_views(mut all: Difference, before: &AppView, after: &AppView) -> Difference {
    let (then, now) = (sheets_of(before), sheets_of(after));
    if then.is_empty() && now.is_empty() {
        return all;
    }
    let is_another = !then.is_empty() && !now.is_empty() && then.is_disjoint(&now);
    if is_another {
        all.changed.retain(|it| !is_sheet_cell(&it.before) || !is_sheet_cell(&it.after));
    } else {
        let moved = elsewhere(&all);
        all.changed.extend(moved);
    }
    if !then.is_empty() || now.iter().any(Option::is_some) {
        all.added.retain(|it| !is_sheet_cell(it));
    }
    if !now.is_empty() || then.iter().any(Option::is_some) {
        all.removed.retain(|it| !is_sheet_cell(it));
    }
    all
}

/// The cells that one observation has here and the other there, by their addresses.
fn elsewhere(all: &Difference) -> Vec<ControlChange> {
    let by_address = |cells: &[Control]| {
        let mut found: BTreeMap<CellAddress, Vec<Control>> = BTreeMap::new();
        for cell in cells {
            if let Some(address) = CellAddress::of(cell) {
                found.entry(address).or_default().push(cell.clone());
            }
        }
        found
    };
    let mut gone = by_address(&all.removed);
    let mut pairs = Vec::new();
    for (address, cells) in by_address(&all.added) {
        // Panes of one sheet may show a cell twice.
        let same = gone.remove(&address).unwrap_or_default();
        pairs.extend(same.into_iter().zip(cells).map(|(before, after)| ControlChange { before, after }));
    }
    pairs
}

/// The names of the tables in which the view has cells with addresses; `None` for cells in no table.
fn sheets_of(view: &AppView) -> BTreeSet<Option<&str>> {
    let outline = Outline::of(&view.controls, &view.levels);
    let table = |at: usize| {
        let table = outline.around(at).find(|around| view.controls[*around].role == Role::Table);
        table.map(|table| view.controls[table].name.as_str())
    };
    (0..view.controls.len()).filter(|at| is_sheet_cell(&view.controls[*at])).map(table).collect()
}

fn is_sheet_cell(control: &Control) -> bool {
    CellAddress::of(control).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rect, Window, WindowId, WindowState};

    /// A window with these cells, `address=value` from the top of a table on, each with a node of its own.
    fn view(nodes: &str, sheet: &str, cells: &[&str]) -> AppView {
        let window = Window {
            label: None,
            id: WindowId(1),
            title: String::new(),
            application: String::new(),
            process: None,
            rect: Rect::default(),
            state: WindowState::Normal,
            focused: true,
        };
        let table = Control {
            rect: Rect::new(0, 0, 900, 900),
            ..Control::of_node("table", Role::Table, sheet, Some(nodes))
        };
        let cell = |(row, text): (i32, &&str)| {
            let (name, value) = text.split_once('=').unwrap_or((*text, ""));
            let value = Some(value).filter(|it| !it.is_empty());
            let node = format!("{nodes} {name}");
            Control {
                rect: Rect::new(0, row * 20, 80, 20),
                ..Control::of_node(&node, Role::Cell, name, value)
            }
        };
        let cells = (0..).zip(cells).map(cell);
        AppView::of(window, std::iter::once(table).chain(cells).collect())
    }

    fn shown(before: &AppView, after: &AppView) -> String {
        Difference::between_views(before, after).to_string()
    }

    #[test]
    fn a_cell_that_came_into_view_is_no_change() {
        let before = view("1", "Costs", &["A1=tea", "A2=milk", "A3"]);
        let scrolled = "~ Table \"Costs\": value \"1\" -> \"2\"";
        for (after, expected) in [
            (view("1", "Costs", &["A1=tea", "A2=milk", "A3", "A4=rice"]), String::new()),
            (view("1", "Costs", &["A1=tea"]), String::new()),
            (
                view("1", "Costs", &["A1=tea", "A2=oil"]),
                "~ Cell \"A2\": value \"milk\" -> \"oil\"".to_owned(),
            ),
            (
                view("2", "Costs", &["A2=milk", "A3=5", "A4=rice"]),
                format!(
                    "{scrolled}\n~ Cell \"A2\": moved by 0,-20\n~ Cell \"A3\": value is \"5\"; moved by 0,-20"
                ),
            ),
            // Another sheet has other cells.
            (
                view("2", "Notes", &["A1=coffee", "A2=bread"]),
                "~ Table \"Notes\": name \"Costs\" -> \"Notes\"; value \"1\" -> \"2\"".to_owned(),
            ),
        ] {
            assert_eq!(shown(&before, &after), expected);
        }
        let unread = view("1", "Costs", &[]);
        assert_eq!(shown(&unread, &before), "", "its cells were not read before");
        assert_eq!(shown(&before, &unread), "");
    }

    #[test]
    fn cells_without_addresses_come_and_go() {
        let (before, after) = (view("1", "Files", &["notes.txt"]), view("1", "Files", &["plan.txt"]));
        assert_eq!(shown(&before, &after), "+ Cell \"plan.txt\"\n- Cell \"notes.txt\"");
    }
}
