//! Values of arguments compared with what a file holds. Pure.

use super::met_if;
use crate::effects::{
    fulfilment::Fulfilment,
    native::{
        cells::{Cell, CellValue},
        flat::{cell_texts, column_widths},
        styles::Styles,
        xml::Element,
    },
};
use serde_json::Value;

/// How many rows and columns of a table are compared.
pub(super) const MOST: usize = 1100;
/// How far a number may be from the one that was written.
const NEAR: f64 = 1e-9;

/// How a text is written into a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Writing {
    /// As it is.
    Exact,
    /// As a number where it reads as one.
    Typed,
}

/// Whether capitals matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Capitals {
    Matter,
    Ignored,
}

impl Capitals {
    /// What an argument says of them; they matter without one.
    pub(super) fn of(match_case: Option<bool>) -> Capitals {
        if match_case == Some(false) { Capitals::Ignored } else { Capitals::Matter }
    }

    fn folded(self, text: &str) -> String {
        match self {
            Capitals::Matter => text.to_owned(),
            Capitals::Ignored => text.to_lowercase(),
        }
    }
}

/// The rows of an argument.
pub(super) fn rows(value: Option<&Value>) -> Option<Vec<Vec<Value>>> {
    value?.as_array()?.iter().map(|row| row.as_array().cloned()).collect()
}

/// What a value is as the text of a cell of a table, as LibreOffice's Python writes it.
pub(super) fn as_text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::Bool(true) => "True".into(),
        Value::Bool(false) => "False".into(),
        Value::String(text) => text.replace("\r\n", "\n"),
        other => other.to_string(),
    }
}

/// Whether a cell of a spreadsheet holds a value that was written into it.
pub(super) fn holds(cell: Option<&Cell<'_>>, wanted: &Value, writing: Writing) -> bool {
    let value = cell.map_or(CellValue::Empty, Cell::value);
    let formula = cell.and_then(Cell::formula);
    match wanted {
        Value::Null => value == CellValue::Empty,
        // It is written as a formula.
        Value::Bool(flag) => formula.is_some() && is_flag(&value, *flag),
        Value::Number(number) => is_number(&value, number.as_f64().unwrap_or(f64::NAN)),
        Value::String(text) if text.is_empty() => value == CellValue::Empty,
        Value::String(text) if text.starts_with('=') => formula.is_some(),
        Value::String(text) => {
            let text = text.replace("\r\n", "\n");
            let number =
                text.trim().parse::<f64>().ok().filter(|it| writing == Writing::Typed && it.is_finite());
            value == CellValue::Text(text) || number.is_some_and(|it| is_number(&value, it))
        }
        Value::Array(_) | Value::Object(_) => false,
    }
}

fn is_flag(value: &CellValue, flag: bool) -> bool {
    match value {
        CellValue::Flag(is) => *is == flag,
        CellValue::Number(is) => (*is != 0.0) == flag,
        // A format of the cell shows it as a moment.
        CellValue::Moment(_) => true,
        CellValue::Text(_) | CellValue::Empty => false,
    }
}

fn is_number(value: &CellValue, wanted: f64) -> bool {
    match value {
        CellValue::Number(is) => (is - wanted).abs() <= NEAR * wanted.abs().max(1.0),
        CellValue::Flag(is) => *is == (wanted != 0.0),
        CellValue::Moment(_) => true,
        CellValue::Text(_) | CellValue::Empty => false,
    }
}

/// Whether a table begins with these rows.
pub(super) fn begins_with(table: &Element, rows: &[Vec<Value>]) -> bool {
    let texts = cell_texts(table, MOST);
    rows.iter().enumerate().all(|(at, row)| {
        let there = texts.get(at);
        row.iter().enumerate().all(|(column, value)| {
            there.and_then(|it| it.get(column)).is_some_and(|it| *it == as_text(value))
        })
    })
}

/// Whether each column of a table has a width.
pub(super) fn has_widths(table: &Element, styles: &Styles) -> Fulfilment {
    let widths = column_widths(table, styles, MOST);
    met_if(!widths.is_empty() && widths.iter().all(|it| *it > 0.0), || {
        format!("the columns of the table are {widths:?} cm wide")
    })
}

/// Whether a text was replaced in all texts of a document.
pub(super) fn replaced(find: &str, replace: &str, capitals: Capitals, texts: &[String]) -> Fulfilment {
    let folded = |text: &str| capitals.folded(text);
    let (find, put) = (folded(find), folded(replace));
    if find.is_empty() || put.contains(&find) || find.contains('\n') || replace.contains('\n') {
        return Fulfilment::Unknown;
    }
    // A text that stays may have come together from what was put there and what is next to it.
    let left = texts.iter().find(|it| folded(it).contains(&find));
    match left {
        Some(text) if put.is_empty() || folded(text).contains(&put) => Fulfilment::Unknown,
        Some(text) => Fulfilment::Missed(format!("{text:?} still contains {find:?}")),
        None => met_if(put.is_empty() || texts.iter().any(|it| folded(it).contains(&put)), || {
            format!("no text contains {replace:?}")
        }),
    }
}

/// Whether a link with this text goes to this address.
pub(super) fn linked(url: &str, text: &str, links: &[(String, String)]) -> Fulfilment {
    let plain = |it: &str| it.trim().trim_end_matches('/').to_owned();
    let is_it = |(address, shown): &(String, String)| plain(address) == plain(url) && shown.contains(text);
    met_if(links.iter().any(is_it), || format!("no {text:?} links to {url}; the links are {links:?}"))
}
