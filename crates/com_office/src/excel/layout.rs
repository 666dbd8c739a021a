//! Rows, columns and panes of spreadsheets.

use super::cells::{cells_on, changed, check_changeable, grid, name_of, sheet_of, without_questions};
use crate::{
    commands::{
        answer::{Answer, Answered, Failure, bad, refused},
        call_args::CallArgs,
        here::Here,
        texts::{column_letters, counted, points},
    },
    dispatch::{
        object::Object,
        value::{Value, args},
    },
};

/// The rows and columns of a sheet.
const ROWS: i64 = 1_048_576;
const COLUMNS: i64 = 16_384;
/// How far a width may be from the wanted one, in points: Excel rounds to pixels.
const CLOSE: f64 = 0.8;
/// How often a width is set: Excel takes it in letters, and reports the result in points.
const TRIES: usize = 3;

/// Rows or columns.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Line {
    Row,
    Column,
}

impl Line {
    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Line::Row => ("row", "rows"),
            Line::Column => ("column", "columns"),
        }
    }

    /// The member of cells with the number of the first, and how many there are in a sheet.
    const fn member_and_count(self) -> (&'static str, i64) {
        match self {
            Line::Row => ("Row", ROWS),
            Line::Column => ("Column", COLUMNS),
        }
    }

    /// The lines from one number to another, as a range.
    fn range(self, first: i64, last: i64) -> String {
        match self {
            Line::Row => format!("{first}:{last}"),
            Line::Column => format!("{}:{}", letters(first), letters(last)),
        }
    }
}

pub(super) fn insert_rows(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let before = args.required_whole("before", 1, ROWS)?;
    inserted(here, args, Line::Row, before)
}

pub(super) fn insert_columns(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let before = column_number(args, "before")?;
    inserted(here, args, Line::Column, before)
}

pub(super) fn remove_rows(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let first = args.required_whole("first", 1, ROWS)?;
    removed(here, args, Line::Row, first)
}

pub(super) fn remove_columns(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let first = column_number(args, "first")?;
    removed(here, args, Line::Column, first)
}

/// Inserts lines. The line that was there is the same object afterwards, with another number.
fn inserted(here: &Here<'_>, args: CallArgs<'_>, line: Line, before: i64) -> Answered {
    let (number, most) = line.member_and_count();
    let count = args.whole("count", 1, most - before)?.unwrap_or(1);
    let page = sheet_of(here, args)?;
    check_changeable(&page)?;
    let mark = page.object_of("Range", args![line.range(before, before)])?;
    page.object_of("Range", args![line.range(before, before + count - 1)])?.call("Insert", args![])?;
    let what = lines_text(line, count);
    changed(Answer::done_if(
        mark.integer(number)? == before + count,
        format!("{what} inserted: {}", line.range(before, before + count - 1)),
        format!("not all of {what} came"),
    ))
}

/// Removes lines. The line behind them is the same object afterwards, with the number of the first.
fn removed(here: &Here<'_>, args: CallArgs<'_>, line: Line, first: i64) -> Answered {
    let (number, most) = line.member_and_count();
    let count = args.whole("count", 1, most - first)?.unwrap_or(1);
    let page = sheet_of(here, args)?;
    check_changeable(&page)?;
    let mark = page.object_of("Range", args![line.range(first + count, first + count)])?;
    page.object_of("Range", args![line.range(first, first + count - 1)])?.call("Delete", args![])?;
    let what = lines_text(line, count);
    changed(Answer::done_if(
        mark.integer(number)? == first,
        format!("{what} removed: {}", line.range(first, first + count - 1)),
        format!("not all of {what} went"),
    ))
}

fn lines_text(line: Line, count: i64) -> String {
    let (one, many) = line.words();
    counted(usize::try_from(count).unwrap_or_default(), one, many)
}

fn letters(number: i64) -> String {
    column_letters(usize::try_from(number).unwrap_or_default())
}

/// The number of the column whose letters an argument has.
fn column_number(args: CallArgs<'_>, name: &'static str) -> Result<i64, Failure> {
    let text = args.required(name)?.trim();
    let digit = |it: u8| i64::from(it.to_ascii_uppercase() - b'A') + 1;
    let is_column = !text.is_empty() && text.len() <= 3 && text.bytes().all(|it| it.is_ascii_alphabetic());
    let number = if is_column { text.bytes().fold(0, |number, it| number * 26 + digit(it)) } else { 0 };
    match (1..=COLUMNS).contains(&number) {
        true => Ok(number),
        false => bad(name, "the letters of a column, such as B"),
    }
}

pub(super) fn set_column_width(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let page = sheet_of(here, args)?;
    check_changeable(&page)?;
    let text = args.required("columns")?;
    let range = if text.contains(':') { text.to_owned() } else { format!("{text}:{text}") };
    let columns = cells_on(&page, &range, "columns")?.object("EntireColumn")?;
    let name = name_of(&columns)?;
    let Some(width) = args.number("width") else {
        columns.call("AutoFit", args![])?;
        let first = columns.object("Columns")?.object_of("Item", args![1])?;
        let now = first.number("Width")? * 2.54 / 72.0;
        return changed(Answer::done(format!("{name} is as wide as what it holds, the first {now:.2} cm")));
    };
    if !(0.1..=40.0).contains(&width) {
        return bad("width", "0.1 to 40 centimetres");
    }
    let now = widened(&columns, points(width))?;
    let is_so = (now - points(width)).abs() <= CLOSE;
    let now = now * 2.54 / 72.0;
    changed(Answer::done_if(
        is_so,
        format!("{name} is {now:.2} cm wide"),
        format!("{name} is {now:.2} cm wide instead"),
    ))
}

/// Gives columns a width in points, and returns that of the first as it is then.
fn widened(columns: &Object, wanted: f64) -> Result<f64, Failure> {
    let first = columns.object("Columns")?.object_of("Item", args![1])?;
    let mut now = first.number("Width")?;
    if now <= 0.0 {
        // Hidden: any width shows it.
        columns.put("ColumnWidth", 8.0)?;
        now = first.number("Width")?;
    }
    for _ in 0..TRIES {
        if (now - wanted).abs() <= CLOSE || now <= 0.0 {
            break;
        }
        let letters = first.number("ColumnWidth")?;
        columns.put("ColumnWidth", (letters * wanted / now).min(255.0))?;
        now = first.number("Width")?;
    }
    Ok(now)
}

pub(super) fn merge_cells(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let page = sheet_of(here, args)?;
    check_changeable(&page)?;
    let cells = cells_on(&page, args.required("range")?, "range")?;
    let name = name_of(&cells)?;
    let merged = args.flag("merged") != Some(false);
    let is =
        |wanted: bool| -> Result<bool, Failure> { Ok(cells.value("MergeCells")? == Value::Bool(wanted)) };
    let what = if merged { "one cell" } else { "cells of their own" };
    if is(merged)? {
        return Ok(Answer::Same(format!("{name} were {what}")));
    }
    if merged {
        let held = grid(&cells, "Value2")?.into_iter().flatten().skip(1).any(|it| it != Value::Empty);
        if held {
            return refused(format!(
                "{name} holds more than its first cell, which alone would stay: empty them first"
            ));
        }
    }
    without_questions(here, || cells.call(if merged { "Merge" } else { "UnMerge" }, args![]).map(drop))?;
    changed(Answer::done_if(is(merged)?, format!("{name} are {what}"), format!("{name} are not all {what}")))
}

pub(super) fn freeze_panes(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let rows = args.whole("rows", 0, 1000)?.unwrap_or(1);
    let columns = args.whole("columns", 0, 100)?.unwrap_or(0);
    let page = sheet_of(here, args)?;
    page.call("Activate", args![])?;
    let window = here.window;
    let now = || -> Result<(bool, i64, i64), Failure> {
        Ok((window.flag("FreezePanes")?, window.integer("SplitRow")?, window.integer("SplitColumn")?))
    };
    let wanted = (rows + columns > 0, rows, columns);
    let what = match wanted.0 {
        true => format!("the first {rows} rows and {columns} columns stay in view"),
        false => "no rows and columns are kept in view".to_owned(),
    };
    if now()? == wanted {
        return Ok(Answer::Same(what));
    }
    window.put("FreezePanes", false)?;
    // What is scrolled away would be out of reach.
    window.put("ScrollRow", 1)?;
    window.put("ScrollColumn", 1)?;
    window.put("SplitRow", rows)?;
    window.put("SplitColumn", columns)?;
    if wanted.0 {
        window.put("FreezePanes", true)?;
    }
    let found = now()?;
    changed(Answer::done_if(
        found == wanted,
        what,
        format!("{} rows and {} columns are kept in view instead", found.1, found.2),
    ))
}
