//! The order of columns.

use super::cells::{changed, check_changeable, grid, sheet_of, used};
use crate::{
    commands::{
        answer::{Answer, Answered, Failure, bad, refused},
        call_args::CallArgs,
        here::Here,
        texts::value_text,
    },
    dispatch::{
        error::CallError,
        object::Object,
        value::{Value, args},
    },
};

pub(super) fn reorder_columns(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let wanted = args.texts("columns").unwrap_or_default();
    let page = sheet_of(here, args)?;
    check_changeable(&page)?;
    let Some(cells) = used(&page)? else { return refused("the sheet is empty") };
    check_movable(&page, &cells)?;
    let before = grid(&cells, "Value2")?;
    let order = order_of(&heads_of(&before), &wanted)?;
    if order.is_sorted() {
        return Ok(Answer::Same("the columns were in this order".into()));
    }
    let first = cells.integer("Column")?;
    for (target, source) in steps_of(order.clone()) {
        move_column(&page, first + source, first + target)?;
    }
    let now = match used(&page)? {
        Some(cells) => grid(&cells, "Value2")?,
        None => Vec::new(),
    };
    let name = page.text("Name")?;
    let expected: Vec<Vec<Value>> =
        before.iter().map(|row| order.iter().map(|at| row[*at].clone()).collect()).collect();
    let heads = heads_of(&now).join(", ");
    changed(match (now == expected, heads == wanted.join(", ")) {
        (true, _) => {
            Answer::done(format!("the columns of {name} are {heads}, and all cells moved along, read back"))
        }
        (false, true) => Ok(Answer::Partial(format!(
            "the columns of {name} are {heads}, and some cells show something else: check_formulas lists errors"
        ))),
        (false, false) => Ok(Answer::Partial(format!("the columns of {name} are {heads} now"))),
    })
}

/// Fails where whole columns cannot be moved.
fn check_movable(page: &Object, cells: &Object) -> Result<(), Failure> {
    if cells.value("MergeCells")? != Value::Bool(false) {
        return refused("the sheet has merged cells: split them first");
    }
    if page.flag("FilterMode")? {
        return refused("a filter hides rows: show all rows first");
    }
    match page.object("ListObjects")?.integer("Count")? {
        0 => Ok(()),
        _ => refused("the sheet has a table of Excel's own, whose columns move in its window alone"),
    }
}

/// The texts of the first row.
fn heads_of(rows: &[Vec<Value>]) -> Vec<String> {
    rows.first().map(|row| row.iter().map(value_text).collect()).unwrap_or_default()
}

/// For each place the column, counted from 0, that is to stand there. Of columns with one head the first comes first.
fn order_of(heads: &[String], wanted: &[&str]) -> Result<Vec<usize>, Failure> {
    let mut order: Vec<usize> = Vec::new();
    for name in wanted {
        let place = (0..heads.len()).find(|at| heads[*at] == *name && !order.contains(at));
        order.extend(place);
    }
    match order.len() == heads.len() && wanted.len() == heads.len() {
        true => Ok(order),
        false => bad("columns", format!("all heads of the table, each once: {}", heads.join(", "))),
    }
}

/// The moves, each to a place from another behind it, that bring about an order.
fn steps_of(order: Vec<usize>) -> Vec<(i64, i64)> {
    let mut now: Vec<usize> = (0..order.len()).collect();
    let number = |it: usize| i64::try_from(it).unwrap_or_default();
    let mut steps = Vec::new();
    for (target, column) in order.into_iter().enumerate() {
        let Some(source) = now.iter().position(|it| *it == column) else { continue };
        if source != target {
            now.remove(source);
            now.insert(target, column);
            steps.push((number(target), number(source)));
        }
    }
    steps
}

/// Moves a whole column before another one, without the clipboard, which is the user's. Formulas that refer to it follow it, and
/// formats go with it.
fn move_column(page: &Object, source: i64, target: i64) -> Result<(), CallError> {
    let column = |at: i64| page.object("Columns")?.object_of("Item", args![at]);
    column(target)?.call("Insert", args![])?;
    let moved = column(source + 1)?;
    let width = moved.number("ColumnWidth")?;
    let place = column(target)?;
    moved.call("Cut", args![&place])?;
    column(target)?.put("ColumnWidth", width)?;
    column(source + 1)?.call("Delete", args![]).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_is_brought_about_by_moves_to_the_front() {
        let heads = ["a", "b", "a", "c"].map(str::to_owned);
        assert_eq!(order_of(&heads, &["c", "a", "b", "a"]), Ok(vec![3, 0, 1, 2]));
        for wrong in [&["a", "b", "c"][..], &["a", "b", "c", "c"], &["a", "b", "a", "c", "d"]] {
            assert!(order_of(&heads, wrong).is_err(), "{wrong:?}");
        }
        assert_eq!(steps_of(vec![3, 0, 1, 2]), [(0, 3)]);
        assert_eq!(steps_of(vec![1, 0, 3, 2]), [(0, 1), (2, 3)]);
        assert_eq!(steps_of(vec![0, 1]), []);
    }
}
