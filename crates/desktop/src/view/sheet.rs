//! Sheets: cells named by their addresses, listed in rows.

use super::cells::{CellText, Cells};
use super::group::Group;
use super::hidden_lines::hidden_lines;
use deskpilot_core::{CellAddress, CellRange, Control, Outline, Rect, Role, State, Truncation};

/// Which of the shown cells of a sheet hold something, in words; `None` without cells. The cells are given by the indices of their
/// controls, with what the read of the window left out.
pub(super) fn used_range(cells: &Cells, sheet: &[usize], truncated: Option<&Truncation>) -> Option<String> {
    let shown = CellRange::around(sheet.iter().filter_map(|at| cells.address(*at)))?;
    let filled = sheet.iter().copied().filter(|at| cells.is_filled(*at));
    let used = CellRange::around(filled.filter_map(|at| cells.address(at)));
    Some(match (used, truncated) {
        (None, None) => "nothing in the cells that are shown".to_owned(),
        (None, Some(_)) => "nothing in the cells that were read: not all were".to_owned(),
        (Some(used), Some(_)) => format!("used {used}, perhaps more: not all was read"),
        (Some(used), None) if reaches_end_of(used, shown) || is_scrolled(shown) => {
            format!("used {used}, perhaps more beyond what is shown")
        }
        (Some(used), None) => format!("used {used}"),
    })
}

/// What is used, selected and hidden of a sheet, whose cells are given by the indices of their controls; `None` without cells.
pub(super) fn extent(
    controls: &[Control],
    cells: &Cells,
    sheet: &[usize],
    truncated: Option<&Truncation>,
) -> Option<String> {
    let used = used_range(cells, sheet, truncated)?;
    let selected = sheet.iter().filter(|at| controls[**at].states.has(State::Selected));
    let selected = CellRange::around(selected.filter_map(|at| cells.address(*at)));
    let selected = selected.map(|it| format!(", selected {it}")).unwrap_or_default();
    let hidden = hidden_in(controls, cells, sheet, truncated);
    let hidden = hidden.map(|it| format!("; not shown (hidden or filtered): {it}")).unwrap_or_default();
    Some(format!("{used}{selected}{hidden}"))
}

/// The hidden rows and columns of a sheet. What was not read is not hidden, and a table of a text that goes on on another page
/// repeats its head there: its cells hold paragraphs.
fn hidden_in(
    controls: &[Control],
    cells: &Cells,
    sheet: &[usize],
    truncated: Option<&Truncation>,
) -> Option<String> {
    if truncated.is_some() || sheet.iter().any(|at| cells.text(*at) == CellText::Inside) {
        return None;
    }
    let places: Vec<(CellAddress, Rect)> =
        sheet.iter().filter_map(|at| Some((cells.address(*at)?, controls[*at].rect))).collect();
    hidden_lines(&places)
}

/// Whether a block reaches the last row or column of another.
const fn reaches_end_of(used: CellRange, shown: CellRange) -> bool {
    used.last.row == shown.last.row || used.last.column == shown.last.column
}

/// Whether there are cells above a block or left of it.
const fn is_scrolled(shown: CellRange) -> bool {
    shown.first.row > 1 || shown.first.column > 1
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

/// Which cells of the sheet among these controls hold something, as `Costs 2027: used A1:C4`; `None` without a sheet. The levels
/// are those of the controls, see [`crate::ControlSnapshot::levels`], with what the read of the window left out.
pub fn used_cells(controls: &[Control], levels: &[u16], truncated: Option<&Truncation>) -> Option<String> {
    let cells = Cells::of(controls, &Outline::of(controls, levels), levels);
    let sheet: Vec<usize> = (0..controls.len()).filter(|at| cells.is_in_sheet(*at)).collect();
    let table = controls[..*sheet.first()?].iter().rfind(|it| it.role == Role::Table);
    let name = table.map_or("a sheet", |it| it.name.as_str());
    Some(format!("{name}: {}", used_range(&cells, &sheet, truncated)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(cells: &[(&str, &str)]) -> Vec<Control> {
        let cell = |(name, value): &(&str, &str)| Control {
            value: Some((*value).to_owned()),
            ..Control::deferred(Role::Cell, name)
        };
        cells.iter().map(cell).collect()
    }

    #[test]
    fn where_a_sheet_may_go_on_it_is_reported() {
        let more = ", perhaps more beyond what is shown";
        for (shown, expected) in [
            (&[("A1", "x"), ("B2", "y"), ("C3", "")][..], "used A1:B2".to_owned()),
            (&[("A1", "x"), ("C3", "y")], format!("used A1:C3{more}")),
            (&[("A41", "x"), ("B42", "")], format!("used A41{more}")),
            (&[("B1", "x"), ("C2", "")], format!("used B1{more}")),
            (&[("A41", "")], "nothing in the cells that are shown".to_owned()),
        ] {
            assert_eq!(used_cells(&cells(shown), &[], None), Some(format!("a sheet: {expected}")));
        }
    }

    #[test]
    fn what_was_not_read_is_not_called_empty() {
        let truncated = Truncation { reason: "deadline of 1500 ms".into(), unread: None };
        for (shown, expected) in [
            (&[("A1", ""), ("B2", "")][..], "a sheet: nothing in the cells that were read: not all were"),
            (&[("A1", "x"), ("B2", "")], "a sheet: used A1, perhaps more: not all was read"),
        ] {
            assert_eq!(used_cells(&cells(shown), &[], Some(&truncated)).as_deref(), Some(expected));
        }
        assert_eq!(used_cells(&[Control::deferred(Role::Button, "A1")], &[], None), None);
    }
}
