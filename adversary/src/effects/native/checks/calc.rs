//! What the commands of spreadsheets promise. Pure.

use super::{Case, all_met, grown, met_if, values, values::Writing};
use crate::effects::{
    fulfilment::Fulfilment,
    native::{
        cells::{Cells, cell, column_number},
        flat::{FlatDocument, at, gathered},
        styles::centimetres,
        xml::Element,
    },
};
use serde_json::{Value, json};

/// How far a width may be from the one that was wanted, in centimetres.
const NEAR: f64 = 0.01;

/// Whether the document is as the command promises; `None` for one without a check of its own.
pub(super) fn postcondition(case: Case<'_>) -> Option<Fulfilment> {
    Some(match case.call.command.as_str() {
        // Where its rows go depends on what is hidden.
        "set_cells" if case.flag("shown_only") == Some(true) => return None,
        "set_cells" => {
            filled(case, case.text("range"), values::rows(case.call.args.get("rows")), Writing::Exact)
        }
        "set_cell_value" => {
            let rows = case.call.args.get("value").map(|it| vec![vec![it.clone()]]);
            filled(case, case.text("cell"), rows, Writing::Typed)
        }
        "insert_excel_table" => filled_from_place(case),
        "format_cells" => formatted(case),
        "highlight_cells" => {
            let count = |it: &FlatDocument| it.body().all("calcext:condition").len();
            let (before, after) = (count(case.before), count(case.after));
            met_if(after > before, || format!("there are {after} conditions, and there were {before}"))
        }
        "insert_chart" => charted(case),
        "name_range" => named(case),
        "set_column_width" => widened(case),
        "merge_cells" => merged(case),
        "freeze_panes" => frozen(case),
        "add_sheet" | "rename_sheet" | "copy_sheet" => has_sheet(case.after, case.text("name")?),
        "remove_sheet" => {
            let name = case.text("sheet")?;
            met_if(case.after.sheet(Some(name)).is_none(), || format!("there is a sheet {name:?}"))
        }
        "create_pivot_table" => all_met([
            has_sheet(case.after, case.text("name").unwrap_or("Pivot")),
            pivots(case.before, case.after),
        ]),
        _ => return None,
    })
}

/// Whether cells hold rows from the first one of a range on.
fn filled(
    case: Case<'_>,
    range: Option<&str>,
    rows: Option<Vec<Vec<Value>>>,
    writing: Writing,
) -> Fulfilment {
    let (Some(cells), Some(rows)) = (range.and_then(Cells::of), rows) else { return Fulfilment::Unknown };
    let Some(sheet) = case.after.sheet(case.text("sheet")) else { return Fulfilment::Unknown };
    all_met(rows.iter().enumerate().flat_map(|(down, row)| {
        row.iter().enumerate().map(move |(right, wanted)| {
            let (row, column) = (cells.row + down, cells.column + right);
            let there = cell(sheet, row, column);
            let is = || {
                let holds = there.map(|it| (it.value(), it.formula().map(str::to_owned)));
                format!("the cell in row {} and column {} holds {holds:?}, not {wanted}", row + 1, column + 1)
            };
            met_if(values::holds(there.as_ref(), wanted, writing), is)
        })
    }))
}

fn filled_from_place(case: Case<'_>) -> Fulfilment {
    let (Some(row), Some(column)) = (case.place("row"), case.place("column")) else {
        return Fulfilment::Unknown;
    };
    let letter = u8::try_from(column).ok().filter(|it| *it < 26).map(|it| char::from(b'A' + it));
    let range = letter.map(|it| format!("{it}{}", row + 1));
    filled(case, range.as_deref(), values::rows(case.call.args.get("rows")), Writing::Exact)
}

/// Whether the first of the cells looks as wanted.
fn formatted(case: Case<'_>) -> Fulfilment {
    let Some(cells) = case.text("range").and_then(Cells::of) else { return Fulfilment::Unknown };
    let Some(sheet) = case.after.sheet(case.text("sheet")) else { return Fulfilment::Unknown };
    let style = cell(sheet, cells.row, cells.column).and_then(|it| it.style).unwrap_or("Default");
    let look = |property: &str| case.after.styles.property("table-cell", style, property);
    let part = |property: &str, wanted: &str| {
        let is = look(property);
        met_if(is.is_some_and(|it| it.eq_ignore_ascii_case(wanted)), || {
            format!("{property} is {is:?}, not {wanted}")
        })
    };
    let flag = |name: &str, property: &str, on: &str| match case.flag(name) {
        Some(true) => part(property, on),
        Some(false) => met_if(look(property) != Some(on), || format!("{property} is {on}")),
        None => Fulfilment::Unknown,
    };
    let colour = |name: &str, property: &str| {
        case.text(name).map_or(Fulfilment::Unknown, |it| {
            part(property, &format!("#{}", it.trim().trim_start_matches('#')))
        })
    };
    all_met([
        flag("bold", "fo:font-weight", "bold"),
        flag("italic", "fo:font-style", "italic"),
        flag("wrap", "fo:wrap-option", "wrap"),
        colour("fill_color", "fo:background-color"),
        colour("text_color", "fo:color"),
    ])
}

/// Whether there is one more chart, and each new one has a series.
fn charted(case: Case<'_>) -> Fulfilment {
    let charts = |it: &'_ FlatDocument| it.body().all("chart:chart").len();
    let one_more = grown("charts", charts(case.before), charts(case.after), 1);
    let all = case.after.body().all("chart:chart");
    let empty = all.iter().filter(|it| it.all("chart:series").is_empty()).count();
    let were =
        case.before.body().all("chart:chart").iter().filter(|it| it.all("chart:series").is_empty()).count();
    all_met([one_more, met_if(empty <= were, || "the chart has no series".into())])
}

fn named(case: Case<'_>) -> Fulfilment {
    let Some(name) = case.text("name") else { return Fulfilment::Unknown };
    let names: Vec<&str> = case
        .after
        .body()
        .all("table:named-range")
        .into_iter()
        .filter_map(|it| it.attribute("table:name"))
        .collect();
    met_if(names.contains(&name), || format!("the named ranges are {names:?}"))
}

fn widened(case: Case<'_>) -> Fulfilment {
    let first = case.text("columns").map(|it| it.split(':').next().unwrap_or_default());
    let wanted = case.call.args.get("width").and_then(Value::as_f64);
    let (Some(column), Some(wanted)) = (first.and_then(column_number), wanted) else {
        return Fulfilment::Unknown;
    };
    let Some(sheet) = case.after.sheet(case.text("sheet")) else { return Fulfilment::Unknown };
    let columns = gathered(sheet, &["table:table-column"]);
    let style =
        at(&columns, "table:number-columns-repeated", column).and_then(|it| it.attribute("table:style-name"));
    // The file lists no columns behind the last that is used.
    let Some(style) = style else { return Fulfilment::Unknown };
    let width = case.after.styles.property("table-column", style, "style:column-width").and_then(centimetres);
    met_if(width.is_some_and(|it| (it - wanted).abs() <= NEAR), || {
        format!("the column is {width:?} cm wide, not {wanted}")
    })
}

fn merged(case: Case<'_>) -> Fulfilment {
    let Some(cells) = case.text("range").and_then(Cells::of) else { return Fulfilment::Unknown };
    let Some(sheet) = case.after.sheet(case.text("sheet")) else { return Fulfilment::Unknown };
    let wanted = if case.flag("merged") == Some(false) { (1, 1) } else { (cells.rows, cells.columns) };
    let span = cell(sheet, cells.row, cells.column).map_or((1, 1), |it| it.span());
    met_if(span == wanted, || format!("the first cell takes {} rows and {} columns", span.0, span.1))
}

/// Whether so many rows and columns stay in view.
fn frozen(case: Case<'_>) -> Fulfilment {
    let number = |name: &str, usual: u64| {
        let given = case.call.args.get(name);
        given.map_or(Some(usual), Value::as_u64)
    };
    let (Some(rows), Some(columns)) = (number("rows", 1), number("columns", 0)) else {
        return Fulfilment::Unknown;
    };
    let sheet = case.text("sheet").map(str::to_owned).or_else(|| case.after.setting("ActiveTable"));
    let Some(sheet) = sheet else { return Fulfilment::Unknown };
    let split = |side: &str| {
        let setting = |what: &str| case.after.sheet_setting(&sheet, &format!("{side}Split{what}"));
        let is_frozen = setting("Mode").as_deref() == Some("2");
        if is_frozen { setting("Position").and_then(|it| it.parse::<u64>().ok()) } else { Some(0) }
    };
    let there = (split("Vertical"), split("Horizontal"));
    met_if(there == (Some(rows), Some(columns)), || format!("the rows and columns that stay are {there:?}"))
}

fn has_sheet(document: &FlatDocument, name: &str) -> Fulfilment {
    met_if(document.sheet(Some(name)).is_some(), || {
        let names: Vec<_> =
            document.tables().into_iter().map(|it| json!(it.attribute("table:name"))).collect();
        format!("the sheets are {names:?}, and none is {name:?}")
    })
}

fn pivots(before: &FlatDocument, after: &FlatDocument) -> Fulfilment {
    let count = |it: &FlatDocument| it.body().all("table:data-pilot-table").len();
    let is_filled =
        |it: &Element| it.attribute("table:target-range-address").is_some_and(|it| it.contains(':'));
    let all_filled = after.body().all("table:data-pilot-table").into_iter().all(is_filled);
    all_met([
        grown("tables that sum others up", count(before), count(after), 1),
        met_if(all_filled, || "a table that sums others up takes one cell".into()),
    ])
}
