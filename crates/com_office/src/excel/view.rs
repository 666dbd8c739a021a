//! What of a spreadsheet is not in view, and which of its numbers are dates.

use super::cells::grid;
use crate::{
    commands::texts::{column_letters, value_text},
    dispatch::{error::CallError, object::Object, value::Value},
};

/// A sheet that is in view (`xlSheetVisible`).
const VISIBLE: i64 = -1;
/// The most dates that an answer names.
const MOST_DATES: usize = 40;

/// What of cells is hidden, to follow an answer; nothing where all is in view.
pub(super) fn hidden_note(page: &Object, cells: &Object) -> Result<String, CallError> {
    let mut note = String::new();
    for (member, what) in [("EntireRow", "rows"), ("EntireColumn", "columns")] {
        // Where some are and some are not, Excel answers with nothing.
        match cells.object(member)?.value("Hidden")? {
            Value::Bool(true) => note.push_str(&format!("; its {what} are hidden")),
            Value::Null => note.push_str(&format!("; some of its {what} are hidden")),
            _ => {}
        }
    }
    if page.integer("Visible")? != VISIBLE {
        note.push_str("; the sheet is hidden");
    }
    Ok(note)
}

/// The dates among the numbers of cells, to follow an answer: 46112 is 2026-03-31. Nothing where there are none.
pub(super) fn date_note(cells: &Object) -> Result<String, CallError> {
    let values = grid(cells, "Value")?;
    let dates = |row: usize, column: usize| match &values[row][column] {
        value @ Value::Date(_) => Some((row, column, value_text(value))),
        _ => None,
    };
    let found: Vec<_> = (0..values.len())
        .flat_map(|row| (0..values[row].len()).map(move |column| (row, column)))
        .filter_map(|(row, column)| dates(row, column))
        .collect();
    if found.is_empty() {
        return Ok(String::new());
    }
    let first = (cells.integer("Row")?, cells.integer("Column")?);
    let at = |number: i64, more: usize| usize::try_from(number).unwrap_or_default() + more;
    let named = found.iter().take(MOST_DATES).map(|(row, column, date)| {
        format!("{}{} is {date}", column_letters(at(first.1, *column)), at(first.0, *row))
    });
    let more = found.len().saturating_sub(MOST_DATES);
    let more = if more > 0 { format!("; and {more} more") } else { String::new() };
    Ok(format!("; dates: {}{more}", named.collect::<Vec<_>>().join("; ")))
}
