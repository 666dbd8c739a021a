//! The formulas of a spreadsheet that give an error.

use super::cells::{grid, sheet_of, used};
use crate::{
    commands::{
        answer::{Answer, Answered},
        call_args::CallArgs,
        here::Here,
        texts::{column_letters, counted, value_text},
    },
    dispatch::{error::CallError, object::Object, value::Value},
};

/// The most formulas that an answer about a change names.
const MOST_NAMED: usize = 5;

pub(super) fn check_formulas(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let page = sheet_of(here, args)?;
    let wrong = match used(&page)? {
        Some(cells) => wrong_formulas(&cells)?,
        None => Vec::new(),
    };
    let count = counted(wrong.len(), "formula gives", "formulas give");
    Answer::read(format!("{count} an error"), &wrong.join("\n"))
}

/// The formulas among cells that give an error, such as `A1 =1/0 shows #DIV/0!`.
pub(super) fn wrong_formulas(cells: &Object) -> Result<Vec<String>, CallError> {
    let (values, formulas) = (grid(cells, "Value2")?, grid(cells, "Formula")?);
    let mut wrong = Vec::new();
    let mut first = None;
    for (at_row, (row, line)) in (0i64..).zip(values.iter().zip(&formulas)) {
        for (at_column, (value, formula)) in (0i64..).zip(row.iter().zip(line)) {
            if let (Value::Error(_), Value::Text(formula)) = (value, formula)
                && formula.starts_with('=')
            {
                let (row, column) = match first {
                    Some(known) => known,
                    None => *first.insert((cells.integer("Row")?, cells.integer("Column")?)),
                };
                let column = usize::try_from(column + at_column).unwrap_or_default();
                let name = format!("{}{}", column_letters(column), row + at_row);
                wrong.push(format!("{name} {formula} shows {}", value_text(value)));
            }
        }
    }
    Ok(wrong)
}

/// The same, to follow an answer; nothing without any.
pub(super) fn error_note(cells: &Object) -> Result<String, CallError> {
    let wrong = wrong_formulas(cells)?;
    if wrong.is_empty() {
        return Ok(String::new());
    }
    let named = wrong[..wrong.len().min(MOST_NAMED)].join("; ");
    Ok(format!("; {} an error: {named}", counted(wrong.len(), "formula gives", "formulas give")))
}
