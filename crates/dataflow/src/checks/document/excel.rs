//! Office Open XML spreadsheets. Numbers are reported as stored, not as displayed.

use super::{
    Value,
    package::{Package, Trouble},
    shown::Shown,
    xml::{Piece, Tag, walk},
};
use crate::task::Cell;
use std::collections::HashMap;

/// Phonetic readings of Japanese words, which are not part of the text.
const READINGS: &str = "rPh";

/// The cell's value; the inner error lists the sheets if the cell's own is missing.
pub(super) fn value(package: &mut Package, cell: &Cell) -> Result<Result<Value, Vec<String>>, Trouble> {
    let sheets = sheets(package)?;
    let is_wanted = |(name, _): &&(String, String)| cell.sheet.as_ref().is_none_or(|wanted| wanted == name);
    let Some((_, part)) = sheets.iter().find(is_wanted) else {
        return Ok(Err(sheets.into_iter().map(|(name, _)| name).collect()));
    };
    let texts = texts(package)?;
    let mut value = Value::default();
    each_cell(&package.part(part)?, &texts, |place, shown| {
        if place == (cell.column, cell.row) {
            shown.clone_into(&mut value.shown);
        }
    })?;
    Ok(Ok(value))
}

/// The text of all cells of all sheets.
pub(super) fn text(package: &mut Package) -> Result<Shown, Trouble> {
    let texts = texts(package)?;
    let mut all = Shown::default();
    for (_, part) in sheets(package)? {
        each_cell(&package.part(&part)?, &texts, |_, shown| {
            all.push(shown, false);
            all.pause();
        })?;
    }
    Ok(all)
}

/// The sheets in order, each with its part's name.
fn sheets(package: &mut Package) -> Result<Vec<(String, String)>, Trouble> {
    let mut parts = HashMap::new();
    walk(&package.part("xl/_rels/workbook.xml.rels")?, &[], |piece| {
        if let Piece::Open(tag) = piece
            && let (Some(id), Some(target)) = (tag.value("Id"), tag.value("Target"))
        {
            let part = target.strip_prefix('/').map_or_else(|| format!("xl/{target}"), str::to_owned);
            parts.insert(id, part);
        }
    })?;
    let mut sheets = Vec::new();
    walk(&package.part("xl/workbook.xml")?, &[], |piece| {
        if let Piece::Open(tag) = piece
            && tag.name() == "sheet"
            && let Some(part) = tag.value("id").and_then(|id| parts.get(&id))
        {
            sheets.push((tag.value("name").unwrap_or_default(), part.clone()));
        }
    })?;
    Ok(sheets)
}

/// The shared strings, by index.
fn texts(package: &mut Package) -> Result<Vec<String>, Trouble> {
    let Some(xml) = package.part_if_there("xl/sharedStrings.xml")? else { return Ok(Vec::new()) };
    let (mut texts, mut inside): (Vec<String>, bool) = (Vec::new(), false);
    walk(&xml, &[READINGS], |piece| match piece {
        Piece::Open(tag) if tag.name() == "si" => texts.push(String::new()),
        Piece::Open(tag) if tag.name() == "t" => inside = true,
        Piece::Close("t") => inside = false,
        Piece::Text(text) if inside => texts.last_mut().into_iter().for_each(|it| it.push_str(text)),
        _ => {}
    })?;
    Ok(texts)
}

/// Calls `see` for every cell with its column and row, from 0, and its content.
fn each_cell(xml: &str, texts: &[String], mut see: impl FnMut((u32, u32), &str)) -> Result<(), Trouble> {
    let (mut place, mut kind, mut held) = ((0, 0), String::new(), String::new());
    let mut inside = false;
    walk(xml, &[READINGS], |piece| match piece {
        Piece::Open(tag) if tag.name() == "row" => place = begin_row(tag, place),
        Piece::Open(tag) if tag.name() == "c" => {
            place = tag.value("r").and_then(|it| Cell::place(&it)).unwrap_or(place);
            kind = tag.value("t").unwrap_or_default();
            held.clear();
        }
        Piece::Open(tag) => inside = matches!(tag.name(), "v" | "t"),
        Piece::Text(text) if inside => held.push_str(text),
        Piece::Close("v" | "t") => inside = false,
        Piece::Close("c") => {
            see(place, shown(&kind, &held, texts));
            place.0 = place.0.saturating_add(1);
        }
        Piece::Close("row") => place.1 = place.1.saturating_add(1),
        _ => {}
    })
}

fn begin_row(tag: &Tag<'_>, (_, row): (u32, u32)) -> (u32, u32) {
    let told = tag.value("r").and_then(|it| it.parse::<u32>().ok()).and_then(|it| it.checked_sub(1));
    (0, told.unwrap_or(row))
}

fn shown<'a>(kind: &str, held: &'a str, texts: &'a [String]) -> &'a str {
    match (kind, held) {
        ("s", number) => number.parse().ok().and_then(|it: usize| texts.get(it)).map_or("", String::as_str),
        ("b", "1") => "TRUE",
        ("b", _) => "FALSE",
        _ => held,
    }
}
