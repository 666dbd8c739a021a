//! What the commands of text documents promise. Pure.

use super::{Case, all_met, grown, letters, met_if, values};
use crate::effects::{
    fulfilment::Fulfilment,
    native::{
        flat::{FlatDocument, cell_texts, text_of},
        styles::centimetres,
        xml::Element,
    },
};
use std::ops::Range;

/// The papers by name, in centimetres.
const PAPERS: &[(&str, f64, f64)] = &[
    ("A3", 29.7, 42.0),
    ("A4", 21.0, 29.7),
    ("A5", 14.8, 21.0),
    ("Letter", 21.59, 27.94),
    ("Legal", 21.59, 35.56),
];
/// How far a length may be from the one that was wanted, in centimetres.
const NEAR: f64 = 0.02;

/// Whether the document is as the command promises; `None` for one without a check of its own.
pub(super) fn postcondition(case: Case<'_>) -> Option<Fulfilment> {
    let count = |it: &FlatDocument, name: &str| it.body().all(name).len();
    let one_more = |what: &str, name: &str| grown(what, count(case.before, name), count(case.after, name), 1);
    Some(match case.call.command.as_str() {
        "insert_text" => has_lines(case.after, &case.text("text")?.replace("\r\n", "\n")),
        "set_paragraph_text" => {
            at_number(case, "number", |it| it.text() == case.text("text").unwrap_or_default())
        }
        "remove_paragraphs" => removed(case),
        "insert_page_break" => {
            at_number(case, "before", |it| of_paragraph(case.after, it, "fo:break-before") == Some("page"))
        }
        "replace_text" if case.flag("regex") == Some(true) => Fulfilment::Unknown,
        "replace_text" => {
            let capitals = values::Capitals::of(case.flag("match_case"));
            values::replaced(case.text("find")?, case.text("replace")?, capitals, &case.after.all_texts())
        }
        "insert_table" => tabled(case),
        "set_table" => {
            let rows = values::rows(case.call.args.get("rows"))?;
            let tables = case.after.tables();
            let cells = || tables.iter().map(|it| cell_texts(it, 20)).collect::<Vec<_>>();
            met_if(tables.iter().any(|it| values::begins_with(it, &rows)), || {
                format!("no table begins with these rows; the tables hold {:?}", cells())
            })
        }
        "text_to_table" => one_more("tables", "table:table"),
        "set_font" => fonts(case),
        "set_paragraph_format" => aligned(case),
        "set_style" => {
            let style = case.text("style")?;
            at_number(case, "paragraph", |it| {
                let name = it.attribute("text:style-name").unwrap_or_default();
                case.after.styles.is_named("paragraph", name, style)
            })
        }
        "insert_picture" => one_more("pictures", "draw:image"),
        "add_comment" => commented(case),
        "insert_hyperlink" => values::linked(case.text("url")?, case.text("text")?, &case.after.links()),
        "set_header_footer" => headed(case),
        "set_page" => paper(case),
        "insert_contents" => one_more("tables of contents", "text:table-of-content"),
        _ => return None,
    })
}

/// The paragraphs that the numbers of a call name, among those of the document; `None` where it names none.
fn numbered(case: Case<'_>, first: &str) -> Option<Range<usize>> {
    let first = case.place(first)?;
    let last = if case.call.args.contains_key("end") { case.place("end")? } else { first };
    Some(first..last + 1)
}

/// Whether this holds of the paragraphs that the call names.
fn at_number(case: Case<'_>, first: &str, holds: impl Fn(&Element) -> bool) -> Fulfilment {
    let Some(range) = numbered(case, first) else { return Fulfilment::Unknown };
    let paragraphs = case.after.paragraphs();
    let Some(named) = paragraphs.get(range) else { return Fulfilment::Unknown };
    let missed = named.iter().find(|it| !holds(it));
    met_if(missed.is_none(), || {
        let style = missed.and_then(|it| it.attribute("text:style-name"));
        format!("a paragraph with the style {style:?} is {:?}", missed.map(|it| it.text()))
    })
}

fn of_paragraph<'a>(document: &'a FlatDocument, paragraph: &Element, property: &str) -> Option<&'a str> {
    let style = paragraph.attribute("text:style-name").unwrap_or_default();
    document.styles.property("paragraph", style, property)
}

/// Whether the lines of a text follow each other as paragraphs.
fn has_lines(document: &FlatDocument, text: &str) -> Fulfilment {
    let texts: Vec<String> = document.paragraphs().into_iter().map(Element::text).collect();
    let lines: Vec<&str> = text.split('\n').collect();
    met_if(texts.windows(lines.len()).any(|it| it == lines), || {
        format!("no paragraphs in a row are {lines:?}; there are {texts:?}")
    })
}

fn removed(case: Case<'_>) -> Fulfilment {
    let Some(range) = numbered(case, "start") else { return Fulfilment::Unknown };
    // What is removed while changes are recorded stays until somebody accepts it.
    if !case.after.body().all("text:changed-region").is_empty() {
        return Fulfilment::Unknown;
    }
    let (before, after) = (case.before.paragraphs().len(), case.after.paragraphs().len());
    let most = before.saturating_sub(range.len()).max(1);
    met_if(after <= most, || format!("there were {before} paragraphs, and there are {after}"))
}

/// Whether there is a new table of the size, with the texts and with columns that have a width.
fn tabled(case: Case<'_>) -> Fulfilment {
    let name = |it: &&Element| it.attribute("table:name").map(str::to_owned);
    let (before, after) = (case.before.tables(), case.after.tables());
    let old: Vec<_> = before.iter().map(name).collect();
    let Some(table) = after.iter().find(|it| !old.contains(&name(it))) else {
        return Fulfilment::Missed("there is no new table".into());
    };
    let cells = cell_texts(table, values::MOST);
    let size = (cells.len(), cells.first().map_or(0, Vec::len));
    let number = |name: &str| case.place(name).map(|it| it + 1);
    let wanted = number("rows").zip(number("columns"));
    let has_size = wanted.map_or(Fulfilment::Unknown, |wanted| {
        met_if(size == wanted, || format!("the table has {} rows and {} columns", size.0, size.1))
    });
    let texts = values::rows(case.call.args.get("values")).map_or(Fulfilment::Unknown, |rows| {
        met_if(values::begins_with(table, &rows), || format!("the table holds {cells:?}"))
    });
    all_met([has_size, texts, values::has_widths(table, &case.after.styles)])
}

fn fonts(case: Case<'_>) -> Fulfilment {
    let paragraphs = case.after.paragraphs();
    if let Some(text) = case.text("text").filter(|it| !it.is_empty()) {
        // In tables and frames the text may stand as well.
        let found = paragraphs.iter().find(|it| it.text().contains(text));
        return found.map_or(Fulfilment::Unknown, |it| letters::look(case, it, Some(text), None));
    }
    let Some(range) = numbered(case, "paragraph") else { return Fulfilment::Unknown };
    let named = paragraphs.get(range).unwrap_or_default();
    all_met(named.iter().filter(|it| !it.text().is_empty()).map(|it| letters::look(case, it, None, None)))
}

fn aligned(case: Case<'_>) -> Fulfilment {
    let wanted: &[&str] = match case.text("align") {
        Some("left") => &["left", "start"],
        Some("right") => &["right", "end"],
        Some("center") => &["center"],
        Some("justify") => &["justify"],
        _ => return Fulfilment::Unknown,
    };
    at_number(case, "paragraph", |it| {
        let is = of_paragraph(case.after, it, "fo:text-align");
        // Lines begin at the left unless the paragraph states something else.
        wanted.contains(&is.unwrap_or("start"))
    })
}

fn commented(case: Case<'_>) -> Fulfilment {
    let (Some(text), author) = (case.text("text"), case.text("author").unwrap_or("Deskpilot")) else {
        return Fulfilment::Unknown;
    };
    let text = text.replace("\r\n", "\n");
    let comments = case.after.body().all("office:annotation");
    let is_it = |it: &Element| {
        text_of(it) == text && it.child("dc:creator").map(Element::text).unwrap_or_default() == author
    };
    met_if(comments.iter().any(|it| is_it(it)), || {
        format!("the comments are {:?}", comments.iter().map(|it| text_of(it)).collect::<Vec<_>>())
    })
}

/// Whether a page style has the texts above and below.
fn headed(case: Case<'_>) -> Fulfilment {
    let masters = case.after.masters();
    let parts = |name: &str| masters.iter().filter_map(|it| it.child(name)).collect::<Vec<_>>();
    let (headers, footers) = (parts("style:header"), parts("style:footer"));
    let is_numbered = case.flag("page_number") == Some(true);
    let reads = |parts: &[&Element], wanted: Option<&str>, is_begin: bool| match wanted {
        None => Fulfilment::Unknown,
        Some(wanted) => {
            let wanted = wanted.replace("\r\n", "\n");
            let texts: Vec<String> = parts.iter().map(|it| text_of(it)).collect();
            let is_it = |it: &String| if is_begin { it.starts_with(&wanted) } else { *it == wanted };
            met_if(texts.iter().any(is_it), || format!("these stand there: {texts:?}"))
        }
    };
    let number = if is_numbered {
        let has = footers.iter().any(|it| !it.all("text:page-number").is_empty());
        met_if(has, || "no footer has the number of the page".into())
    } else {
        Fulfilment::Unknown
    };
    all_met([
        reads(&headers, case.text("header"), false),
        reads(&footers, case.text("footer"), is_numbered),
        number,
    ])
}

fn paper(case: Case<'_>) -> Fulfilment {
    let named = PAPERS.iter().find(|it| Some(it.0) == case.text("paper"));
    let (Some((_, short, long)), Some(lies)) = (named, case.flag("landscape")) else {
        return Fulfilment::Unknown;
    };
    let wanted = if lies { (*long, *short) } else { (*short, *long) };
    let papers = case.after.papers();
    let length = |it: &Element, name: &str| it.attribute(name).and_then(centimetres).unwrap_or_default();
    let sizes: Vec<(f64, f64)> =
        papers.iter().map(|it| (length(it, "fo:page-width"), length(it, "fo:page-height"))).collect();
    let is_near = |it: &(f64, f64)| (it.0 - wanted.0).abs() < NEAR && (it.1 - wanted.1).abs() < NEAR;
    met_if(sizes.iter().any(is_near), || format!("the papers are {sizes:?} cm"))
}
