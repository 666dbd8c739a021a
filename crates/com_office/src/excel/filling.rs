//! Filling the cells of spreadsheets.

use super::{
    cells::{cells_on, changed, check_changeable, grid, lines_of, name_of, sheet_of},
    errors::error_note,
    view::hidden_note,
};
use crate::{
    commands::{
        answer::{Answer, Answered, Failure, bad, refused},
        call_args::CallArgs,
        here::Here,
        texts::{cell_text, markdown_table, size_of, value_text},
    },
    dispatch::{
        cell_error::CellError,
        error::CallError,
        object::Object,
        value::{Value, args},
    },
};
use serde_json::Value as Json;

/// Up to so many cells an answer lists what they show.
const MOST_CELLS: usize = 60;
/// How many hidden rows are passed before the last row is filled.
const MOST_PASSED: usize = 10_000;
/// The rows and columns of a sheet.
const ROWS: i64 = 1_048_576;
const COLUMNS: i64 = 16_384;
/// Fill as by dragging the corner of a selection (`xlFillDefault`).
const FILL_DEFAULT: i64 = 0;

/// What a cell is to hold.
#[derive(Clone, Debug, PartialEq)]
enum Content {
    /// A number, a text, true or false, or nothing.
    Plain(Value),
    /// A formula that begins with `=`.
    Formula(String),
}

/// Cells without a gap, and the rows of contents that they get.
struct Part {
    cells: Object,
    rows: Vec<Vec<Content>>,
}

pub(super) fn set_cells(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let page = sheet_of(here, args)?;
    let rows: Vec<Vec<Content>> =
        args.rows("rows")?.iter().map(|row| row.iter().map(content_of).collect()).collect();
    let start = cells_on(&page, args.required("range")?, "range")?;
    let parts = match args.flag("shown_only") {
        Some(true) => shown_parts(&page, &start, rows)?,
        _ => vec![Part { cells: cells_for(&start, &rows)?, rows }],
    };
    filled(&page, &parts)
}

pub(super) fn set_cell_value(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let page = sheet_of(here, args)?;
    let cells = cells_on(&page, args.required("cell")?, "cell")?;
    let value = args.required("value")?;
    // As a program writes a number; everything else is a text or a formula.
    let number = value.parse::<f64>().ok().filter(|it| it.is_finite() && !value.contains('_'));
    let content = number.map_or_else(
        || content_of(&Json::String(value.to_owned())),
        |number| Content::Plain(Value::Number(number)),
    );
    let rows = vec![vec![content]];
    filled(&page, &[Part { cells: cells_for(&cells, &rows)?, rows }])
}

pub(super) fn insert_excel_table(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let page = sheet_of(here, args)?;
    let rows: Vec<Vec<Content>> =
        args.rows("rows")?.iter().map(|row| row.iter().map(content_of).collect()).collect();
    let row = args.required_whole("row", 1, ROWS)?;
    let column = args.required_whole("column", 1, COLUMNS)?;
    let start = page.object("Cells")?.object_of("Item", args![row, column])?;
    filled(&page, &[Part { cells: cells_for(&start, &rows)?, rows }])
}

pub(super) fn auto_fill(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let page = sheet_of(here, args)?;
    check_changeable(&page)?;
    let cells = cells_on(&page, args.required("range")?, "range")?;
    let (rows, columns) = lines_of(&cells)?;
    let direction = args.text("direction").unwrap_or("down");
    let across = matches!(direction, "left" | "right");
    let most = i64::try_from(if across { columns } else { rows }).unwrap_or_default() - 1;
    if most < 1 {
        return bad("range", "the cells to fill from and those to fill");
    }
    let count = args.whole("count", 1, most)?.unwrap_or(1);
    let skipped = if matches!(direction, "up" | "left") { most + 1 - count } else { 0 };
    let source = match across {
        true => {
            cells.object_of("Offset", args![0, skipped])?.object_of("Resize", args![Value::Missing, count])?
        }
        false => {
            cells.object_of("Offset", args![skipped, 0])?.object_of("Resize", args![count, Value::Missing])?
        }
    };
    let before = grid(&cells, "Formula")?;
    source.call("AutoFill", args![&cells, FILL_DEFAULT])?;
    let name = name_of(&cells)?;
    if grid(&cells, "Formula")? == before {
        return Ok(Answer::Same(format!("{name} held that already")));
    }
    let errors = error_note(&cells)?;
    let what = format!("{name} is filled {direction}{}{errors}", hidden_note(&page, &cells)?);
    changed(Answer::done_if(errors.is_empty(), what.clone(), what))
}

fn content_of(json: &Json) -> Content {
    match json {
        Json::String(text) if text.starts_with('=') => Content::Formula(text.clone()),
        Json::String(text) if !text.is_empty() => Content::Plain(Value::Text(text.replace("\r\n", "\n"))),
        Json::Bool(it) => Content::Plain(Value::Bool(*it)),
        Json::Number(it) => Content::Plain(it.as_f64().map_or(Value::Empty, Value::Number)),
        Json::Null | Json::String(_) => Content::Plain(Value::Empty),
        Json::Array(_) | Json::Object(_) => Content::Plain(Value::Text(cell_text(json))),
    }
}

/// The cells for rows: those of a range of the same size, or from its only cell on.
fn cells_for(start: &Object, rows: &[Vec<Content>]) -> Result<Object, Failure> {
    let size = (rows.len(), rows[0].len());
    let found = lines_of(start)?;
    if found == size {
        return Ok(start.clone());
    }
    if found != (1, 1) {
        return bad("range", format!("one cell to begin at, or {} as in rows", size_of(size.0, size.1)));
    }
    resized(start, 0, rows)
}

/// Cells of the size of rows, from so many rows below the first of others on.
fn resized(start: &Object, below: i64, rows: &[Vec<Content>]) -> Result<Object, Failure> {
    let count = |it: usize| i64::try_from(it).unwrap_or(ROWS);
    let (height, width) = (count(rows.len()), count(rows[0].len()));
    let (row, column) = (start.integer("Row")?, start.integer("Column")?);
    if row + below + height - 1 > ROWS || column + width - 1 > COLUMNS {
        return bad("range", format!("inside the sheet, which has {ROWS} rows and {COLUMNS} columns"));
    }
    let first = if below == 0 { start.clone() } else { start.object_of("Offset", args![below, 0])? };
    Ok(first.object_of("Resize", args![height, width])?)
}

/// The rows that are shown, from the first of a range on, as parts without a gap.
fn shown_parts(page: &Object, start: &Object, rows: Vec<Vec<Content>>) -> Result<Vec<Part>, Failure> {
    let (_, columns) = lines_of(start)?;
    if ![1, rows[0].len()].contains(&columns) {
        return bad("range", format!("one cell to begin at, or cells of {} columns", rows[0].len()));
    }
    let first = start.object_of("Item", args![1, 1])?;
    let row = first.integer("Row")?;
    let (mut parts, mut run, mut run_begin) = (Vec::new(), Vec::new(), 0);
    let mut left = rows.into_iter().peekable();
    for below in (0i64..).take(MOST_PASSED) {
        if left.peek().is_none() {
            break;
        }
        match page.object_of("Range", args![format!("{0}:{0}", row + below)])?.flag("Hidden")? {
            true if !run.is_empty() => {
                let rows = std::mem::take(&mut run);
                parts.push(Part { cells: resized(&first, run_begin, &rows)?, rows });
            }
            true => {}
            false => {
                run_begin = if run.is_empty() { below } else { run_begin };
                run.extend(left.next());
            }
        }
    }
    if left.peek().is_some() {
        return bad("range", "cells below which enough rows are shown");
    }
    parts.push(Part { cells: resized(&first, run_begin, &run)?, rows: run });
    Ok(parts)
}

/// Fills parts of a sheet, and reads them back.
fn filled(page: &Object, parts: &[Part]) -> Answered {
    check_changeable(page)?;
    let before = held_by(parts)?;
    for part in parts {
        put(part)?;
    }
    let mut missed = Vec::new();
    for part in parts {
        missed.extend(missed_cells(part)?);
    }
    let is_same = held_by(parts)? == before;
    let names: Vec<String> = parts.iter().map(|it| name_of(&it.cells)).collect::<Result<_, _>>()?;
    let names = names.join("; ");
    if !missed.is_empty() {
        let wrong =
            format!("of {names} these hold something else: {}", missed[..missed.len().min(5)].join(", "));
        return if is_same { refused(wrong) } else { changed(Ok(Answer::Partial(wrong))) };
    }
    let (mut errors, mut hidden) = (String::new(), String::new());
    for it in parts {
        errors.push_str(&error_note(&it.cells)?);
        hidden.push_str(&hidden_note(page, &it.cells)?);
    }
    if is_same {
        return Ok(Answer::Same(format!("{names} already held this{errors}")));
    }
    let (rows, columns) = (parts.iter().map(|it| it.rows.len()).sum::<usize>(), parts[0].rows[0].len());
    let what = format!(
        "{names} of {} holds {}, read back{hidden}{errors}",
        page.text("Name")?,
        size_of(rows, columns)
    );
    if !errors.is_empty() {
        return changed(Ok(Answer::Partial(what)));
    }
    let output = if rows * columns <= MOST_CELLS { Some(shown(parts)?) } else { None };
    changed(Ok(Answer::Done { evidence: what, output }))
}

/// The formulas and the values of parts.
fn held_by(parts: &[Part]) -> Result<Vec<[Vec<Vec<Value>>; 2]>, CallError> {
    parts.iter().map(|it| Ok([grid(&it.cells, "Formula")?, grid(&it.cells, "Value2")?])).collect()
}

/// What parts hold, as a table.
fn shown(parts: &[Part]) -> Result<String, CallError> {
    let mut rows: Vec<Vec<String>> = Vec::new();
    for it in parts {
        rows.extend(grid(&it.cells, "Value")?.iter().map(|row| row.iter().map(value_text).collect()));
    }
    Ok(markdown_table(&rows))
}

/// Puts all numbers and texts at once, then the formulas one by one.
fn put(part: &Part) -> Result<(), Failure> {
    let plain = |content: &Content| match content {
        Content::Plain(Value::Text(text)) => Value::Text(as_typed(text)),
        Content::Plain(value) => value.clone(),
        Content::Formula(_) => Value::Empty,
    };
    let values: Vec<Vec<Value>> = part.rows.iter().map(|row| row.iter().map(plain).collect()).collect();
    let is_one = values.len() == 1 && values[0].len() == 1;
    match values.first().and_then(|it| it.first()) {
        Some(_) if is_one && matches!(part.rows[0][0], Content::Formula(_)) => {}
        Some(one) if is_one => part.cells.put("Value2", one.clone())?,
        _ => part.cells.put("Value2", Value::Table(values))?,
    }
    for (row, column, content) in spots(&part.rows) {
        if let Content::Formula(formula) = content {
            put_formula(&part.cells.object_of("Item", args![row, column])?, formula)?;
        }
    }
    Ok(())
}

/// The contents with their rows and columns, counted from 1.
fn spots(rows: &[Vec<Content>]) -> impl Iterator<Item = (i64, i64, &Content)> {
    (1i64..).zip(rows).flat_map(|(row, line)| (1i64..).zip(line).map(move |(column, it)| (row, column, it)))
}

/// A text as somebody types it so that it stays a text: Excel makes numbers, dates and formulas of others.
pub(super) fn as_typed(text: &str) -> String {
    let begins_as_word = text.chars().next().is_some_and(char::is_alphabetic);
    let may_be_value = text.chars().any(|it| it.is_ascii_digit())
        || ["true", "false"].iter().any(|it| text.eq_ignore_ascii_case(it));
    if begins_as_word && !may_be_value { text.to_owned() } else { format!("'{text}") }
}

/// Puts a formula into a cell, as programs spell it; where that cannot be read, in the words of the user's language.
fn put_formula(cell: &Object, formula: &str) -> Result<(), Failure> {
    match put_spelled(cell, formula) {
        Ok(()) if cell.value("Value2")? != Value::Error(CellError::NAME) => return Ok(()),
        Ok(()) | Err(CallError::Exception { .. }) => {}
        Err(error) => return Err(error.into()),
    }
    match cell.put("FormulaLocal", formula) {
        Ok(()) if cell.value("Value2")? != Value::Error(CellError::NAME) => Ok(()),
        Ok(()) => Ok(put_spelled(cell, formula)?),
        Err(CallError::Exception { .. }) => refused(format!("Excel cannot read the formula {formula}")),
        Err(error) => Err(error.into()),
    }
}

/// As `Formula2`, where one formula may fill several cells; an older Excel has `Formula` alone.
fn put_spelled(cell: &Object, formula: &str) -> Result<(), CallError> {
    match cell.put("Formula2", formula) {
        Err(CallError::NoSuchMember(_)) => cell.put("Formula", formula),
        result => result,
    }
}

/// The cells that do not hold the number or the text that was put into them. A text of which Excel made something else, as of a word
/// of the user's language, is put once more.
fn missed_cells(part: &Part) -> Result<Vec<String>, CallError> {
    let values = grid(&part.cells, "Value2")?;
    let mut missed = Vec::new();
    for ((row, column, content), value) in spots(&part.rows).zip(values.iter().flatten()) {
        let Content::Plain(wanted) = content else { continue };
        if wanted == value {
            continue;
        }
        let cell = part.cells.object_of("Item", args![row, column])?;
        if let Value::Text(text) = wanted
            && stays_text(&cell, text)?
        {
            continue;
        }
        missed.push(name_of(&cell)?);
    }
    Ok(missed)
}

/// Puts a text once more, with the mark of a text in front and without it: a cell whose format is that of texts may keep the mark.
fn stays_text(cell: &Object, text: &str) -> Result<bool, CallError> {
    for typed in [format!("'{text}"), text.to_owned()] {
        cell.put("Value2", typed)?;
        if cell.value("Value2")? == Value::from(text) {
            return Ok(true);
        }
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_text_is_typed_so_that_it_stays_a_text() {
        for (text, typed) in [
            ("Total", "Total"),
            ("Größe in Metern", "Größe in Metern"),
            ("007", "'007"),
            ("1/2", "'1/2"),
            ("March 5", "'March 5"),
            ("-", "'-"),
            ("'quoted", "''quoted"),
            ("True", "'True"),
            ("@x", "'@x"),
            (" padded", "' padded"),
        ] {
            assert_eq!(as_typed(text), typed);
        }
    }

    #[test]
    fn what_begins_with_an_equals_sign_is_a_formula_and_nothing_else_is() {
        let plain = Content::Plain;
        for (json, content) in [
            (json!("=1+1"), Content::Formula("=1+1".into())),
            (json!("+1"), plain(Value::Text("+1".into()))),
            (json!(3), plain(Value::Number(3.0))),
            (json!(true), plain(Value::Bool(true))),
            (json!(null), plain(Value::Empty)),
            (json!(""), plain(Value::Empty)),
            (json!("a\r\nb"), plain(Value::Text("a\nb".into()))),
        ] {
            assert_eq!(content_of(&json), content);
        }
    }
}
