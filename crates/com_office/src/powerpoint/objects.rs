//! Pictures, texts and links that are put on slides.

use super::{
    slides::{begin_step, shapes_of, slide_of, with_marks},
    texts::{first_line, ranges_of},
};
use crate::{
    commands::{
        answer::{Answer, Answered, bad, refused},
        call_args::CallArgs,
        files::whole_path,
        here::Here,
        links::{is_same_address, link_address},
        texts::{is_same_length, points},
    },
    dispatch::value::args,
};

/// True and false as PowerPoint counts them (`MsoTriState`).
const TRUE: i64 = -1;
const FALSE: i64 = 0;
/// Lines of a text go from left to right (`msoTextOrientationHorizontal`).
const HORIZONTAL: i64 = 1;
/// What a click does (`ppMouseClick`).
const CLICK: i64 = 1;
/// Where something stands if nothing is said, in centimetres.
const LEFT: f64 = 2.0;
const TOP: f64 = 5.0;

pub(super) fn insert_picture(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let path = whole_path(args.required("path")?)?;
    let width = args.number("width").unwrap_or(10.0);
    if !(0.1..=140.0).contains(&width) {
        return bad("width", "0.1 to 140 centimetres");
    }
    if here.machine.stamp(path).is_none() {
        return bad("path", "that of a file that is there");
    }
    let (page, number) = slide_of(here, args)?;
    let (left, top) = place_of(args);
    let shapes = page.object("Shapes")?;
    let count = shapes.integer("Count")?;
    begin_step(here)?;
    let picture = shapes.call_for_object("AddPicture", args![path, FALSE, TRUE, left, top])?;
    // Its height follows.
    picture.put("LockAspectRatio", TRUE)?;
    picture.put("Width", points(width))?;
    let now = picture.number("Width")?;
    let is_so = is_same_length(now, points(width)) && shapes.integer("Count")? == count + 1;
    let what = format!("a picture of {:.2} cm is on slide {number}", now * 2.54 / 72.0);
    Answer::done_if(is_so, what.clone(), format!("{what}, and is not as wanted"))
}

pub(super) fn insert_text_box(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let text = with_marks(args.required("text")?);
    let (page, number) = slide_of(here, args)?;
    let (left, top) = place_of(args);
    let size = |name: &str, usual: f64| points(args.number(name).unwrap_or(usual));
    begin_step(here)?;
    let place = args![HORIZONTAL, left, top, size("width", 12.0), size("height", 2.0)];
    let shape = page.object("Shapes")?.call_for_object("AddTextbox", place)?;
    let range = shape.object("TextFrame")?.object("TextRange")?;
    range.put("Text", &text)?;
    let what = format!("a text on slide {number}");
    Answer::done_if(
        range.text("Text")? == text,
        format!("{what}: {:?}, read back", first_line(&text)),
        format!("{what} is another"),
    )
}

/// Where something is put, in points.
fn place_of(args: CallArgs<'_>) -> (f64, f64) {
    let centimetres = |name: &str, usual: f64| args.number(name).unwrap_or(usual);
    (points(centimetres("left", LEFT)), points(centimetres("top", TOP)))
}

pub(super) fn insert_hyperlink(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let (url, text) = (link_address(args.required("url")?)?, args.required("text")?);
    if text.is_empty() {
        return bad("text", "a text");
    }
    let (page, number) = slide_of(here, args)?;
    for shape in shapes_of(&page)? {
        for range in ranges_of(&shape)? {
            let search = args![with_marks(text), FALSE, TRUE, FALSE];
            let Some(place) = range.object_if_any("Find", search)? else { continue };
            begin_step(here)?;
            let link =
                place.object("ActionSettings")?.object_of("Item", args![CLICK])?.object("Hyperlink")?;
            link.put("Address", url)?;
            let now = link.text("Address")?;
            return Answer::done_if(
                is_same_address(&now, url),
                format!("{text:?} on slide {number} is a link to {now}, read back"),
                format!("the link goes to {now}"),
            );
        }
    }
    refused(format!("slide {number} has no {text:?}"))
}
