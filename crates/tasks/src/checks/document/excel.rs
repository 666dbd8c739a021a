//! Office Open XML spreadsheets. Numbers are reported as stored, not as displayed.

use super::{
    CellValue, document_error::DocumentError, sheet_cells::SheetCells, visible_text::VisibleText, walk::walk,
};
use crate::task::Cell;
use deskpilot_documents::{
    office::Package,
    xml::{Tag, XmlEvent},
};
use std::{borrow::Cow, collections::HashMap};

/// The most significant digits of a number that spreadsheets show.
const DIGITS: usize = 15;

/// Phonetic readings of Japanese words, which are not part of the text.
const READINGS: &str = "rPh";

/// The cell's value; the inner error lists the sheets if the cell's own is missing.
pub(super) fn value(
    package: &mut Package<'_>,
    cell: &Cell,
) -> Result<Result<CellValue, Vec<String>>, DocumentError> {
    let sheets = sheets(package)?;
    let is_wanted = |(name, _): &&(String, String)| cell.sheet.as_ref().is_none_or(|wanted| wanted == name);
    let Some((_, part)) = sheets.iter().find(is_wanted) else {
        return Ok(Err(sheets.into_iter().map(|(name, _)| name).collect()));
    };
    let texts = shared_strings(package)?;
    let mut value = CellValue::default();
    each_cell(&package.part(part)?, &texts, |position, shown| {
        if position == (cell.column, cell.row) {
            shown.clone_into(&mut value.displayed);
        }
    })?;
    Ok(Ok(value))
}

/// The text of all cells of all sheets.
pub(super) fn text(package: &mut Package<'_>) -> Result<VisibleText, DocumentError> {
    let texts = shared_strings(package)?;
    let mut all = VisibleText::default();
    for (_, part) in sheets(package)? {
        each_cell(&package.part(&part)?, &texts, |_, shown| {
            all.push(shown, false);
            all.separate();
        })?;
    }
    Ok(all)
}

/// The cells of all sheets that show something.
pub(super) fn sheet_cells(package: &mut Package<'_>) -> Result<Vec<SheetCells>, DocumentError> {
    let texts = shared_strings(package)?;
    let mut all = Vec::new();
    for (name, part) in sheets(package)? {
        let mut sheet = SheetCells::of(name);
        each_cell(&package.part(&part)?, &texts, |position, shown| sheet.push(position, shown))?;
        all.push(sheet);
    }
    Ok(all)
}

/// The sheets in order, each with its part's name.
fn sheets(package: &mut Package<'_>) -> Result<Vec<(String, String)>, DocumentError> {
    let mut parts = HashMap::new();
    walk(&package.part("xl/_rels/workbook.xml.rels")?, &[], |event| {
        if let XmlEvent::Open(tag) = event
            && let (Some(id), Some(target)) = (tag.attribute("Id"), tag.attribute("Target"))
        {
            let part = target.strip_prefix('/').map_or_else(|| format!("xl/{target}"), str::to_owned);
            parts.insert(id, part);
        }
    })?;
    let mut sheets = Vec::new();
    walk(&package.part("xl/workbook.xml")?, &[], |event| {
        if let XmlEvent::Open(tag) = event
            && tag.name() == "sheet"
            && let Some(part) = tag.attribute("id").and_then(|id| parts.get(&id))
        {
            sheets.push((tag.attribute("name").unwrap_or_default(), part.clone()));
        }
    })?;
    Ok(sheets)
}

/// The shared strings, by index.
fn shared_strings(package: &mut Package<'_>) -> Result<Vec<String>, DocumentError> {
    let Some(xml) = package.optional_part("xl/sharedStrings.xml")? else { return Ok(Vec::new()) };
    let (mut texts, mut inside): (Vec<String>, bool) = (Vec::new(), false);
    walk(&xml, &[READINGS], |event| match event {
        XmlEvent::Open(tag) if tag.name() == "si" => texts.push(String::new()),
        XmlEvent::Open(tag) if tag.name() == "t" => inside = true,
        XmlEvent::Close("t") => inside = false,
        XmlEvent::Text(text) if inside => texts.last_mut().into_iter().for_each(|it| it.push_str(text)),
        _ => {}
    })?;
    Ok(texts)
}

/// Calls `visit` for every cell with its column and row, from 0, and its content.
fn each_cell(
    xml: &str,
    texts: &[String],
    mut visit: impl FnMut((u32, u32), &str),
) -> Result<(), DocumentError> {
    let (mut position, mut kind, mut held) = ((0, 0), String::new(), String::new());
    let mut inside = false;
    walk(xml, &[READINGS], |event| match event {
        XmlEvent::Open(tag) if tag.name() == "row" => position = row_start(tag, position),
        XmlEvent::Open(tag) if tag.name() == "c" => {
            position = tag.attribute("r").and_then(|it| Cell::position(&it)).unwrap_or(position);
            kind = tag.attribute("t").unwrap_or_default();
            held.clear();
        }
        XmlEvent::Open(tag) => inside = matches!(tag.name(), "v" | "t"),
        XmlEvent::Text(text) if inside => held.push_str(text),
        XmlEvent::Close("v" | "t") => inside = false,
        XmlEvent::Close("c") => {
            visit(position, &cell_text(&kind, &held, texts));
            position.0 = position.0.saturating_add(1);
        }
        XmlEvent::Close("row") => position.1 = position.1.saturating_add(1),
        _ => {}
    })
}

fn row_start(tag: &Tag<'_>, (_, row): (u32, u32)) -> (u32, u32) {
    let number = tag.attribute("r").and_then(|it| it.parse::<u32>().ok()).and_then(|it| it.checked_sub(1));
    (0, number.unwrap_or(row))
}

fn cell_text<'a>(kind: &str, held: &'a str, texts: &'a [String]) -> Cow<'a, str> {
    match (kind, held) {
        ("s", number) => {
            number.parse().ok().and_then(|it: usize| texts.get(it)).map_or("", String::as_str).into()
        }
        ("b", "1") => "TRUE".into(),
        ("b", _) => "FALSE".into(),
        ("" | "n", number) if number.len() > DIGITS => shortest(number).map_or(number.into(), Cow::from),
        _ => held.into(),
    }
}

/// A number with the digits that a spreadsheet shows at most: 4.1 is stored as 4.0999999999999996.
fn shortest(number: &str) -> Option<String> {
    let number: f64 = number.parse().ok()?;
    let rounded: f64 = format!("{number:.*e}", DIGITS - 1).parse().ok()?;
    Some(rounded.to_string())
}
