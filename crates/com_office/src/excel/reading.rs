//! Reading and selecting the cells of spreadsheets.

use super::{
    cells::{cells_on, cells_or_used, grid, lines_of, name_of, sheet_of, used},
    view::{date_note, hidden_note},
};
use crate::{
    commands::{
        answer::{Answer, Answered, refused},
        call_args::CallArgs,
        here::Here,
        texts::{markdown_table, size_of, value_text},
    },
    dispatch::value::{Value, args},
};

/// The most rows that an answer lists.
const MOST_ROWS: usize = 200;
/// The same as Excel counts.
const MOST_ROWS_READ: i64 = 200;

pub(super) fn range_values(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let page = sheet_of(here, args)?;
    let name = page.text("Name")?;
    let Some(cells) = cells_or_used(&page, args)? else {
        return Answer::read(format!("the sheet {name} is empty"), "");
    };
    let (rows, columns) = lines_of(&cells)?;
    let part = match rows > MOST_ROWS {
        true => cells.object_of("Resize", args![MOST_ROWS_READ])?,
        false => cells.clone(),
    };
    let formulas = args.flag("formulas") == Some(true);
    let values = grid(&part, if formulas { "Formula" } else { "Value2" })?;
    let lines: Vec<String> = values.iter().map(|row| texts(row).join("\t")).collect();
    let mut output = lines.join("\n");
    if rows > MOST_ROWS {
        output.push_str(&format!("\n… {} more rows; ask for a range of them", rows - MOST_ROWS));
    }
    let dates = if formulas { String::new() } else { date_note(&part)? };
    let hidden = hidden_note(&page, &part)?;
    let what = format!("read {} of {name}: {}{dates}{hidden}", name_of(&cells)?, size_of(rows, columns));
    Answer::read(what, &output)
}

pub(super) fn table2markdown(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let page = sheet_of(here, args)?;
    let name = page.text("Name")?;
    let Some(cells) = used(&page)? else { return Answer::read(format!("the sheet {name} is empty"), "") };
    let rows: Vec<Vec<String>> = grid(&cells, "Value2")?.iter().map(|row| texts(row)).collect();
    let notes = format!("{}{}", date_note(&cells)?, hidden_note(&page, &cells)?);
    Answer::read(format!("read {} of {name}{notes}", name_of(&cells)?), &markdown_table(&rows))
}

pub(super) fn select_table_range(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let page = sheet_of(here, args)?;
    let name = page.text("Name")?;
    let range = args.required("range")?;
    let cells = match range {
        "*" => used(&page)?,
        _ => Some(cells_on(&page, range, "range")?),
    };
    let Some(cells) = cells else {
        return refused(format!("the sheet {name} is empty: there is nothing to select"));
    };
    let wanted = name_of(&cells)?;
    page.call("Activate", args![])?;
    cells.call("Select", args![])?;
    let now = name_of(&here.window.object("RangeSelection")?)?;
    let is_so = now == wanted && here.window.object("ActiveSheet")?.text("Name")? == name;
    Answer::done_if(is_so, format!("{wanted} of {name} is selected"), format!("{now} is selected instead"))
}

/// The texts of a row.
fn texts(row: &[Value]) -> Vec<String> {
    row.iter().map(value_text).collect()
}
