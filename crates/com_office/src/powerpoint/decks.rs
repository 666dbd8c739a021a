//! The slides of a presentation as a whole: which there are, in which order, and their layouts.

use super::slides::{begin_step, slide_count, slide_of};
use crate::{
    commands::{
        answer::{Answer, Answered, Failure, bad, refused},
        call_args::CallArgs,
        here::Here,
    },
    dispatch::value::args,
};

/// The layouts that every design has (`PpSlideLayout`). None of them has one text in its middle.
const LAYOUTS: &[(&str, i64)] =
    &[("title", 1), ("title_content", 16), ("two_content", 29), ("title_only", 11), ("blank", 12)];

/// The word and the number of the layout of a call.
fn layout_of(args: CallArgs<'_>) -> Result<(&'static str, i64), Failure> {
    let wanted = args.text("layout").unwrap_or("title_content");
    let known = LAYOUTS.iter().find(|(word, _)| *word == wanted).copied();
    known.map_or_else(
        || bad("layout", "title, title_content, two_content, title_only or blank: PowerPoint has no other for all designs"),
        Ok,
    )
}

pub(super) fn add_slide(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let (word, layout) = layout_of(args)?;
    let count = slide_count(here)?;
    let position = args.whole("position", 1, count + 1)?.unwrap_or(count + 1);
    begin_step(here)?;
    let page = here.document.object("Slides")?.call_for_object("Add", args![position, layout])?;
    let number = page.integer("SlideIndex")?;
    let is_so = number == position && page.integer("Layout")? == layout && slide_count(here)? == count + 1;
    Answer::done_if(
        is_so,
        format!("slide {number} is new, with the layout {word}"),
        format!("slide {number} is new, and is not as wanted"),
    )
}

pub(super) fn copy_slide(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let (page, number) = slide_of(here, args)?;
    let count = slide_count(here)?;
    begin_step(here)?;
    let copy = page.call_for_object("Duplicate", args![])?;
    let now = copy.integer("SlideIndex")?;
    Answer::done_if(
        slide_count(here)? == count + 1,
        format!("slide {now} is a copy of slide {number}"),
        "the copy is not there",
    )
}

pub(super) fn remove_slide(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let (page, number) = slide_of(here, args)?;
    let count = slide_count(here)?;
    if count == 1 {
        return refused("it is the only slide: a presentation has at least one");
    }
    begin_step(here)?;
    page.call("Delete", args![])?;
    let left = slide_count(here)?;
    Answer::done_if(
        left == count - 1,
        format!("slide {number} is gone, {left} are left"),
        "it is still there",
    )
}

pub(super) fn move_slide(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let (page, number) = slide_of(here, args)?;
    let to = args.required_whole("to", 1, slide_count(here)?)?;
    if number == to {
        return Ok(Answer::Same(format!("slide {number} is there")));
    }
    begin_step(here)?;
    page.call("MoveTo", args![to])?;
    let now = page.integer("SlideIndex")?;
    let what = format!("slide {number} is slide {now} now");
    Answer::done_if(now == to, what.clone(), what)
}

pub(super) fn show_slide(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let number = args.required_whole("slide", 1, slide_count(here)?)?;
    let view = here.window.object("View")?;
    view.call("GotoSlide", args![number])?;
    let now = view.object("Slide")?.integer("SlideIndex")?;
    Answer::done_if(now == number, format!("slide {number} is in front"), format!("slide {now} is in front"))
}

pub(super) fn set_layout(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let (word, layout) = layout_of(args)?;
    let (page, number) = slide_of(here, args)?;
    let what = format!("slide {number} has the layout {word}");
    if page.integer("Layout")? == layout {
        return Ok(Answer::Same(what));
    }
    begin_step(here)?;
    page.put("Layout", layout)?;
    Answer::done_if(page.integer("Layout")? == layout, what, format!("slide {number} has another layout"))
}
