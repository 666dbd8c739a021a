//! How the cells of spreadsheets look.

use super::cells::{cells_on, changed, check_changeable, name_of, sheet_named, sheet_of};
use crate::{
    commands::{
        answer::{Answer, Answered, Failure, bad},
        call_args::CallArgs,
        formats::{Format, missed_formats, put_formats},
        here::Here,
        texts::{color, counted},
    },
    dispatch::{error::CallError, object::Object},
};
use serde_json::{Map, Value as Json};

/// Where a text stands in its cell (`XlHAlign`).
const ALIGNMENTS: &[(&str, f64)] =
    &[("left", -4131.0), ("center", -4108.0), ("right", -4152.0), ("standard", 1.0)];

/// The object of cells that has formats, empty for the cells themselves, and its formats.
type Owned = (&'static str, Vec<Format>);

/// Cells that get formats.
struct Part {
    cells: Object,
    name: String,
    formats: Vec<Owned>,
}

pub(super) fn format_cells(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let page = sheet_of(here, args)?;
    let mut parts = Vec::new();
    let own = formats_of(args)?;
    match args.text("range") {
        Some(range) => parts.extend(parts_of(here, &page, range, &own)?),
        None if !own.is_empty() => return bad("range", "given with these formats"),
        None => {}
    }
    let rows = args.0.get("formats").and_then(Json::as_array).map(Vec::as_slice).unwrap_or_default();
    for row in rows.iter().filter_map(Json::as_array) {
        let (range, others) = range_and_formats(row)?;
        parts.extend(parts_of(here, &page, range, &formats_of(CallArgs(&others))?)?);
    }
    if parts.is_empty() {
        return bad("formats", "given, or a range with another format");
    }
    if missed(&parts)?.is_empty() {
        let names: Vec<&str> = parts.iter().map(|it| it.name.as_str()).collect();
        return Ok(Answer::Same(format!("{} looked so already", names.join("; "))));
    }
    for part in &parts {
        for (owner, formats) in &part.formats {
            put_formats(&part.owner(owner)?, formats)?;
        }
    }
    let left = missed(&parts)?;
    if !left.is_empty() {
        return changed(Ok(Answer::Partial(format!("{} did not change", left.join("; ")))));
    }
    let count = |it: &Part| it.formats.iter().map(|(_, formats)| formats.len()).sum();
    let line = |it: &Part| format!("{}: {}", it.name, counted(count(it), "format", "formats"));
    let lines: Vec<String> = parts.iter().map(line).collect();
    changed(Answer::done(format!("{}, read back", lines.join("; "))))
}

/// The cells of a text such as `A1:B5; Sales!D1:D5`, each with the formats that they get.
fn parts_of(here: &Here<'_>, page: &Object, range: &str, formats: &[Owned]) -> Result<Vec<Part>, Failure> {
    if formats.is_empty() {
        return bad("range", "given with a format");
    }
    let mut parts = Vec::new();
    for area in range.split(';').map(str::trim).filter(|it| !it.is_empty()) {
        let (sheet, within) =
            area.rsplit_once(['!', '.']).map_or((None, area), |(sheet, it)| (Some(sheet), it));
        let page = match sheet {
            Some(name) => sheet_named(here, name.trim_start_matches('$').trim_matches('\''))?,
            None => page.clone(),
        };
        check_changeable(&page)?;
        let cells = cells_on(&page, within, "range")?;
        parts.push(Part { name: name_of(&cells)?, cells, formats: formats.to_vec() });
    }
    Ok(parts)
}

/// The range of a row of the argument `formats`, and the names of arguments with their values that follow it.
fn range_and_formats(row: &[Json]) -> Result<(&str, Map<String, Json>), Failure> {
    let must = "rows of a range, then names of arguments with their values";
    let Some((Json::String(range), rest)) = row.split_first() else { return bad("formats", must) };
    let mut formats = Map::new();
    for pair in rest.chunks(2) {
        let [Json::String(name), value] = pair else { return bad("formats", must) };
        formats.insert(name.clone(), value.clone());
    }
    Ok((range, formats))
}

/// The formats that arguments ask for.
fn formats_of(args: CallArgs<'_>) -> Result<Vec<Owned>, Failure> {
    let (mut font, mut inside, mut own) = (Vec::new(), Vec::new(), Vec::new());
    font.extend(args.flag("bold").map(|it| Format::flag("Bold", it)));
    font.extend(args.flag("italic").map(|it| Format::flag("Italic", it)));
    font.extend(args.number("size").map(|it| Format::number("Size", it)));
    font.extend(args.text("font").map(|it| Format::text("Name", it)));
    for (name, formats) in [("text_color", &mut font), ("fill_color", &mut inside)] {
        if let Some(text) = args.text(name) {
            formats.push(Format::color("Color", color(text, name)?));
        }
    }
    own.extend(args.text("number_format").map(|it| Format::text("NumberFormat", it)));
    if let Some(word) = args.text("align") {
        match ALIGNMENTS.iter().find(|(known, _)| *known == word) {
            Some((_, number)) => own.push(Format::number("HorizontalAlignment", *number)),
            None => return bad("align", "left, center, right or standard"),
        }
    }
    own.extend(args.flag("wrap").map(|it| Format::flag("WrapText", it)));
    Ok([("Font", font), ("Interior", inside), ("", own)]
        .into_iter()
        .filter(|(_, it)| !it.is_empty())
        .collect())
}

impl Part {
    /// The object that has formats of the cells.
    fn owner(&self, owner: &str) -> Result<Object, CallError> {
        if owner.is_empty() { Ok(self.cells.clone()) } else { self.cells.object(owner) }
    }
}

/// The formats that cells do not have, each with the cells.
fn missed(parts: &[Part]) -> Result<Vec<String>, CallError> {
    let mut missed = Vec::new();
    for part in parts {
        for (owner, formats) in &part.formats {
            let left = missed_formats(&part.owner(owner)?, formats)?;
            missed.extend(left.into_iter().map(|it| format!("{it} of {}", part.name)));
        }
    }
    Ok(missed)
}
