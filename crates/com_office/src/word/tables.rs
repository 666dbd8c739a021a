//! Tables of documents.

use super::{
    document::{check_changeable, one_step},
    places::{number_of, paragraph, paragraphs_or_selection},
};
use crate::{
    commands::{
        answer::{Answer, Answered, Failure, bad, refused},
        call_args::CallArgs,
        files::whole_path,
        here::Here,
        texts::{cell_text, is_filled, markdown_table, size_of},
    },
    dispatch::{error::CallError, object::Object, value::args},
    excel::shown::Source,
};
use serde_json::Value as Json;

/// The most columns of a table.
const MOST_COLUMNS: i64 = 63;
/// The grey of a head, `#d9d9d9`.
const SHADE: i64 = 0x00d9_d9d9;

/// The table that a call names, by its number or its title; the first if it names none.
pub(super) fn table_of(here: &Here<'_>, args: CallArgs<'_>) -> Result<(Object, String), Failure> {
    let tables = here.document.object("Tables")?;
    let count = tables.integer("Count")?;
    let name = args.text("table").unwrap_or("1").trim();
    if let Ok(number) = name.parse::<i64>() {
        return match (1..=count).contains(&number) {
            true => Ok((tables.object_of("Item", args![number])?, format!("table {number}"))),
            false => refused(format!("there is no table {number}; the document has {count}")),
        };
    }
    for at in 1..=count {
        let table = tables.object_of("Item", args![at])?;
        if table.text("Title")? == name {
            return Ok((table, format!("table {at}")));
        }
    }
    refused(format!("no table has the title {name:?}; the document has {count}, which numbers name"))
}

/// The texts of a table without merged cells, row by row.
fn texts_of(table: &Object) -> Result<Vec<Vec<String>>, Failure> {
    if !table.flag("Uniform")? {
        return refused("the table has merged cells: use its window");
    }
    let columns = usize::try_from(table.object("Columns")?.integer("Count")?).unwrap_or_default();
    let text = table.object("Range")?.text("Text")?;
    // A mark ends each cell, and another one each row.
    let cells: Vec<String> = text.split("\r\u{7}").map(|it| it.replace('\r', "\n")).collect();
    Ok(cells.chunks_exact(columns + 1).map(|row| row[..columns].to_vec()).collect())
}

pub(super) fn read_table(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let (table, name) = table_of(here, args)?;
    let rows = texts_of(&table)?;
    let size = size_of(rows.len(), rows.first().map_or(0, Vec::len));
    Answer::read(format!("read {name}: {size}"), &markdown_table(&rows))
}

pub(super) fn set_table(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let rows = args.rows("rows")?;
    check_changeable(here)?;
    let (table, name) = table_of(here, args)?;
    let before = texts_of(&table)?;
    let columns = before.first().map_or(0, Vec::len);
    if rows.len() > before.len() || rows[0].len() > columns {
        return bad("rows", format!("at most {}", size_of(before.len(), columns)));
    }
    let wanted = wanted_of(&rows);
    if is_filled(&before, &wanted) {
        return Ok(Answer::Same(format!("{name} held this")));
    }
    one_step(here, "Set table", || Ok(fill(&table, &wanted)?))?;
    let what = format!("the first {} of {name}", size_of(rows.len(), rows[0].len()));
    Answer::done_if(
        is_filled(&texts_of(&table)?, &wanted),
        format!("{what} hold this, read back"),
        format!("{what} hold something else"),
    )
}

pub(super) fn insert_table(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let (rows, columns) = (args.required_whole("rows", 1, 1000)?, args.required_whole("columns", 1, 50)?);
    let values = match args.0.get("values") {
        None | Some(Json::Null) => Vec::new(),
        Some(_) => wanted_of(&args.rows("values")?),
    };
    let fits = |count: usize, most: i64| i64::try_from(count).is_ok_and(|it| it <= most);
    if !fits(values.len(), rows) || !fits(values.first().map_or(0, Vec::len), columns) {
        return bad("values", format!("at most {rows} rows of {columns} cells"));
    }
    check_changeable(here)?;
    let after = number_of(here, args, "after")?;
    let head = if args.flag("header_row") == Some(true) { Head::First } else { Head::None };
    inserted(here, &NewTable { rows, columns, values, head, after })
}

pub(super) fn insert_range_table(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let path = whole_path(args.required("path")?)?;
    if here.machine.stamp(path).is_none() {
        return bad("path", "that of a spreadsheet that is there");
    }
    check_changeable(here)?;
    let after = number_of(here, args, "after")?;
    let source = Source { path, sheet: args.text("sheet"), range: args.text("range") };
    let values = source.texts(here.machine)?;
    let values: Vec<Vec<String>> =
        values.into_iter().map(|row| row.into_iter().map(|it| it.replace("\r\n", "\n")).collect()).collect();
    let size = |it: usize| i64::try_from(it).unwrap_or_default();
    let (rows, columns) = (size(values.len()), size(values.first().map_or(0, Vec::len)));
    if columns > MOST_COLUMNS {
        return bad("range", format!("at most {MOST_COLUMNS} columns, as many as a table of Word has"));
    }
    let head = if args.flag("header_row") == Some(false) { Head::None } else { Head::First };
    inserted(here, &NewTable { rows, columns, values, head, after })
}

/// A table that is wanted: its size, the texts of its first cells, and the paragraph that it comes after.
struct NewTable {
    rows: i64,
    columns: i64,
    values: Vec<Vec<String>>,
    head: Head,
    after: Option<i64>,
}

/// Whether a table has a head.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Head {
    First,
    None,
}

fn inserted(here: &Here<'_>, wanted: &NewTable) -> Answered {
    let count = here.document.object("Tables")?.integer("Count")?;
    let table = one_step(here, "Insert table", || {
        let place = match wanted.after {
            Some(number) => {
                let before = paragraph(here, number)?;
                before.object("Range")?.call("InsertParagraphAfter", args![])?;
                before.object_of("Next", args![])?.object("Range")?
            }
            None => here.window.object("Selection")?.object("Range")?,
        };
        let table = here
            .document
            .object("Tables")?
            .call_for_object("Add", args![&place, wanted.rows, wanted.columns])?;
        table.object("Borders")?.put("Enable", true)?;
        fill(&table, &wanted.values)?;
        if wanted.head == Head::First {
            let head = table.object("Rows")?.object_of("Item", args![1])?;
            head.put("HeadingFormat", true)?;
            head.object("Range")?.object("Font")?.put("Bold", true)?;
            head.object("Shading")?.put("BackgroundPatternColor", SHADE)?;
        }
        Ok(table)
    })?;
    let now = texts_of(&table)?;
    let (found_rows, found_columns) = (now.len(), now.first().map_or(0, Vec::len));
    let is_so = found_rows == usize::try_from(wanted.rows).unwrap_or_default()
        && found_columns == usize::try_from(wanted.columns).unwrap_or_default()
        && is_filled(&now, &wanted.values)
        && here.document.object("Tables")?.integer("Count")? == count + 1;
    let what = format!("a table of {}", size_of(found_rows, found_columns));
    Answer::done_if(
        is_so,
        format!("{what} is inserted, read back"),
        format!("{what} is there, and is not as wanted"),
    )
}

pub(super) fn text_to_table(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let separator = args.text("separator").unwrap_or("\t");
    if separator.chars().count() != 1 {
        return bad("separator", "one character");
    }
    check_changeable(here)?;
    let (range, what) = paragraphs_or_selection(here, args)?;
    let lines = range.text("Text")?;
    let wanted: Vec<Vec<String>> = lines
        .trim_end_matches('\r')
        .split('\r')
        .map(|line| line.split(separator).map(str::to_owned).collect())
        .collect();
    let table = one_step(here, "Table of text", || {
        let table = range.call_for_object("ConvertToTable", args![separator])?;
        table.object("Borders")?.put("Enable", true)?;
        Ok(table)
    })?;
    let now = texts_of(&table)?;
    let is_so = now.len() == wanted.len() && is_filled(&now, &wanted);
    let size = size_of(now.len(), now.first().map_or(0, Vec::len));
    Answer::done_if(
        is_so,
        format!("{what} became a table of {size}, read back"),
        format!("{what} became a table of {size}, which holds something else"),
    )
}

/// The texts that cells are to hold.
fn wanted_of(rows: &[&[Json]]) -> Vec<Vec<String>> {
    rows.iter().map(|row| row.iter().map(|it| cell_text(it).replace("\r\n", "\n")).collect()).collect()
}

/// Puts texts into the first cells of a table.
fn fill(table: &Object, rows: &[Vec<String>]) -> Result<(), CallError> {
    for (at_row, row) in (1i64..).zip(rows) {
        for (at_column, text) in (1i64..).zip(row) {
            let cell = table.object_of("Cell", args![at_row, at_column])?;
            cell.object("Range")?.put("Text", text.replace('\n', "\r"))?;
        }
    }
    Ok(())
}
