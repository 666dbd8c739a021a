//! Pictures, comments and links.

use super::{
    document::{check_changeable, one_step},
    places::{between, length_of, number_of, paragraph, place_of},
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
    dispatch::{
        error::CallError,
        object::Object,
        value::{Value, args},
    },
};

/// A unit of moving: characters (`wdCharacter`). The begin and the end of a range (`WdCollapseDirection`).
const CHARACTER: i64 = 1;
const COLLAPSE_END: i64 = 0;

pub(super) fn insert_picture(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let path = whole_path(args.required("path")?)?;
    let width = args.number("width");
    if width.is_some_and(|it| !(0.1..=55.0).contains(&it)) {
        return bad("width", "0.1 to 55 centimetres");
    }
    if here.machine.stamp(path).is_none() {
        return bad("path", "that of a file that is there");
    }
    check_changeable(here)?;
    let after = number_of(here, args, "after")?;
    let shapes = here.document.object("InlineShapes")?;
    let count = shapes.integer("Count")?;
    let picture = one_step(here, "Insert picture", || {
        let place = match after {
            Some(number) => end_of(&paragraph(here, number)?)?,
            None => here.window.object("Selection")?.object("Range")?,
        };
        let picture = shapes.call_for_object(
            "AddPicture",
            args![path].named("LinkToFile", false).named("SaveWithDocument", true).named("Range", &place),
        )?;
        if let Some(width) = width {
            let (old, height) = (picture.number("Width")?, picture.number("Height")?);
            picture.put("Width", points(width))?;
            picture.put("Height", height * points(width) / old.max(0.1))?;
        }
        Ok(picture)
    })?;
    let now = picture.number("Width")?;
    let is_there = shapes.integer("Count")? == count + 1;
    let is_so = is_there && width.is_none_or(|it| is_same_length(points(it), now));
    let what = format!("a picture of {:.2} cm", now * 2.54 / 72.0);
    Answer::done_if(is_so, format!("{what} is inserted"), format!("{what} is there, and is not as wanted"))
}

/// The place before the mark of a paragraph.
fn end_of(paragraph: &Object) -> Result<Object, CallError> {
    let range = paragraph.object("Range")?;
    range.call("MoveEnd", args![CHARACTER, -1])?;
    range.call("Collapse", args![COLLAPSE_END])?;
    Ok(range)
}

pub(super) fn add_comment(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let (text, at) = (args.required("text")?, args.required("at")?);
    let author = args.text("author").unwrap_or("Deskpilot");
    check_changeable(here)?;
    let place = place_of(here, at, "at", 1)?;
    let comment = one_step(here, "Add comment", || {
        let comment = here.document.object("Comments")?.call_for_object("Add", args![&place, text])?;
        comment.put("Author", author)?;
        Ok(comment)
    })?;
    let now = comment.object("Range")?.text("Text")?;
    let by = comment.text("Author")?;
    let is_so = now == text.replace("\r\n", "\n").replace('\n', "\r") && by == author;
    Answer::done_if(
        is_so,
        format!("a comment by {author} on {at:?}, read back"),
        format!("the comment of {by} is {now:?}"),
    )
}

pub(super) fn insert_hyperlink(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let (url, text) = (link_address(args.required("url")?)?, args.required("text")?);
    let number = args.whole("number", 1, 1000)?.unwrap_or(1);
    check_changeable(here)?;
    let links = here.document.object("Hyperlinks")?;
    let place = match number_of(here, args, "paragraph")? {
        Some(_) if text.is_empty() || text.contains(['\r', '\n']) => return bad("text", "on one line"),
        Some(paragraph_number) => Err(paragraph(here, paragraph_number)?),
        None => Ok(place_of(here, text, "text", usize::try_from(number).unwrap_or(1))?),
    };
    let link = one_step(here, "Insert link", || {
        let place = match &place {
            Ok(place) => place.clone(),
            Err(paragraph) => {
                let end = end_of(paragraph)?;
                let start = end.integer("Start")?;
                end.call("InsertAfter", args![text])?;
                between(here, start, start + length_of(text))?
            }
        };
        Ok(links.call_for_object("Add", args![&place, url, Value::Missing, Value::Missing, text])?)
    })?;
    let (address, shown) = (link.text("Address")?, link.text("TextToDisplay")?);
    match (is_same_address(&address, url), shown == text) {
        (true, true) => Answer::done(format!("{text:?} is a link to {address}, read back")),
        (false, _) => refused(format!("the link goes to {address}")),
        (true, false) => Ok(Answer::Partial(format!("the link to {address} has the text {shown:?}"))),
    }
}
