//! The slides that commands name, and what stands on them.

use crate::{
    commands::{
        answer::{Failure, bad},
        call_args::CallArgs,
        here::Here,
    },
    dispatch::{error::CallError, object::Object, value::args},
};

/// How many slides there are.
pub(super) fn slide_count(here: &Here<'_>) -> Result<i64, CallError> {
    here.document.object("Slides")?.integer("Count")
}

/// The slide of this number.
pub(super) fn slide(here: &Here<'_>, number: i64) -> Result<Object, CallError> {
    here.document.object("Slides")?.object_of("Item", args![number])
}

/// The number of the slide that a call names; of the one in front if it names none.
pub(super) fn slide_number(here: &Here<'_>, args: CallArgs<'_>) -> Result<i64, Failure> {
    match args.number("slide") {
        Some(_) => args.required_whole("slide", 1, slide_count(here)?),
        None => Ok(here.window.object("View")?.object("Slide")?.integer("SlideIndex")?),
    }
}

/// The slide that a call names, and its number.
pub(super) fn slide_of(here: &Here<'_>, args: CallArgs<'_>) -> Result<(Object, i64), Failure> {
    let number = slide_number(here, args)?;
    Ok((slide(here, number)?, number))
}

/// The numbers of the slides that a call names; `None` if it names none.
pub(super) fn slide_numbers(here: &Here<'_>, args: CallArgs<'_>) -> Result<Option<Vec<i64>>, Failure> {
    let Some(names) = args.texts("slides").filter(|it| !it.is_empty()) else { return Ok(None) };
    let count = slide_count(here)?;
    let number = |name: &str| name.trim().parse::<i64>().ok().filter(|it| (1..=count).contains(it));
    let numbers: Option<Vec<i64>> = names.into_iter().map(number).collect();
    match numbers {
        Some(numbers) => Ok(Some(numbers)),
        None => bad("slides", format!("numbers of slides, from 1 to {count}")),
    }
}

/// The same; the numbers of all if it names none.
pub(super) fn slide_numbers_or_all(here: &Here<'_>, args: CallArgs<'_>) -> Result<Vec<i64>, Failure> {
    match slide_numbers(here, args)? {
        Some(numbers) => Ok(numbers),
        None => Ok((1..=slide_count(here)?).collect()),
    }
}

/// How answers name slides.
pub(super) fn slides_text(numbers: &[i64]) -> String {
    let listed: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    format!("{} {}", if numbers.len() == 1 { "slide" } else { "slides" }, listed.join(", "))
}

/// The shapes of a slide, in their order.
pub(super) fn shapes_of(slide: &Object) -> Result<Vec<Object>, CallError> {
    let shapes = slide.object("Shapes")?;
    (1..=shapes.integer("Count")?).map(|at| shapes.object_of("Item", args![at])).collect()
}

/// The text that a shape shows; `None` where it has no place for one.
pub(super) fn text_range(shape: &Object) -> Result<Option<Object>, CallError> {
    match shape.flag("HasTextFrame")? {
        true => shape.object("TextFrame")?.object("TextRange").map(Some),
        false => Ok(None),
    }
}

/// A text as PowerPoint writes the ends of its lines, from one of an argument.
pub(super) fn with_marks(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\n', "\r")
}

/// A text with the ends of its lines as everybody else writes them: a line may also break within a paragraph.
pub(super) fn with_lines(text: &str) -> String {
    text.replace(['\r', '\u{b}'], "\n")
}

/// Begins a step of Undo for a command. A PowerPoint before 2010 makes a step of each change.
pub(super) fn begin_step(here: &Here<'_>) -> Result<(), CallError> {
    match here.program.call("StartNewUndoEntry", args![]) {
        Ok(_) | Err(CallError::NoSuchMember(_)) => Ok(()),
        Err(error) => Err(error),
    }
}
