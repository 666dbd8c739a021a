//! The order of rows, and which of them are shown.

use super::cells::{cells_or_used, changed, check_changeable, grid, name_of, sheet_of};
use crate::{
    commands::{
        answer::{Answer, Answered, Failure, bad, refused},
        call_args::CallArgs,
        here::Here,
        texts::{column_letters, counted, markdown_table, value_text},
    },
    dispatch::{
        object::Object,
        value::{Value, args},
    },
};
use std::cmp::Ordering;

/// Sort by what cells hold (`xlSortOnValues`), from small to large or from large to small (`XlSortOrder`).
const ON_VALUES: i64 = 0;
const ASCENDING: i64 = 1;
const DESCENDING: i64 = 2;
/// Whether there is a head (`XlYesNoGuess`), and that rows are sorted (`xlTopToBottom`).
const YES: i64 = 1;
const NO: i64 = 2;
const ROWS: i64 = 1;
/// Cells that are shown (`xlCellTypeVisible`).
const SHOWN: i64 = 12;
/// The most rows of a sorted range that an answer lists.
const MOST_ROWS: usize = 20;

pub(super) fn sort_range(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let page = sheet_of(here, args)?;
    check_changeable(&page)?;
    let Some(cells) = cells_or_used(&page, args)? else { return refused("the sheet is empty") };
    let name = name_of(&cells)?;
    if cells.value("MergeCells")? != Value::Bool(false) {
        return refused(format!("{name} has merged cells: split them first"));
    }
    if page.flag("FilterMode")? {
        return refused("a filter hides rows, which would not be sorted: show all rows first");
    }
    let before = grid(&cells, "Value2")?;
    let has_head = args.flag("has_head") != Some(false);
    let descending = args.texts("descending").unwrap_or_default();
    let Some(by) = args.texts("by").filter(|it| !it.is_empty()) else {
        return bad("by", "one column or more");
    };
    let first = cells.integer("Column")?;
    let keys: Vec<(usize, bool)> = by
        .iter()
        .map(|it| Ok((column_of(&before, first, it, has_head, "by")?, descending.contains(it))))
        .collect::<Result<_, Failure>>()?;
    let sort = page.object("Sort")?;
    let fields = sort.object("SortFields")?;
    fields.call("Clear", args![])?;
    for (column, is_descending) in &keys {
        let key = cells.object("Columns")?.object_of("Item", args![number_of(*column)])?;
        let order = if *is_descending { DESCENDING } else { ASCENDING };
        fields.call("Add", args![&key].named("SortOn", ON_VALUES).named("Order", order))?;
    }
    sort.call("SetRange", args![&cells])?;
    sort.put("Header", if has_head { YES } else { NO })?;
    sort.put("MatchCase", false)?;
    sort.put("Orientation", ROWS)?;
    sort.call("Apply", args![])?;
    let now = grid(&cells, "Value2")?;
    let body = |rows: &[Vec<Value>]| rows[usize::from(has_head).min(rows.len())..].to_vec();
    let is_so = is_sorted(&body(&now), keys[0]);
    let what = format!("{name} is sorted by {}", by.join(", "));
    if now == before && is_so {
        return Ok(Answer::Same(what));
    }
    if !is_so {
        return changed(Ok(Answer::Partial(format!("{name} is not in this order"))));
    }
    let shown: Vec<Vec<String>> =
        now.iter().take(MOST_ROWS).map(|row| row.iter().map(value_text).collect()).collect();
    changed(Answer::read(format!("{what}, read back"), &markdown_table(&shown)))
}

/// The place of a column among cells, from its head or its letters.
fn column_of(
    rows: &[Vec<Value>],
    first: i64,
    name: &str,
    has_head: bool,
    argument: &'static str,
) -> Result<usize, Failure> {
    let heads: Vec<String> = rows.first().map(|row| row.iter().map(value_text).collect()).unwrap_or_default();
    let by_head = heads.iter().position(|it| has_head && it == name);
    let letters = |at: usize| column_letters(usize::try_from(first).unwrap_or(1) + at);
    let by_letters = (0..heads.len()).find(|at| letters(*at).eq_ignore_ascii_case(name));
    match by_head.or(by_letters) {
        Some(at) => Ok(at),
        None if has_head => {
            bad(argument, format!("a head or letters of a column; the heads are {}", heads.join(", ")))
        }
        None => bad(argument, "letters of a column"),
    }
}

/// A place counted from 1.
fn number_of(at: usize) -> i64 {
    i64::try_from(at).unwrap_or_default() + 1
}

/// Whether the numbers of a column are in order, and its texts. Excel has numbers before texts, and compares texts by the rules of the
/// user's language: of those only ones that are alike in all languages are compared.
fn is_sorted(rows: &[Vec<Value>], (column, descending): (usize, bool)) -> bool {
    let numbers: Vec<f64> = rows
        .iter()
        .filter_map(|row| match row.get(column) {
            Some(Value::Number(it)) => Some(*it),
            _ => None,
        })
        .collect();
    let first_letters: Vec<char> = rows
        .iter()
        .filter_map(|row| match row.get(column) {
            Some(Value::Text(it)) => it.chars().next().filter(char::is_ascii_alphabetic),
            _ => None,
        })
        .map(|it| it.to_ascii_lowercase())
        .collect();
    let wrong = if descending { Ordering::Less } else { Ordering::Greater };
    numbers.windows(2).all(|it| it[0].partial_cmp(&it[1]) != Some(wrong))
        && first_letters.windows(2).all(|it| it[0].cmp(&it[1]) != wrong)
}

pub(super) fn filter_rows(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let page = sheet_of(here, args)?;
    check_changeable(&page)?;
    let Some(column) = args.text("column") else { return all_shown(&page) };
    let Some(cells) = cells_or_used(&page, args)? else { return refused("the sheet is empty") };
    let rows = grid(&cells, "Value2")?;
    let at = column_of(&rows, cells.integer("Column")?, column, true, "column")?;
    let Some(value) = args.text("value") else { return bad("value", "a number or a text") };
    let condition = args.text("condition").unwrap_or("equal");
    if page.flag("FilterMode")? {
        page.call("ShowAllData", args![])?;
    }
    let criterion = format!("{}{}", sign(condition), plain(value));
    cells.call("AutoFilter", args![number_of(at), criterion])?;
    let shown =
        cells.object("Columns")?.object_of("Item", args![1])?.object_of("SpecialCells", args![SHOWN])?;
    // The head is shown too.
    let shown = usize::try_from(shown.integer("CountLarge")? - 1).unwrap_or_default();
    let body = &rows[1.min(rows.len())..];
    let expected = body.iter().filter(|row| matches(&row[at], condition, value)).count();
    let what = format!("{shown} of {} shown", counted(body.len(), "row is", "rows are"));
    changed(Answer::done_if(
        shown == expected,
        format!("{what} where {column} {} {value}", sign(condition)),
        format!("{what}, and {expected} match"),
    ))
}

/// Shows all rows again.
fn all_shown(page: &Object) -> Answered {
    if !page.flag("FilterMode")? {
        return Ok(Answer::Same("no filter hides rows".into()));
    }
    page.call("ShowAllData", args![])?;
    let left = page.flag("FilterMode")?;
    changed(Answer::done_if(!left, "no filter hides rows", "a filter still hides rows"))
}

/// A condition as a filter writes it.
fn sign(condition: &str) -> &'static str {
    match condition {
        "not_equal" => "<>",
        "greater" => ">",
        "greater_equal" => ">=",
        "less" => "<",
        "less_equal" => "<=",
        _ => "=",
    }
}

/// A value in which no character stands for others.
fn plain(value: &str) -> String {
    value.replace('~', "~~").replace('*', "~*").replace('?', "~?")
}

/// Whether a cell matches, as Excel compares: numbers with numbers, texts with texts, whatever their capitals.
fn matches(cell: &Value, condition: &str, value: &str) -> bool {
    let order = match (cell, value.parse::<f64>()) {
        (Value::Number(cell), Ok(value)) => cell.partial_cmp(&value),
        (Value::Number(_), Err(_)) => None,
        (other, _) => {
            let text = value_text(other).to_lowercase();
            let is_text = matches!(other, Value::Text(_));
            let order = text.cmp(&value.to_lowercase());
            (is_text || order == Ordering::Equal).then_some(order)
        }
    };
    match condition {
        "not_equal" => order != Some(Ordering::Equal),
        "greater" => order == Some(Ordering::Greater),
        "greater_equal" => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
        "less" => order == Some(Ordering::Less),
        "less_equal" => matches!(order, Some(Ordering::Less | Ordering::Equal)),
        _ => order == Some(Ordering::Equal),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_compared_with_numbers_and_texts_with_texts() {
        for (cell, condition, value, expected) in [
            (Value::Number(5.0), "equal", "5", true),
            (Value::Number(5.0), "greater", "10", false),
            (Value::Number(5.0), "less_equal", "5", true),
            (Value::from("North"), "equal", "north", true),
            (Value::from("North"), "not_equal", "south", true),
            (Value::Empty, "not_equal", "5", true),
            (Value::Empty, "less", "5", false),
            (Value::Number(5.0), "not_equal", "x", true),
            (Value::from("b"), "greater_equal", "b", true),
        ] {
            assert_eq!(matches(&cell, condition, value), expected, "{cell} {condition} {value}");
        }
        assert_eq!(plain("a*b?~"), "a~*b~?~~");
    }

    #[test]
    fn rows_are_in_order_by_their_numbers_and_first_letters() {
        let rows =
            |values: &[Value]| -> Vec<Vec<Value>> { values.iter().map(|it| vec![it.clone()]).collect() };
        let numbers =
            rows(&[Value::Number(1.0), Value::Number(2.0), Value::from("A"), Value::from("b"), Value::Empty]);
        assert!(is_sorted(&numbers, (0, false)) && !is_sorted(&numbers, (0, true)));
        assert!(is_sorted(&rows(&[Value::from("ä"), Value::from("a")]), (0, false)));
    }
}
