//! The cells among a view's controls: which are named by addresses, and which hold something.

use deskpilot_core::{CellAddress, CellRange, Control, Outline, Role};
use std::collections::HashMap;

/// Where the text of a cell stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CellText {
    /// No text of it was read.
    Absent,
    /// It is the cell's value.
    Own,
    /// It is in controls inside the cell, such as its paragraphs.
    Inside,
}

/// The cells of a view, by the indices of its controls.
pub(super) struct Cells {
    addresses: Vec<Option<CellAddress>>,
    texts: Vec<CellText>,
}

impl Cells {
    /// The cells among these controls. The levels are those of the outline.
    pub(super) fn of(controls: &[Control], outline: &Outline, levels: &[u16]) -> Cells {
        let mut texts: Vec<CellText> = controls.iter().map(own_text).collect();
        let mut repeats_name = vec![false; controls.len()];
        for (at, control) in controls.iter().enumerate() {
            let content = content(control);
            if content.trim().is_empty() {
                continue;
            }
            for cell in cells_around(controls, outline, levels, at) {
                if texts[cell] == CellText::Absent {
                    texts[cell] = CellText::Inside;
                }
                repeats_name[cell] |= content.trim() == controls[cell].name.trim();
            }
        }
        let mut tables: HashMap<Option<usize>, Vec<usize>> = HashMap::new();
        for at in (0..controls.len()).filter(|at| controls[*at].role == Role::Cell) {
            tables.entry(outline.parent(at)).or_default().push(at);
        }
        let mut addresses = vec![None; controls.len()];
        for cells in tables.values().filter(|cells| is_sheet(controls, cells, &repeats_name)) {
            for at in cells {
                addresses[*at] = CellAddress::of(&controls[*at]);
            }
        }
        Cells { addresses, texts }
    }

    /// The address of a cell of a sheet; `None` for any other control.
    pub(super) fn address(&self, at: usize) -> Option<CellAddress> {
        self.addresses[at]
    }

    /// Whether it is a cell of a sheet.
    pub(super) fn is_in_sheet(&self, at: usize) -> bool {
        self.addresses[at].is_some()
    }

    /// Where the text of a cell stands.
    pub(super) fn text(&self, at: usize) -> CellText {
        self.texts[at]
    }

    /// Whether a cell holds something.
    pub(super) fn is_filled(&self, at: usize) -> bool {
        self.texts[at] != CellText::Absent
    }

    /// The block of all cells of sheets that hold something.
    pub(super) fn used(&self) -> Option<CellRange> {
        let filled = (0..self.addresses.len()).filter(|at| self.is_filled(*at));
        CellRange::around(filled.filter_map(|at| self.address(at)))
    }
}

fn own_text(control: &Control) -> CellText {
    let has_value = control.value.as_deref().is_some_and(|value| !value.trim().is_empty());
    if has_value { CellText::Own } else { CellText::Absent }
}

/// What a control adds to the cells around it. The name of a cell may be its address.
fn content(control: &Control) -> &str {
    match control.role {
        Role::Cell => control.value.as_deref().unwrap_or(""),
        _ => control.text(),
    }
}

/// The cells that a control is in. Without levels, the cell before it if that contains its centre.
fn cells_around(controls: &[Control], outline: &Outline, levels: &[u16], at: usize) -> Vec<usize> {
    let is_cell = |at: usize| controls[at].role == Role::Cell;
    if !levels.is_empty() {
        return outline.around(at).filter(|around| is_cell(*around)).collect();
    }
    let center = controls[at].rect.center();
    let before = if is_cell(at) { None } else { (0..at).rfind(|before| is_cell(*before)) };
    before.filter(|before| controls[*before].rect.contains(center)).into_iter().collect()
}

/// Whether cells of one table are named by their addresses: most have one, most of these are in the order of rows, and no name
/// is the text of its cell, as on a page that lists the models K1 and L310.
fn is_sheet(controls: &[Control], cells: &[usize], repeats_name: &[bool]) -> bool {
    let named: Vec<usize> =
        cells.iter().copied().filter(|at| CellAddress::of(&controls[*at]).is_some()).collect();
    let in_order =
        |pair: &&[usize]| CellAddress::of(&controls[pair[0]]) < CellAddress::of(&controls[pair[1]]);
    let pairs = named.len().saturating_sub(1);
    !named.is_empty()
        && named.len() * 2 >= cells.len()
        && named.windows(2).filter(in_order).count() * 4 >= pairs * 3
        && !named.iter().any(|at| repeats_name[*at])
}

#[cfg(test)]
mod tests {
    use super::super::testing::control;
    use super::*;

    /// The cells of a table: each with its addresses and where its text stands. `[name]=value` or `[name]>text inside`.
    fn read(cells: &[&str]) -> String {
        let mut controls = vec![control(Role::Table, "Table1")];
        let mut levels = vec![0];
        for text in cells {
            let (name, inside) = text.split_once('>').unwrap_or((*text, ""));
            let (name, value) = name.split_once('=').unwrap_or((name, ""));
            let value = Some(value.to_owned()).filter(|it| !it.is_empty());
            controls.push(Control { value, ..control(Role::Cell, name) });
            levels.push(1);
            if !inside.is_empty() {
                controls.push(Control { value: Some(inside.to_owned()), ..control(Role::Text, "") });
                levels.push(2);
            }
        }
        let cells = Cells::of(&controls, &Outline::of(&controls, &levels), &levels);
        let is_cell = |at: &usize| controls[*at].role == Role::Cell;
        let shown = |at: usize| {
            let address = cells.address(at).map_or_else(|| "-".to_owned(), |it| it.to_string());
            format!("{address} {:?}", cells.text(at))
        };
        (0..controls.len()).filter(is_cell).map(shown).collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn a_cell_whose_text_stands_in_a_child_is_filled() {
        for (cells, expected) in [
            (&["A1=tea", "B1", "A2> "][..], "A1 Own, B1 Absent, A2 Absent"),
            (&["A1>Name", "B1>Sum", "A2"], "A1 Inside, B1 Inside, A2 Absent"),
            (&["tea>tea", ">milk", ""], "- Inside, - Inside, - Absent"),
        ] {
            assert_eq!(read(cells), expected, "{cells:?}");
        }
    }

    #[test]
    fn names_of_models_are_no_addresses() {
        for (cells, expected) in [
            (&["K1>K1", "L310>L310"][..], "- Inside, - Inside"),
            (&["Model", "Price", "K1"], "- Absent, - Absent, - Absent"),
            (
                &["V5", "L310", "K1", "Q1", "B2", "A1"],
                "- Absent, - Absent, - Absent, - Absent, - Absent, - Absent",
            ),
            (&["A1", "B1", "Total"], "A1 Absent, B1 Absent, - Absent"),
        ] {
            assert_eq!(read(cells), expected, "{cells:?}");
        }
    }

    #[test]
    fn without_levels_a_cell_holds_what_follows_and_lies_in_it() {
        let at = |control: Control, x| Control { rect: deskpilot_core::Rect::new(x, 0, 50, 20), ..control };
        let controls = [
            at(control(Role::Cell, "A1"), 0),
            at(control(Role::Text, "Name"), 0),
            at(control(Role::Cell, "B1"), 50),
            at(control(Role::Text, "elsewhere"), 200),
        ];
        let cells = Cells::of(&controls, &Outline::of(&controls, &[]), &[]);
        assert_eq!([0, 2].map(|at| cells.text(at)), [CellText::Inside, CellText::Absent]);
        assert_eq!(cells.used().map(|it| it.to_string()).as_deref(), Some("A1"));
    }
}
