//! What the commands of presentations promise. Pure.

use super::{Case, all_met, grown, letters, met_if, values};
use crate::effects::{
    fulfilment::Fulfilment,
    native::{
        flat::{FlatDocument, cell_texts, text_of},
        styles::centimetres,
        xml::Element,
    },
};
use serde_json::Value;

/// What a picture must show: the slide, counted from 1, and a part of it in centimetres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::effects::native) struct PicturePart {
    pub(in crate::effects::native) slide: usize,
    pub(in crate::effects::native) left: f64,
    pub(in crate::effects::native) top: f64,
    pub(in crate::effects::native) width: f64,
    pub(in crate::effects::native) height: f64,
}

/// Whether the document is as the command promises; `None` for one without a check of its own.
pub(super) fn postcondition(case: Case<'_>) -> Option<Fulfilment> {
    let slides = (case.before.slides().len(), case.after.slides().len());
    Some(match case.call.command.as_str() {
        "add_slide" | "copy_slide" => grown("slides", slides.0, slides.1, 1),
        "remove_slide" => grown("slides", slides.1, slides.0, 1),
        "show_slide" => {
            let front = front(case.after);
            met_if(front == case.place("slide"), || format!("slide {front:?}, counted from 0, is in front"))
        }
        "set_placeholder_text" => placed_text(case),
        "set_titles" => titled(case),
        "set_notes" => noted(case),
        "set_background_color" => coloured(case),
        "set_transition" => turned(case),
        "set_master" => mastered(case),
        "insert_picture" => grown("pictures", pictures(case.before), pictures(case.after), 1),
        "insert_text_box" => {
            let wanted = case.text("text")?.replace("\r\n", "\n");
            on_slide(case, |slide| {
                let texts: Vec<String> = frames(slide).into_iter().map(text_of).collect();
                met_if(texts.contains(&wanted), || format!("the texts of the slide are {texts:?}"))
            })
        }
        "insert_table" => {
            let count = |it: &FlatDocument| it.body().all("table:table").len();
            let one_more = grown("tables", count(case.before), count(case.after), 1);
            all_met([one_more, tabled(case)])
        }
        "insert_chart" => {
            let count = |it: &FlatDocument| it.body().all("chart:chart").len();
            grown("charts", count(case.before), count(case.after), 1)
        }
        "set_table" => tabled(case),
        "set_font" => fonts(case),
        "replace_text" => {
            let capitals = values::Capitals::of(case.flag("match_case"));
            // Only some of the slides are meant where they are named.
            let is_of_all = !case.call.args.contains_key("slides");
            let texts = if is_of_all { case.after.all_texts() } else { return Some(Fulfilment::Unknown) };
            values::replaced(case.text("find")?, case.text("replace")?, capitals, &texts)
        }
        "insert_hyperlink" => values::linked(case.text("url")?, case.text("text")?, &case.after.links()),
        _ => return None,
    })
}

/// The slide in front, counted from 0.
fn front(document: &FlatDocument) -> Option<usize> {
    document.setting("SelectedPage")?.parse().ok()
}

/// The number of the slide that the call is for, counted from 0.
fn number(case: Case<'_>) -> Option<usize> {
    if case.call.args.contains_key("slide") { case.place("slide") } else { front(case.before) }
}

fn on_slide(case: Case<'_>, check: impl FnOnce(&Element) -> Fulfilment) -> Fulfilment {
    let slides = case.after.slides();
    let slide = number(case).and_then(|it| slides.get(it));
    slide.map_or(Fulfilment::Unknown, |it| check(it))
}

/// The slides that a call lists; all where it lists none and `all` is so.
fn listed<'a>(case: Case<'_>, slides: &[&'a Element]) -> Vec<&'a Element> {
    match case.call.args.get("slides").and_then(Value::as_array).filter(|it| !it.is_empty()) {
        None => slides.to_vec(),
        Some(named) => {
            let place = |it: &Value| it.as_str()?.trim().parse::<usize>().ok()?.checked_sub(1);
            named.iter().filter_map(place).filter_map(|it| slides.get(it).copied()).collect()
        }
    }
}

/// The frames of a slide, without those of its notes.
fn frames(slide: &Element) -> Vec<&Element> {
    slide.elements().filter(|it| it.name == "draw:frame").collect()
}

/// The frames of a slide that its layout gave it for this.
fn placeholders<'a>(slide: &'a Element, class: &str) -> Vec<&'a Element> {
    frames(slide).into_iter().filter(|it| it.attribute("presentation:class") == Some(class)).collect()
}

fn pictures(document: &FlatDocument) -> usize {
    // What replaces a table or an object where it is not understood is a picture too.
    let is_picture = |it: &&&Element| {
        it.child("draw:image").is_some()
            && it.child("table:table").is_none()
            && it.child("draw:object").is_none()
    };
    document.body().all("draw:frame").iter().filter(is_picture).count()
}

fn placed_text(case: Case<'_>) -> Fulfilment {
    let Some(text) = case.text("text") else { return Fulfilment::Unknown };
    let lines = text.replace("\r\n", "\n");
    let lines: Vec<&str> = lines.split('\n').map(|it| it.trim_start_matches('\t')).collect();
    let place = if case.call.args.contains_key("placeholder") { case.place("placeholder") } else { Some(0) };
    let Some(place) = place else { return Fulfilment::Unknown };
    on_slide(case, |slide| {
        // The layout gave it a class; what somebody put on the slide, such as a text box, has none.
        let classed = frames(slide).into_iter().filter(|it| it.attribute("presentation:class").is_some());
        let texts: Vec<String> = classed.map(text_of).collect();
        let is_it =
            |it: &String| it.split('\n').map(|line| line.trim_start_matches('\t')).eq(lines.iter().copied());
        met_if(texts.get(place).is_some_and(is_it), || format!("the placeholders read {texts:?}"))
    })
}

fn titled(case: Case<'_>) -> Fulfilment {
    let titles = case.call.args.get("titles").and_then(Value::as_array);
    let first = if case.call.args.contains_key("first") { case.place("first") } else { Some(0) };
    let (Some(titles), Some(first)) = (titles, first) else { return Fulfilment::Unknown };
    let slides = case.after.slides();
    all_met(titles.iter().enumerate().map(|(at, title)| {
        let is = slides
            .get(first + at)
            .map(|it| placeholders(it, "title").into_iter().map(text_of).collect::<Vec<_>>());
        let wanted = title.as_str().unwrap_or_default().replace("\r\n", "\n");
        let there = is.unwrap_or_default();
        met_if(there.contains(&wanted), || format!("the title of slide {} is {there:?}", first + at + 1))
    }))
}

fn noted(case: Case<'_>) -> Fulfilment {
    let Some(text) = case.text("text") else { return Fulfilment::Unknown };
    let wanted = text.replace("\r\n", "\n");
    on_slide(case, |slide| {
        let frames = slide.child("presentation:notes").map(|it| placeholders(it, "notes"));
        let notes: Vec<String> = frames.unwrap_or_default().into_iter().map(text_of).collect();
        met_if(notes.contains(&wanted), || format!("the notes are {notes:?}"))
    })
}

fn coloured(case: Case<'_>) -> Fulfilment {
    let Some(color) = case.text("color_code") else { return Fulfilment::Unknown };
    let wanted = format!("#{}", color.trim().trim_start_matches('#').to_lowercase());
    let slides = case.after.slides();
    all_met(listed(case, &slides).into_iter().map(|slide| {
        let style = slide.attribute("draw:style-name").unwrap_or_default();
        let is = |property: &str| case.after.styles.property("drawing-page", style, property);
        let there = (is("draw:fill"), is("draw:fill-color"));
        met_if(there == (Some("solid"), Some(wanted.as_str())), || format!("the background is {there:?}"))
    }))
}

fn turned(case: Case<'_>) -> Fulfilment {
    let Some(kind) = case.text("kind") else { return Fulfilment::Unknown };
    let slides = case.after.slides();
    all_met(listed(case, &slides).into_iter().map(|slide| {
        let has_one = !slide.all("anim:transitionFilter").is_empty();
        met_if(has_one == (kind != "none"), || {
            format!("the slide comes in {} a transition", if has_one { "with" } else { "without" })
        })
    }))
}

fn mastered(case: Case<'_>) -> Fulfilment {
    let Some(name) = case.text("name") else { return Fulfilment::Unknown };
    let slides = case.after.slides();
    all_met(listed(case, &slides).into_iter().map(|slide| {
        let is = slide.attribute("draw:master-page-name").unwrap_or_default().replace("_20_", " ");
        met_if(is == name, || format!("the master is {is:?}"))
    }))
}

/// The frame of a table of the slide that begins with the rows of the call.
fn table_frame<'a>(case: Case<'_>, slide: &'a Element) -> Option<(&'a Element, &'a Element)> {
    let rows = values::rows(case.call.args.get("rows"))?;
    frames(slide).into_iter().rev().find_map(|frame| {
        let table = frame.child("table:table")?;
        values::begins_with(table, &rows).then_some((frame, table))
    })
}

/// Whether the slide has a table with the texts, with columns that have a width, and where somebody sees it.
fn tabled(case: Case<'_>) -> Fulfilment {
    let width = case.after.papers().into_iter().filter_map(|it| length(it, "fo:page-width")).reduce(f64::max);
    on_slide(case, |slide| {
        let Some((frame, table)) = table_frame(case, slide) else {
            let tables: Vec<_> = slide.all("table:table").into_iter().map(|it| cell_texts(it, 20)).collect();
            return Fulfilment::Missed(format!("the tables of the slide hold {tables:?}"));
        };
        let place = length(frame, "svg:x").zip(width);
        let is_in_sight = place.map_or(Fulfilment::Unknown, |(left, width)| {
            met_if(left < width, || format!("the table is at {left} cm, beyond the slide of {width} cm"))
        });
        all_met([values::has_widths(table, &case.after.styles), is_in_sight])
    })
}

fn length(element: &Element, name: &str) -> Option<f64> {
    centimetres(element.attribute(name)?)
}

fn fonts(case: Case<'_>) -> Fulfilment {
    let class = match case.text("part") {
        Some("title") => "title",
        Some("content") => "outline",
        _ => return Fulfilment::Unknown,
    };
    if case.call.args.contains_key("shape") || !case.call.args.contains_key("slides") {
        return Fulfilment::Unknown;
    }
    let slides = case.after.slides();
    let mut looks = Vec::new();
    for frame in listed(case, &slides).into_iter().flat_map(|it| placeholders(it, class)) {
        let style = frame.attribute("presentation:style-name").unwrap_or_default();
        for paragraph in frame.all("text:p").into_iter().filter(|it| !it.text().trim().is_empty()) {
            looks.push(letters::look(case, paragraph, None, Some(("presentation", style))));
        }
    }
    all_met(looks)
}

/// The part of a slide at which a picture shows whether somebody sees what the call put there; `None` where that is unknown.
pub(in crate::effects::native) fn part_to_look_at(case: Case<'_>) -> Option<PicturePart> {
    let slides = case.after.slides();
    let at = number(case)?;
    let slide = *slides.get(at)?;
    let frame = match case.call.command.as_str() {
        "insert_table" | "set_table" => {
            let (frame, table) = table_frame(case, slide)?;
            let is_filled = cell_texts(table, values::MOST).iter().flatten().any(|it| !it.trim().is_empty());
            is_filled.then_some(frame)?
        }
        "insert_text_box" if !case.text("text")?.trim().is_empty() => frames(slide).pop()?,
        "insert_picture" => frames(slide).pop()?,
        _ => return None,
    };
    let of = |name: &str| length(frame, name);
    let (left, top, width, height) = (of("svg:x")?, of("svg:y")?, of("svg:width")?, of("svg:height")?);
    Some(PicturePart { slide: at + 1, left, top, width, height })
}
