//! Pivot tables.

use super::{
    cells::{cells_or_used, changed, grid, name_of, sheet_of},
    sheets::free_name,
    view::hidden_note,
};
use crate::{
    commands::{
        answer::{Answer, Answered, Failure, bad, refused},
        call_args::CallArgs,
        here::Here,
        texts::{markdown_table, value_text},
    },
    dispatch::{error::CallError, object::Object, value::args},
};

/// Cells of a document are summed up (`xlDatabase`).
const CELLS: i64 = 1;
/// Where the values of a field stand (`XlPivotFieldOrientation`).
const ROWS: i64 = 1;
const COLUMNS: i64 = 2;
/// Each field of the rows has a column of its own (`xlTabularRow`).
const TABULAR: i64 = 1;
/// How values are summed up (`XlConsolidationFunction`).
const FUNCTIONS: &[(&str, i64)] =
    &[("sum", -4157), ("count", -4112), ("average", -4106), ("max", -4136), ("min", -4139)];
/// The most rows of the table that an answer lists.
const MOST_ROWS: usize = 40;

/// What a pivot table is to show.
struct Wanted<'a> {
    rows: Vec<&'a str>,
    columns: Vec<&'a str>,
    values: &'a str,
    word: &'a str,
    function: i64,
}

pub(super) fn create_pivot_table(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let wanted = Wanted::of(args)?;
    let page = sheet_of(here, args)?;
    let Some(cells) = cells_or_used(&page, args)? else { return refused("the sheet is empty") };
    let rows = grid(&cells, "Value2")?;
    wanted.check_heads(
        &rows.first().map(|row| row.iter().map(value_text).collect::<Vec<_>>()).unwrap_or_default(),
    )?;
    let name = args.text("name").unwrap_or("Pivot");
    let count = i64::try_from(free_name(here, name)?.len()).unwrap_or_default();
    let cache = here.document.object("PivotCaches")?.call_for_object("Create", args![CELLS, &cells])?;
    let sheets = here.document.object("Worksheets")?;
    let last = sheets.object_of("Item", args![count])?;
    let made = sheets.call_for_object("Add", args![].named("After", &last))?;
    made.put("Name", name)?;
    let corner = made.object_of("Range", args!["A1"])?;
    let pivot = cache.call_for_object("CreatePivotTable", args![&corner, name])?;
    wanted.put(&pivot)?;
    let shown = grid(&pivot.object("TableRange1")?, "Value2")?;
    let shown: Vec<Vec<String>> =
        shown.iter().take(MOST_ROWS).map(|row| row.iter().map(value_text).collect()).collect();
    let what = format!(
        "the sheet {} has the {} of {} by {}, of {}{}",
        made.text("Name")?,
        wanted.word,
        wanted.values,
        wanted.rows.join(", "),
        name_of(&cells)?,
        hidden_note(&page, &cells)?
    );
    changed(match wanted.is(&pivot)? {
        true => Answer::read(format!("{what}, read back"), &markdown_table(&shown)),
        false => Ok(Answer::Partial(format!("the sheet {name} has a pivot table, and it is not as wanted"))),
    })
}

impl<'a> Wanted<'a> {
    fn of(args: CallArgs<'a>) -> Result<Wanted<'a>, Failure> {
        let word = args.text("function").unwrap_or("sum");
        let Some((_, function)) = FUNCTIONS.iter().find(|(known, _)| *known == word) else {
            return bad("function", "sum, count, average, max or min");
        };
        let rows = args.texts("rows").unwrap_or_default();
        if rows.is_empty() {
            return bad("rows", "one head or more");
        }
        let columns = args.texts("columns").unwrap_or_default();
        Ok(Wanted { rows, columns, values: args.required("values")?, word, function: *function })
    }

    /// The fields, each with where its values stand.
    fn fields(&self) -> impl Iterator<Item = (&'static str, &'a str, i64)> {
        let rows = self.rows.iter().map(|it| ("rows", *it, ROWS));
        rows.chain(self.columns.iter().map(|it| ("columns", *it, COLUMNS)))
    }

    /// Fails where the table has not these heads, or one without a text, which Excel does not take.
    fn check_heads(&self, heads: &[String]) -> Result<(), Failure> {
        if let Some(at) = heads.iter().position(String::is_empty) {
            return refused(format!("column {} of the table has no head: give it one first", at + 1));
        }
        let mut used = Vec::new();
        for (argument, name, _) in self.fields() {
            if used.contains(&name) {
                return bad(argument, format!("heads that are used once; {name} is used twice"));
            }
            used.push(name);
        }
        let fields = self.fields().map(|(argument, name, _)| (argument, name));
        match fields.chain([("values", self.values)]).find(|(_, name)| !heads.iter().any(|it| it == name)) {
            Some((argument, _)) => bad(argument, format!("heads of the table: {}", heads.join(", "))),
            None => Ok(()),
        }
    }

    fn put(&self, pivot: &Object) -> Result<(), CallError> {
        for (_, name, place) in self.fields() {
            pivot.object_of("PivotFields", args![name])?.put("Orientation", place)?;
        }
        let values = pivot.object_of("PivotFields", args![self.values])?;
        pivot.call("AddDataField", args![&values].named("Function", self.function))?;
        pivot.call("RowAxisLayout", args![TABULAR]).map(drop)
    }

    fn is(&self, pivot: &Object) -> Result<bool, CallError> {
        for (_, name, place) in self.fields() {
            if pivot.object_of("PivotFields", args![name])?.integer("Orientation")? != place {
                return Ok(false);
            }
        }
        let data = pivot.object("DataFields")?;
        if data.integer("Count")? != 1 {
            return Ok(false);
        }
        let field = data.object_of("Item", args![1])?;
        Ok(field.text("SourceName")? == self.values && field.integer("Function")? == self.function)
    }
}
