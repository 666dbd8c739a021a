//! Reading all slides.

use super::{
    slides::{shapes_of, slide, slide_count, text_range, with_lines},
    tables::texts_of,
};
use crate::{
    commands::{
        answer::{Answer, Answered},
        call_args::CallArgs,
        here::Here,
        texts::{counted, size_of},
    },
    dispatch::{error::CallError, object::Object, value::args},
};

/// Kinds of shapes (`MsoShapeType`).
const PLACEHOLDER: i64 = 14;
const PICTURES: [i64; 2] = [11, 13];
/// The place of a page of notes that has the notes.
pub(super) const NOTES: i64 = 2;
/// The first cells of a table that the list shows.
const FIRST_CELLS: usize = 6;

pub(super) fn list_slides(here: &Here<'_>, _args: CallArgs<'_>) -> Answered {
    let front = here.window.object("View")?.object("Slide")?.integer("SlideIndex")?;
    let count = slide_count(here)?;
    let mut lines = Vec::new();
    for number in 1..=count {
        let page = slide(here, number)?;
        lines.push(format!("## Slide {number}{}", if number == front { " (in front)" } else { "" }));
        for (at, shape) in (1..).zip(shapes_of(&page)?) {
            if let Some(content) = content_of(&shape)? {
                lines.push(format!("{at}. {}: {content}", shape.text("Name")?));
            }
        }
        if let Some(notes) = notes_of(&page)? {
            let text = with_lines(&notes.text("Text")?);
            if !text.is_empty() {
                lines.push(format!("Notes: {text}"));
            }
        }
    }
    let count = counted(usize::try_from(count).unwrap_or_default(), "slide", "slides");
    Answer::read(format!("read {count}"), &lines.join("\n"))
}

/// What a shape shows, in words; `None` where it shows nothing of its own.
fn content_of(shape: &Object) -> Result<Option<String>, CallError> {
    if shape.flag("HasTable")? {
        return table_in_words(&shape.object("Table")?).map(Some);
    }
    let size = || -> Result<String, CallError> {
        let centimetres = |points: f64| points * 2.54 / 72.0;
        let (width, height) = (shape.number("Width")?, shape.number("Height")?);
        Ok(format!("of {:.1} by {:.1} cm", centimetres(width), centimetres(height)))
    };
    if shape.flag("HasChart")? {
        return Ok(Some(format!("a chart {}", size()?)));
    }
    let kind = shape.integer("Type")?;
    if PICTURES.contains(&kind) {
        return Ok(Some(format!("a picture {}", size()?)));
    }
    let text = match text_range(shape)? {
        Some(range) => points_of(&range)?,
        None => String::new(),
    };
    match (text.is_empty(), kind == PLACEHOLDER) {
        (false, _) => Ok(Some(text)),
        (true, true) => Ok(Some("(empty)".into())),
        (true, false) => Ok(None),
    }
}

/// The lines of a text, each with a tab for each level that it is deeper than the first.
fn points_of(range: &Object) -> Result<String, CallError> {
    let text = range.text("Text")?;
    let lines: Vec<&str> = text.split('\r').collect();
    if lines.len() == 1 {
        return Ok(with_lines(&text));
    }
    let mut points = Vec::new();
    for (at, line) in (1i64..).zip(lines) {
        let level = if line.is_empty() {
            1
        } else {
            range.object_of("Paragraphs", args![at])?.integer("IndentLevel")?
        };
        points.push("\t".repeat(usize::try_from(level - 1).unwrap_or_default()) + &with_lines(line));
    }
    Ok(points.join("\n"))
}

/// The size of a table and its first cells.
fn table_in_words(table: &Object) -> Result<String, CallError> {
    let rows = texts_of(table)?;
    let cells: Vec<&String> = rows.iter().flatten().collect();
    let first: Vec<String> = cells.iter().take(FIRST_CELLS).map(|it| format!("{it:?}")).collect();
    let more = if cells.len() > FIRST_CELLS { ", …" } else { "" };
    let size = size_of(rows.len(), rows.first().map_or(0, Vec::len));
    Ok(format!("a table of {size}: {}{more}", first.join(", ")))
}

/// The text of the notes of a slide; `None` where its page of notes has no place for them.
pub(super) fn notes_of(page: &Object) -> Result<Option<Object>, CallError> {
    let places = page.object("NotesPage")?.object("Shapes")?.object("Placeholders")?;
    match places.integer("Count")? >= NOTES {
        true => text_range(&places.object_of("Item", args![NOTES])?),
        false => Ok(None),
    }
}
