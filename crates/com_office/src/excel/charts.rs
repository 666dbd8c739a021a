//! Charts, and cells that have a colour while a condition holds.

use super::{
    cells::{areas_text, cells_on, changed, check_changeable, name_of, sheet_named, sheet_of},
    titles::{has_titles, put_titles, titles_of},
};
use crate::{
    commands::{
        answer::{Answer, Answered, Failure, bad, refused},
        call_args::CallArgs,
        formats::{Format, missed_formats, put_formats},
        here::Here,
        texts::{color, counted, points},
    },
    dispatch::{
        error::CallError,
        object::Object,
        value::{Value, args},
    },
};

/// The kinds of charts (`XlChartType`).
const KINDS: &[(&str, i64)] = &[
    ("column", 51),
    ("bar", 57),
    ("line", 4),
    ("pie", 5),
    ("area", 1),
    ("scatter", -4169),
    ("net", -4151),
    ("donut", -4120),
    ("bubble", 15),
    ("stock", 88),
];
/// A condition that is a formula (`xlExpression`).
const EXPRESSION: i64 = 2;
/// The size of a chart if nothing is said, in centimetres, and how far it is from its cells, in points.
const WIDTH: f64 = 12.0;
const HEIGHT: f64 = 8.0;
const GAP: f64 = 12.0;

pub(super) fn insert_chart(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let word = args.text("kind").unwrap_or("column");
    let Some((_, kind)) = KINDS.iter().find(|(known, _)| *known == word) else {
        return bad("kind", "a kind of chart");
    };
    for name in ["has_head", "has_labels"] {
        if args.flag(name).is_some() {
            return bad(name, "left out: Excel finds out itself which cells are names");
        }
    }
    let page = sheet_of(here, args)?;
    let cells = cells_on(&page, &areas_text(args.required("range")?), "range")?;
    let target = match args.text("target_sheet") {
        Some(name) => sheet_named(here, name)?,
        None => page,
    };
    check_changeable(&target)?;
    let (left, top) = place_of(&target, &cells, args)?;
    let size = |name: &str, usual: f64| points(args.number(name).unwrap_or(usual));
    let place = args![left, top, size("width", WIDTH), size("height", HEIGHT)];
    let frame = target.object("ChartObjects")?.call_for_object("Add", place)?;
    let chart = frame.object("Chart")?;
    chart.put("ChartType", *kind)?;
    chart.call("SetSourceData", args![&cells])?;
    if chart.object("SeriesCollection")?.integer("Count")? == 0 {
        frame.call("Delete", args![])?;
        return refused(format!("a chart of {} would show nothing", name_of(&cells)?));
    }
    let wanted = titles_of(args);
    put_titles(&chart, &wanted)?;
    if let Some(name) = args.text("name") {
        frame.put("Name", name)?;
    }
    if let Some(legend) = args.flag("legend") {
        chart.put("HasLegend", legend)?;
    }
    let series = usize::try_from(chart.object("SeriesCollection")?.integer("Count")?).unwrap_or_default();
    let is_so = chart.integer("ChartType")? == *kind && has_titles(&chart, &wanted)?;
    let what = format!(
        "the {word} chart {:?} of {} has {}",
        frame.text("Name")?,
        name_of(&cells)?,
        counted(series, "series", "series")
    );
    changed(Answer::done_if(is_so, format!("{what}, read back"), format!("{what}, and is not as wanted")))
}

/// Where a chart stands: at a cell, or next to its cells.
fn place_of(target: &Object, cells: &Object, args: CallArgs<'_>) -> Result<(f64, f64), Failure> {
    match args.text("cell") {
        Some(cell) => {
            let corner = cells_on(target, cell, "cell")?;
            Ok((corner.number("Left")?, corner.number("Top")?))
        }
        None => Ok((cells.number("Left")? + cells.number("Width")? + GAP, cells.number("Top")?)),
    }
}

pub(super) fn highlight_cells(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let fill = Format::color("Color", color(args.required("fill_color")?, "fill_color")?);
    let formula = args.required("formula")?;
    let formula = if formula.starts_with('=') { formula.to_owned() } else { format!("={formula}") };
    let page = sheet_of(here, args)?;
    check_changeable(&page)?;
    let cells = cells_on(&page, args.required("range")?, "range")?;
    // A formula without $ is meant from the active cell.
    page.call("Activate", args![])?;
    cells.call("Select", args![])?;
    let conditions = cells.object("FormatConditions")?;
    let added = conditions.call_for_object("Add", args![EXPRESSION, Value::Missing, formula.as_str()]);
    let added = match added {
        Err(CallError::Exception { .. }) => {
            return refused(format!("Excel cannot read the formula {formula}"));
        }
        added => added?,
    };
    put_formats(&added.object("Interior")?, std::slice::from_ref(&fill))?;
    let missed = missed_formats(&added.object("Interior")?, &[fill])?;
    let (now, name) = (added.text("Formula1")?, name_of(&cells)?);
    changed(Answer::done_if(
        missed.is_empty(),
        format!("{name} has the colour where {now}, read back; {name} is selected"),
        format!("{name} has a condition where {now}, and another colour"),
    ))
}
