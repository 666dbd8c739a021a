//! Cells of a spreadsheet as a person sees them, for documents of other programs.

use super::cells::{cells_on, grid, lines_of, used};
use crate::{
    commands::{
        answer::{Failure, bad, refused},
        files::is_same_path,
        host::Host,
        machine::Machine,
        texts::value_text,
    },
    dispatch::{
        error::CallError,
        object::Object,
        value::{Value, args},
    },
};

/// The most cells that are read: each is asked for its text.
const MOST_CELLS: usize = 2_000;
/// Macros of documents that a program opens do not run (`msoAutomationSecurityForceDisable`).
const NO_MACROS: i64 = 3;
/// Links to other documents are not followed.
const NO_LINKS: i64 = 0;

/// Which cells of which document are meant.
pub(crate) struct Source<'a> {
    pub(crate) path: &'a str,
    pub(crate) sheet: Option<&'a str>,
    pub(crate) range: Option<&'a str>,
}

impl Source<'_> {
    /// The texts of the cells, row by row, without hidden rows and columns. A document that is open is read as it is now; another
    /// one by a copy of Excel of its own, which changes nothing and ends.
    pub(crate) fn texts(&self, machine: &dyn Machine) -> Result<Vec<Vec<String>>, Failure> {
        match self.open_document(machine)? {
            Some(document) => self.texts_in(&document),
            None => self.texts_in_copy(machine),
        }
    }

    /// The document, where the user's Excel shows it.
    fn open_document(&self, machine: &dyn Machine) -> Result<Option<Object>, Failure> {
        let excel = match machine.running(Host::Excel) {
            Err(CallError::NotRunning) => return Ok(None),
            Err(CallError::NotInstalled(_)) => {
                return refused("Excel, which reads spreadsheets, is not installed");
            }
            excel => excel?,
        };
        let documents = excel.object("Workbooks")?;
        for at in 1..=documents.integer("Count")? {
            let document = documents.object_of("Item", args![at])?;
            if is_same_path(&document.text("FullName")?, self.path) {
                return Ok(Some(document));
            }
        }
        Ok(None)
    }

    fn texts_in_copy(&self, machine: &dyn Machine) -> Result<Vec<Vec<String>>, Failure> {
        let excel = machine.started(Host::Excel)?;
        let texts = self.texts_of_file(&excel);
        // Also after a failure: nobody sees this Excel, or could end it.
        let ended = excel.call("Quit", args![]);
        let texts = texts?;
        ended?;
        Ok(texts)
    }

    fn texts_of_file(&self, excel: &Object) -> Result<Vec<Vec<String>>, Failure> {
        // No question waits for somebody, and no macro of the file runs.
        excel.put("DisplayAlerts", false)?;
        excel.put("EnableEvents", false)?;
        excel.put("AutomationSecurity", NO_MACROS)?;
        let open = args![self.path, NO_LINKS, true].named("Password", "").named("AddToMru", false);
        let document = match excel.object("Workbooks")?.call_for_object("Open", open) {
            Err(CallError::Exception { text, .. }) => {
                return refused(format!("Excel cannot open {}: {text}", self.path));
            }
            document => document?,
        };
        let texts = self.texts_in(&document);
        let closed = document.call("Close", args![false]);
        let texts = texts?;
        closed?;
        Ok(texts)
    }

    fn texts_in(&self, document: &Object) -> Result<Vec<Vec<String>>, Failure> {
        let sheets = document.object("Worksheets")?;
        let (of_range, range) = match self.range.map(sheet_and_cells) {
            Some((sheet, range)) => (sheet, Some(range)),
            None => (None, None),
        };
        let page = match of_range.or(self.sheet) {
            Some(name) => match sheets.object_of("Item", args![name]) {
                Err(CallError::Exception { .. } | CallError::Failed(_) | CallError::BadArgument { .. }) => {
                    return bad("sheet", "the name of a sheet of the spreadsheet");
                }
                page => page?,
            },
            None => sheets.object_of("Item", args![1])?,
        };
        let cells = match range {
            Some(range) => Some(cells_on(&page, range, "range")?),
            None => used(&page)?,
        };
        let Some(cells) = cells else { return refused("the sheet is empty") };
        let (rows, columns) = lines_of(&cells)?;
        if rows.saturating_mul(columns) > MOST_CELLS {
            return bad("range", format!("at most {MOST_CELLS} cells; these are {rows} rows of {columns}"));
        }
        let (rows, columns) = (shown(&cells, "Rows", rows)?, shown(&cells, "Columns", columns)?);
        if rows.is_empty() || columns.is_empty() {
            return refused("all of these cells are hidden");
        }
        let values = grid(&cells, "Value")?;
        let row = |row: &i64| columns.iter().map(|column| text_at(&cells, &values, *row, *column)).collect();
        Ok(rows.iter().map(row).collect::<Result<_, CallError>>()?)
    }
}

/// The numbers of the rows or columns of cells that are not hidden, from 1.
fn shown(cells: &Object, member: &str, count: usize) -> Result<Vec<i64>, CallError> {
    let lines = cells.object(member)?;
    let entire = if member == "Rows" { "EntireRow" } else { "EntireColumn" };
    let mut shown = Vec::new();
    for at in 1..=i64::try_from(count).unwrap_or_default() {
        if !lines.object_of("Item", args![at])?.object(entire)?.flag("Hidden")? {
            shown.push(at);
        }
    }
    Ok(shown)
}

/// What a cell shows; its value where its column is too narrow for that.
fn text_at(cells: &Object, values: &[Vec<Value>], row: i64, column: i64) -> Result<String, CallError> {
    let text = cells.object_of("Item", args![row, column])?.text("Text")?;
    let is_too_narrow = !text.is_empty() && text.bytes().all(|it| it == b'#');
    let place = |it: i64| usize::try_from(it - 1).unwrap_or_default();
    let value = values.get(place(row)).and_then(|it| it.get(place(column)));
    Ok(match value {
        Some(value) if is_too_narrow => value_text(value),
        _ => text,
    })
}

/// The sheet that a range such as `Sales.A1:C5` or `'My sales'!A1` names, and its cells.
fn sheet_and_cells(range: &str) -> (Option<&str>, &str) {
    match range.rsplit_once(['.', '!']) {
        Some((sheet, cells)) => (Some(sheet.trim_start_matches('$').trim_matches('\'')), cells),
        None => (None, range),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_may_name_its_sheet_as_either_office_writes_it() {
        for (range, expected) in [
            ("A1:C5", (None, "A1:C5")),
            ("Sales.A1:C5", (Some("Sales"), "A1:C5")),
            ("'My sales'!A1", (Some("My sales"), "A1")),
            ("$Sales.A1", (Some("Sales"), "A1")),
        ] {
            assert_eq!(sheet_and_cells(range), expected, "{range}");
        }
    }
}
