//! Charts on slides. Their numbers are in a sheet of their own, which Excel shows while it is filled.

use super::slides::{begin_step, slide_of};
use crate::{
    commands::{
        answer::{Answer, Answered, Failure, bad, refused},
        call_args::CallArgs,
        here::Here,
        texts::{cell_text, counted, points},
    },
    dispatch::{
        error::CallError,
        object::Object,
        value::{Value, args},
    },
    excel::titles::{has_titles, put_titles, titles_of},
};
use serde_json::Value as Json;

/// The kinds of charts (`XlChartType`).
const KINDS: &[(&str, i64)] =
    &[("column", 51), ("bar", 57), ("line", 4), ("pie", 5), ("area", 1), ("net", -4151), ("donut", -4120)];
/// Those that show shares, which have a legend and no axes.
const SHARES: [&str; 2] = ["pie", "donut"];
/// Those without titles at axes.
const WITHOUT_AXES: [&str; 3] = ["pie", "donut", "net"];
/// The usual style of a kind, and series in columns (`xlColumns`).
const USUAL_STYLE: i64 = -1;
const IN_COLUMNS: i64 = 2;
/// Where a chart stands and how large it is if nothing is said, in centimetres.
const LEFT: f64 = 2.0;
const TOP: f64 = 5.0;
const WIDTH: f64 = 20.0;
const HEIGHT: f64 = 11.0;

/// What a chart is to show.
struct Wanted<'a> {
    word: &'a str,
    kind: i64,
    /// The names of the series, those of the points, and a number or nothing for each point of each series.
    series: Vec<String>,
    points: Vec<String>,
    numbers: Vec<Vec<Option<f64>>>,
}

pub(super) fn insert_chart(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let wanted = Wanted::of(args)?;
    let titles = titles_of(args);
    let (page, number) = slide_of(here, args)?;
    let place = place_of(here, args)?;
    let shapes = page.object("Shapes")?;
    let count = shapes.integer("Count")?;
    begin_step(here)?;
    let [left, top, width, height] = place;
    let shape =
        shapes.call_for_object("AddChart2", args![USUAL_STYLE, wanted.kind, left, top, width, height])?;
    let chart = shape.object("Chart")?;
    if let Err(error) = wanted.put(&chart) {
        // Else a chart with the numbers of an example would stay.
        shape.call("Delete", args![])?;
        let left = shapes.integer("Count")?;
        return match left == count {
            true => Ok(Answer::Unchanged(format!(
                "no chart is on slide {number}, because Excel, which holds its numbers, did not take them: {error}"
            ))),
            false => refused(format!("a chart is on slide {number}, and not its numbers: {error}")),
        };
    }
    put_titles(&chart, &titles)?;
    let has_legend = args.flag("legend").unwrap_or(wanted.series.len() > 1 || SHARES.contains(&wanted.word));
    chart.put("HasLegend", has_legend)?;
    let is_so = wanted.is(&chart)?
        && has_titles(&chart, &titles)?
        && chart.flag("HasLegend")? == has_legend
        && shapes.integer("Count")? == count + 1;
    let series = counted(wanted.series.len(), "series", "series");
    let what = format!("slide {number} has a {} chart of {series}", wanted.word);
    Answer::done_if(is_so, format!("{what}, read back"), format!("{what}, and it is not as wanted"))
}

/// Where a chart stands and how large it is, in points: no larger than the slide has room.
fn place_of(here: &Here<'_>, args: CallArgs<'_>) -> Result<[f64; 4], Failure> {
    let setup = here.document.object("PageSetup")?;
    let (left, top) = (args.number("left").unwrap_or(LEFT), args.number("top").unwrap_or(TOP));
    let side =
        |name: &str, usual: f64, room: f64| args.number(name).map_or_else(|| points(usual).min(room), points);
    let width = side("width", WIDTH, setup.number("SlideWidth")? - points(left));
    let height = side("height", HEIGHT, setup.number("SlideHeight")? - points(top));
    match width < 1.0 || height < 1.0 {
        true => refused("there is no room for a chart: put it further to the left, or up"),
        false => Ok([points(left), points(top), width, height]),
    }
}

impl<'a> Wanted<'a> {
    fn of(args: CallArgs<'a>) -> Result<Wanted<'a>, Failure> {
        let word = args.text("kind").unwrap_or("column");
        let Some((_, kind)) = KINDS.iter().find(|(known, _)| *known == word) else {
            return bad("kind", "column, bar, line, pie, area, net or donut");
        };
        for name in ["x_title", "y_title"] {
            if args.text(name).is_some() && WITHOUT_AXES.contains(&word) {
                return bad(name, format!("left out: a {word} chart has no titles at axes"));
            }
        }
        let rows = args.rows("rows")?;
        let (head, body) = rows.split_first().map_or((&[][..], &[][..]), |(head, body)| (*head, body));
        if head.len() < 2 || body.is_empty() {
            return bad(
                "rows",
                "the names of the series behind an empty cell, then a name with numbers in each row",
            );
        }
        let numbers: Vec<Vec<Option<f64>>> = body
            .iter()
            .map(|row| row[1..].iter().map(number_of).collect())
            .collect::<Result<_, Failure>>()?;
        if numbers.iter().flatten().all(Option::is_none) {
            return bad("rows", "numbers behind the names, and there is none");
        }
        Ok(Wanted {
            word,
            kind: *kind,
            series: head[1..].iter().map(cell_text).collect(),
            points: body.iter().map(|row| cell_text(&row[0])).collect(),
            numbers,
        })
    }

    /// The cells of the sheet with the numbers.
    fn cells(&self) -> Vec<Vec<Value>> {
        let head = [Value::Empty].into_iter().chain(self.series.iter().map(Value::from)).collect();
        let row = |(name, numbers): (&String, &Vec<Option<f64>>)| {
            let numbers = numbers.iter().map(|it| it.map_or(Value::Empty, Value::Number));
            [Value::Text(as_text(name))].into_iter().chain(numbers).collect()
        };
        [head].into_iter().chain(self.points.iter().zip(&self.numbers).map(row)).collect()
    }

    /// Fills the sheet of a chart.
    fn put(&self, chart: &Object) -> Result<(), CallError> {
        let data = chart.object("ChartData")?;
        data.call("Activate", args![])?;
        let document = data.object("Workbook")?;
        let filled = self.fill(chart, &document);
        // Also after a failure: its window would stay.
        document.call("Close", args![])?;
        filled
    }

    fn fill(&self, chart: &Object, document: &Object) -> Result<(), CallError> {
        let page = document.object("Worksheets")?.object_of("Item", args![1])?;
        page.object("Cells")?.call("ClearContents", args![])?;
        let size = |it: usize| i64::try_from(it).unwrap_or_default() + 1;
        let (rows, columns) = (size(self.points.len()), size(self.series.len()));
        let cells = page.object_of("Range", args!["A1"])?.object_of("Resize", args![rows, columns])?;
        let tables = page.object("ListObjects")?;
        if tables.integer("Count")? > 0 {
            tables.object_of("Item", args![1])?.call("Resize", args![&cells])?;
        }
        cells.put("Value2", Value::Table(self.cells()))?;
        let sheet = page.text("Name")?.replace('\'', "''");
        let Value::Text(address) = cells.value("Address")? else {
            return Err(CallError::Unexpected { member: "Address".into(), found: "no text".into() });
        };
        chart.call("SetSourceData", args![format!("='{sheet}'!{address}"), IN_COLUMNS]).map(drop)
    }

    /// Whether a chart shows this.
    fn is(&self, chart: &Object) -> Result<bool, CallError> {
        let all = chart.object("SeriesCollection")?;
        if chart.integer("ChartType")? != self.kind || all.integer("Count")? != size_of(&self.series) {
            return Ok(false);
        }
        for (at, name) in self.series.iter().enumerate() {
            let series = all.object_of("Item", args![i64::try_from(at).unwrap_or_default() + 1])?;
            let numbers: Vec<Option<f64>> = self.numbers.iter().map(|row| row[at]).collect();
            let is_same = series.text("Name")? == *name
                && one_row(series.value("XValues")?).iter().map(point_text).eq(self.points.iter().cloned())
                && has_numbers(&one_row(series.value("Values")?), &numbers);
            if !is_same {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

fn size_of(list: &[String]) -> i64 {
    i64::try_from(list.len()).unwrap_or_default()
}

/// A number of an argument, or nothing.
fn number_of(cell: &Json) -> Result<Option<f64>, Failure> {
    match cell {
        Json::Null => Ok(None),
        Json::Number(_) => Ok(cell.as_f64()),
        Json::String(text) if text.trim().is_empty() => Ok(None),
        other => bad("rows", format!("numbers behind the names; {other} is none")),
    }
}

/// The name of a point as it is typed: what looks like a number or a formula stays a text.
fn as_text(name: &str) -> String {
    let is_text = name.is_empty() || name.starts_with(char::is_alphabetic);
    if is_text { name.to_owned() } else { format!("'{name}") }
}

/// A list that came as a table of one row.
fn one_row(value: Value) -> Vec<Value> {
    match value {
        Value::Table(rows) => rows.into_iter().flatten().collect(),
        other => vec![other],
    }
}

fn point_text(value: &Value) -> String {
    crate::commands::texts::value_text(value)
}

/// Whether these are the numbers; where there is none, a chart has nothing or 0.
fn has_numbers(found: &[Value], wanted: &[Option<f64>]) -> bool {
    let is_same = |(found, wanted): (&Value, &Option<f64>)| match (found, wanted) {
        (Value::Number(found), wanted) => (found - wanted.unwrap_or_default()).abs() <= 1e-9 * found.abs(),
        (Value::Empty | Value::Null, None) => true,
        _ => false,
    };
    found.len() == wanted.len() && found.iter().zip(wanted).all(is_same)
}
