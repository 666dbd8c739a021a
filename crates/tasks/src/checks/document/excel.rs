//! Office Open XML spreadsheets. Numbers are reported as stored, not as displayed.

use super::{CellValue, document_error::DocumentError, sheet_cells::SheetCells, visible_text::VisibleText};
use crate::task::Cell;
use deskpilot_documents::office::{Package, Workbook};

/// The cell's value; the inner error lists the sheets if the cell's own is missing.
pub(super) fn value(
    package: &mut Package<'_>,
    cell: &Cell,
) -> Result<Result<CellValue, Vec<String>>, DocumentError> {
    let workbook = Workbook::read(package)?;
    let is_wanted = |name: &str| cell.sheet.as_ref().is_none_or(|wanted| wanted == name);
    let Some(sheet) = workbook.sheet_names().position(is_wanted) else {
        return Ok(Err(workbook.sheet_names().map(str::to_owned).collect()));
    };
    let mut value = CellValue::default();
    workbook.each_cell(package, sheet, |position, shown| {
        if position == (cell.column, cell.row) {
            shown.clone_into(&mut value.displayed);
        }
    })?;
    Ok(Ok(value))
}

/// The text of all cells of all sheets.
pub(super) fn text(package: &mut Package<'_>) -> Result<VisibleText, DocumentError> {
    let workbook = Workbook::read(package)?;
    let mut all = VisibleText::default();
    for sheet in 0..workbook.sheet_names().count() {
        workbook.each_cell(package, sheet, |_, shown| {
            all.push(shown, false);
            all.separate();
        })?;
    }
    Ok(all)
}

/// The cells of all sheets that show something.
pub(super) fn sheet_cells(package: &mut Package<'_>) -> Result<Vec<SheetCells>, DocumentError> {
    let workbook = Workbook::read(package)?;
    let mut all = Vec::new();
    for (at, name) in workbook.sheet_names().enumerate() {
        let mut sheet = SheetCells::of(name.to_owned());
        workbook.each_cell(package, at, |position, shown| sheet.push(position, shown))?;
        all.push(sheet);
    }
    Ok(all)
}
