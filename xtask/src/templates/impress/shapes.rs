//! The shapes of a slide: placeholders of the classes that Impress knows, and tables.

use super::slide::{Slide, SlideContent};
use crate::templates::{
    lists::{Item, list},
    xml::escape,
};

/// A place on a slide, in millimetres: left, top, width, height.
type Area = (u32, u32, u32, u32);

const TITLE: Area = (14, 9, 252, 24);
const CONTENT: Area = (14, 39, 252, 105);
/// Two outlines side by side.
const HALVES: [Area; 2] = [(14, 39, 122, 105), (144, 39, 122, 105)];
/// Two rows of two outlines.
const QUARTERS: [Area; 4] = [(14, 39, 122, 50), (144, 39, 122, 50), (14, 94, 122, 50), (144, 94, 122, 50)];
const OPENING_TITLE: Area = (14, 45, 252, 36);
const SUBTITLE: Area = (14, 85, 252, 36);
const NOTES: Area = (21, 140, 168, 130);
/// The height of a table's row, in millimetres.
const ROW_HEIGHT: u32 = 12;

/// The shapes of the slide.
pub(super) fn shapes(slide: &Slide<'_>) -> String {
    let title_area = if let SlideContent::Subtitle(_) = slide.content { OPENING_TITLE } else { TITLE };
    let content = match &slide.content {
        SlideContent::Nothing => String::new(),
        SlideContent::Subtitle(lines) => placeholder("subtitle", SUBTITLE, &paragraphs(lines)),
        SlideContent::Outlines(outlines) => {
            let areas: &[Area] = match outlines.len() {
                1 => &[CONTENT],
                2 => &HALVES,
                _ => &QUARTERS,
            };
            areas.iter().zip(outlines).map(|(area, points)| outline(*area, points)).collect()
        }
        SlideContent::Table(rows) => table(rows),
    };
    let title = if slide.title.is_empty() { String::new() } else { paragraph(slide.title) };
    placeholder("title", title_area, &title) + &content
}

/// The page of notes; empty where the speaker has none.
pub(super) fn notes(slide: &Slide<'_>, number: usize) -> String {
    if slide.notes.is_empty() {
        return String::new();
    }
    format!(
        "<presentation:notes draw:style-name=\"Page\"><draw:page-thumbnail draw:page-number=\"{number}\" \
         presentation:class=\"page\" svg:x=\"2.1cm\" svg:y=\"2.2cm\" svg:width=\"16.8cm\" svg:height=\"9.45cm\"/>{}\
         </presentation:notes>",
        placeholder("notes", NOTES, &paragraphs(&slide.notes))
    )
}

/// A placeholder with this text; one without text says that it waits for it.
fn placeholder(class: &str, area: Area, text: &str) -> String {
    let waits = if text.is_empty() { " presentation:placeholder=\"true\"" } else { "" };
    format!(
        "<draw:frame presentation:style-name=\"{class}\" presentation:class=\"{class}\"{waits} {}>\
         <draw:text-box>{text}</draw:text-box></draw:frame>",
        position(area)
    )
}

fn position((left, top, width, height): Area) -> String {
    let cm = |mm: u32| format!("{}.{}cm", mm / 10, mm % 10);
    format!(
        "draw:layer=\"layout\" svg:x=\"{}\" svg:y=\"{}\" svg:width=\"{}\" svg:height=\"{}\"",
        cm(left),
        cm(top),
        cm(width),
        cm(height)
    )
}

fn paragraph(text: &str) -> String {
    format!("<text:p>{}</text:p>", escape(text))
}

fn paragraphs(lines: &[&str]) -> String {
    lines.iter().map(|it| paragraph(it)).collect()
}

fn outline(area: Area, points: &[Item<'_>]) -> String {
    let text = if points.is_empty() { String::new() } else { list("Outline", points, paragraph) };
    placeholder("outline", area, &text)
}

fn table(rows: &[Vec<&str>]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let area = (CONTENT.0, CONTENT.1, CONTENT.2, ROW_HEIGHT * u32::try_from(rows.len()).unwrap_or(1));
    let mut out = format!(
        "<draw:frame draw:style-name=\"Table\" {}><table:table><table:table-column \
         table:number-columns-repeated=\"{columns}\"/>",
        position(area)
    );
    for (at, cells) in rows.iter().enumerate() {
        let style = if at == 0 { "HeadingCell" } else { "Cell" };
        let cell = |text: &&str| {
            format!("<table:table-cell table:style-name=\"{style}\">{}</table:table-cell>", paragraph(text))
        };
        let cells: String = cells.iter().map(cell).collect();
        out.push_str(&format!("<table:table-row table:style-name=\"Row\">{cells}</table:table-row>"));
    }
    out + "</table:table></draw:frame>"
}
