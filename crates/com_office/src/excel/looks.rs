//! How the cells of spreadsheets look.

use super::cells::{cells_on, changed, check_changeable, name_of, sheet_named, sheet_of};
use crate::{
    commands::{
        answer::{Answer, Answered, Failure, bad, refused},
        call_args::CallArgs,
        here::Here,
        texts::{color, counted},
    },
    dispatch::{error::CallError, object::Object, value::Value},
};
use serde_json::{Map, Value as Json};

/// A format of cells: the object of theirs that has it, empty for their own, its member, and its value.
type Format = (&'static str, &'static str, Value);

/// Where a text stands in its cell (`XlHAlign`).
const ALIGNMENTS: &[(&str, i64)] = &[("left", -4131), ("center", -4108), ("right", -4152), ("standard", 1)];

pub(super) fn format_cells(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let page = sheet_of(here, args)?;
    let mut parts = Vec::new();
    let own = formats_of(args)?;
    match args.text("range") {
        Some(range) => parts.extend(part(here, &page, range, own)?),
        None if !own.is_empty() => return bad("range", "given with these formats"),
        None => {}
    }
    for row in others(args)? {
        let (range, formats) = row;
        parts.extend(part(here, &page, &range, formats_of(CallArgs(&formats))?)?);
    }
    if parts.is_empty() {
        return bad("formats", "given, or a range with another format");
    }
    let is_so = |parts: &[(Object, Vec<Format>)]| -> Result<Vec<String>, Failure> { missed(parts) };
    let names: Vec<String> = parts.iter().map(|it| name_of(&it.0)).collect::<Result<_, _>>()?;
    if is_so(&parts)?.is_empty() {
        return Ok(Answer::Same(format!("{} looked so already", names.join("; "))));
    }
    for (cells, formats) in &parts {
        for (object, member, value) in formats {
            owner(cells, object)?.put(member, value.clone())?;
        }
    }
    let left = is_so(&parts)?;
    if !left.is_empty() {
        return changed(Ok(Answer::Partial(format!("{} did not change", left.join("; ")))));
    }
    let lines = parts.iter().zip(&names);
    let lines: Vec<String> =
        lines.map(|((_, it), name)| format!("{name}: {}", counted(it.len(), "format", "formats"))).collect();
    changed(Answer::done(format!("{}, read back", lines.join("; "))))
}

/// The ranges of a text such as `A1:B5; Sales!D1:D5`, each with the formats that it gets.
fn part(
    here: &Here<'_>,
    page: &Object,
    range: &str,
    formats: Vec<Format>,
) -> Result<Vec<(Object, Vec<Format>)>, Failure> {
    if formats.is_empty() {
        return bad("range", "given with a format");
    }
    let mut parts = Vec::new();
    for area in range.split(';').map(str::trim).filter(|it| !it.is_empty()) {
        let page = match area.rsplit_once(['!', '.']) {
            Some((sheet, _)) => sheet_named(here, sheet.trim_start_matches('$').trim_matches('\''))?,
            None => page.clone(),
        };
        check_changeable(&page)?;
        let within = area.rsplit_once(['!', '.']).map_or(area, |(_, within)| within);
        parts.push((cells_on(&page, within, "range")?, formats.clone()));
    }
    Ok(parts)
}

/// The formats of the argument `formats`: rows of a range, then names with their values.
fn others(args: CallArgs<'_>) -> Result<Vec<(String, Map<String, Json>)>, Failure> {
    let must = "rows of a range, then names of arguments with their values";
    let rows = args.0.get("formats").and_then(Json::as_array).map(Vec::as_slice).unwrap_or_default();
    let mut others = Vec::new();
    for row in rows.iter().filter_map(Json::as_array) {
        let Some((Json::String(range), rest)) = row.split_first() else { return bad("formats", must) };
        let mut formats = Map::new();
        for pair in rest.chunks(2) {
            let [Json::String(name), value] = pair else { return bad("formats", must) };
            formats.insert(name.clone(), value.clone());
        }
        others.push((range.clone(), formats));
    }
    Ok(others)
}

/// The formats that arguments ask for.
fn formats_of(args: CallArgs<'_>) -> Result<Vec<Format>, Failure> {
    let mut formats: Vec<Format> = Vec::new();
    for (name, member) in [("bold", "Bold"), ("italic", "Italic")] {
        formats.extend(args.flag(name).map(|it| ("Font", member, Value::Bool(it))));
    }
    formats.extend(args.number("size").map(|it| ("Font", "Size", Value::Number(it))));
    formats.extend(args.text("font").map(|it| ("Font", "Name", Value::from(it))));
    for (name, object) in [("text_color", "Font"), ("fill_color", "Interior")] {
        if let Some(text) = args.text(name) {
            formats.push((object, "Color", Value::Integer(color(text, name)?)));
        }
    }
    formats.extend(args.text("number_format").map(|it| ("", "NumberFormat", Value::from(it))));
    if let Some(word) = args.text("align") {
        match ALIGNMENTS.iter().find(|(known, _)| *known == word) {
            Some((_, number)) => formats.push(("", "HorizontalAlignment", Value::Integer(*number))),
            None => return refused(format!("Excel knows no alignment {word:?}")),
        }
    }
    formats.extend(args.flag("wrap").map(|it| ("", "WrapText", Value::Bool(it))));
    Ok(formats)
}

/// The object that has a format of cells.
fn owner(cells: &Object, object: &str) -> Result<Object, CallError> {
    if object.is_empty() { Ok(cells.clone()) } else { cells.object(object) }
}

/// The formats that cells do not have. Of cells that differ, Excel reports none.
fn missed(parts: &[(Object, Vec<Format>)]) -> Result<Vec<String>, Failure> {
    let mut missed = Vec::new();
    for (cells, formats) in parts {
        for (object, member, wanted) in formats {
            let now = owner(cells, object)?.value(member)?;
            if !is_as_wanted(&now, wanted) {
                missed.push(format!("{member} of {}", name_of(cells)?));
            }
        }
    }
    Ok(missed)
}

/// Whether a format is as wanted. Excel reports whole numbers as numbers, and formats of numbers with its own capitals.
fn is_as_wanted(now: &Value, wanted: &Value) -> bool {
    match (now, wanted) {
        #[expect(clippy::cast_precision_loss, reason = "colours and alignments are small")]
        (Value::Number(now), Value::Integer(wanted)) => (now - *wanted as f64).abs() < 0.5,
        #[expect(clippy::cast_precision_loss, reason = "sizes of letters are small")]
        (Value::Integer(now), Value::Number(wanted)) => (*now as f64 - wanted).abs() < 0.01,
        (Value::Text(now), Value::Text(wanted)) => now.eq_ignore_ascii_case(wanted),
        _ => now == wanted,
    }
}
