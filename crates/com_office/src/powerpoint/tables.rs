//! Tables on slides.

use super::slides::{begin_step, shapes_of, slide_of, with_lines, with_marks};
use crate::{
    commands::{
        answer::{Answer, Answered, Failure, refused},
        call_args::CallArgs,
        here::Here,
        texts::{cell_text, is_filled, markdown_table, points, size_of},
    },
    dispatch::{error::CallError, object::Object, value::args},
};

/// Where a table stands and how wide it is if nothing is said, in centimetres.
const LEFT: f64 = 2.0;
const TOP: f64 = 5.0;
const WIDTH: f64 = 20.0;

/// The texts of a table, row by row.
pub(super) fn texts_of(table: &Object) -> Result<Vec<Vec<String>>, CallError> {
    let (rows, columns) =
        (table.object("Rows")?.integer("Count")?, table.object("Columns")?.integer("Count")?);
    let row = |row: i64| {
        (1..=columns).map(|column| Ok(with_lines(&cell(table, row, column)?.text("Text")?))).collect()
    };
    (1..=rows).map(row).collect()
}

fn cell(table: &Object, row: i64, column: i64) -> Result<Object, CallError> {
    table.object_of("Cell", args![row, column])?.object("Shape")?.object("TextFrame")?.object("TextRange")
}

/// The table that a call names, and how answers call it.
fn table_of(here: &Here<'_>, args: CallArgs<'_>) -> Result<(Object, String), Failure> {
    let wanted = args.whole("table", 1, 100)?.unwrap_or(1);
    let (page, number) = slide_of(here, args)?;
    let mut count = 0;
    for shape in shapes_of(&page)? {
        if shape.flag("HasTable")? {
            count += 1;
            if count == wanted {
                return Ok((shape.object("Table")?, format!("table {wanted} of slide {number}")));
            }
        }
    }
    refused(format!("slide {number} has {count} tables"))
}

pub(super) fn read_table(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let (table, name) = table_of(here, args)?;
    let rows = texts_of(&table)?;
    let size = size_of(rows.len(), rows.first().map_or(0, Vec::len));
    Answer::read(format!("read {name}: {size}"), &markdown_table(&rows))
}

pub(super) fn set_table(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let wanted = wanted_of(args)?;
    let (table, name) = table_of(here, args)?;
    let before = texts_of(&table)?;
    if is_filled(&before, &wanted) {
        return Ok(Answer::Same(format!("{name} held this")));
    }
    begin_step(here)?;
    let lacks = |have: usize, want: usize| want.saturating_sub(have);
    for _ in 0..lacks(before.len(), wanted.len()) {
        table.object("Rows")?.call("Add", args![])?;
    }
    for _ in 0..lacks(before.first().map_or(0, Vec::len), wanted[0].len()) {
        table.object("Columns")?.call("Add", args![])?;
    }
    fill(&table, &wanted)?;
    let what = format!("the first {} of {name}", size_of(wanted.len(), wanted[0].len()));
    Answer::done_if(
        is_filled(&texts_of(&table)?, &wanted),
        format!("{what} hold this, read back"),
        format!("{what} hold something else"),
    )
}

pub(super) fn insert_table(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let wanted = wanted_of(args)?;
    let (page, number) = slide_of(here, args)?;
    let (left, top) = (args.number("left").unwrap_or(LEFT), args.number("top").unwrap_or(TOP));
    let count = |it: usize| i64::try_from(it).unwrap_or_default();
    let room = here.document.object("PageSetup")?.number("SlideWidth")? - points(left);
    let width = args.number("width").map_or_else(|| points(WIDTH).min(room), points);
    if width < 1.0 {
        return refused("there is no room for a table: put it further to the left");
    }
    begin_step(here)?;
    let place = args![count(wanted.len()), count(wanted[0].len()), points(left), points(top), width];
    let table = page.object("Shapes")?.call_for_object("AddTable", place)?.object("Table")?;
    fill(&table, &wanted)?;
    let now = texts_of(&table)?;
    let what =
        format!("a table of {} is on slide {number}", size_of(now.len(), now.first().map_or(0, Vec::len)));
    Answer::done_if(now == wanted, format!("{what}, read back"), format!("{what}, and is not as wanted"))
}

/// The texts that cells are to hold.
fn wanted_of(args: CallArgs<'_>) -> Result<Vec<Vec<String>>, Failure> {
    let rows = args.rows("rows")?;
    Ok(rows
        .iter()
        .map(|row| row.iter().map(|it| with_lines(&with_marks(&cell_text(it)))).collect())
        .collect())
}

/// Puts texts into the first cells of a table.
fn fill(table: &Object, rows: &[Vec<String>]) -> Result<(), CallError> {
    for (at_row, row) in (1i64..).zip(rows) {
        for (at_column, text) in (1i64..).zip(row) {
            cell(table, at_row, at_column)?.put("Text", with_marks(text))?;
        }
    }
    Ok(())
}
