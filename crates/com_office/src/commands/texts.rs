//! How answers write tables, numbers and colours.

use super::answer::{Failure, bad};
use crate::dispatch::{date::date_text, value::Value};

/// A number with its noun.
pub(crate) fn counted(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// The size of a table, in words.
pub(crate) fn size_of(rows: usize, cells: usize) -> String {
    format!("{} of {}", counted(rows, "row", "rows"), counted(cells, "cell", "cells"))
}

/// Whether the first cells of a table hold these texts.
pub(crate) fn is_filled(now: &[Vec<String>], wanted: &[Vec<String>]) -> bool {
    wanted.len() <= now.len()
        && wanted
            .iter()
            .zip(now)
            .all(|(wanted, now)| wanted.len() <= now.len() && *wanted == now[..wanted.len()])
}

/// A Markdown table whose first row is the head.
pub(crate) fn markdown_table(rows: &[Vec<String>]) -> String {
    let Some((head, others)) = rows.split_first() else { return String::new() };
    let lines = [markdown_row(head), format!("|{}", " --- |".repeat(head.len()))];
    lines.into_iter().chain(others.iter().map(|it| markdown_row(it))).collect::<Vec<_>>().join("\n")
}

fn markdown_row(cells: &[String]) -> String {
    let escaped = |it: &String| it.replace('\\', "\\\\").replace('|', "\\|").replace(['\r', '\n'], " ");
    format!("| {} |", cells.iter().map(escaped).collect::<Vec<_>>().join(" | "))
}

/// A value as people write it: numbers with all their decimals, and no more than they have.
pub(crate) fn value_text(value: &Value) -> String {
    match value {
        Value::Empty | Value::Null | Value::Missing => String::new(),
        Value::Bool(it) => if *it { "TRUE" } else { "FALSE" }.into(),
        Value::Integer(it) => it.to_string(),
        Value::Number(it) => it.to_string(),
        Value::Date(it) => date_text(*it),
        Value::Text(it) => it.clone(),
        Value::Error(it) => it.to_string(),
        Value::Object(_) | Value::Table(_) | Value::Other(_) => value.to_string(),
    }
}

/// The text of a cell of a document's table, from an argument.
pub(crate) fn cell_text(value: &serde_json::Value) -> String {
    match value {
        serde_json::Value::Null => String::new(),
        serde_json::Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// A colour as Office counts it, blue first, from `#rrggbb`.
pub(crate) fn color(text: &str, name: &'static str) -> Result<i64, Failure> {
    let digits = text.trim().trim_start_matches('#');
    let number = (digits.len() == 6).then(|| i64::from_str_radix(digits, 16).ok()).flatten();
    match number {
        Some(it) => Ok((it & 0xff) << 16 | it & 0xff00 | it >> 16),
        None => bad(name, "a colour such as #ff8800"),
    }
}

/// Centimetres as points, in which Office counts.
pub(crate) fn points(centimetres: f64) -> f64 {
    centimetres * 72.0 / 2.54
}

/// Whether two lengths in points are the same: Office rounds them to parts of a point.
pub(crate) fn is_same_length(a: f64, b: f64) -> bool {
    (a - b).abs() <= 0.1
}

/// The letters of a column by its number, counted from 1.
pub(crate) fn column_letters(mut number: usize) -> String {
    let mut letters = Vec::new();
    while number > 0 {
        let digit = u8::try_from((number - 1) % 26).unwrap_or_default();
        letters.insert(0, char::from(b'A' + digit));
        number = (number - 1) / 26;
    }
    letters.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_markdown_whose_marks_are_escaped() {
        let rows = [vec!["a|b".to_owned(), "c\\".to_owned()], vec!["1\r\n2".to_owned(), String::new()]];
        assert_eq!(markdown_table(&rows), "| a\\|b | c\\\\ |\n| --- | --- |\n| 1  2 |  |");
        assert_eq!(markdown_table(&[]), "");
    }

    #[test]
    fn numbers_have_all_their_decimals_and_no_more() {
        for (number, expected) in [(3.0, "3"), (-2.5, "-2.5"), (0.1, "0.1"), (1e15, "1000000000000000")] {
            assert_eq!(value_text(&Value::Number(number)), expected);
        }
    }

    #[test]
    fn colours_have_blue_first_and_columns_letters() {
        assert_eq!(color("#ff8800", "x"), Ok(0x00_88ff));
        assert_eq!(color("0000FF", "x"), Ok(0xff_0000));
        for wrong in ["red", "#fff", "#12345g", "#ff88000"] {
            assert!(color(wrong, "x").is_err(), "{wrong}");
        }
        for (number, expected) in
            [(1, "A"), (26, "Z"), (27, "AA"), (702, "ZZ"), (703, "AAA"), (16_384, "XFD")]
        {
            assert_eq!(column_letters(number), expected);
        }
    }
}
