//! Selecting in the window.

use super::{
    places::{place_of, range_of, span_of, span_text},
    tables::table_of,
};
use crate::{
    commands::{
        answer::{Answer, Answered, bad},
        call_args::CallArgs,
        here::Here,
    },
    dispatch::{error::CallError, object::Object, value::args},
};

pub(super) fn select_text(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let text = args.required("text")?;
    let number = args.whole("number", 1, 1000)?.unwrap_or(1);
    let place = place_of(here, text, "text", usize::try_from(number).unwrap_or(1))?;
    selected(here, &place, &format!("{text:?}"))
}

pub(super) fn select_paragraph(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let Some(span) = span_of(here, args, "start")? else { return bad("start", "given") };
    selected(here, &range_of(here, span)?, &span_text(span))
}

pub(super) fn select_table(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let (table, name) = table_of(here, args)?;
    selected(here, &table.object("Range")?, &name)
}

/// Selects a text, and reads the selection of the window back.
fn selected(here: &Here<'_>, place: &Object, what: &str) -> Answered {
    let ends = |it: &Object| -> Result<_, CallError> { Ok((it.integer("Start")?, it.integer("End")?)) };
    place.call("Select", args![])?;
    let is_so = ends(&here.window.object("Selection")?)? == ends(place)?;
    Answer::done_if(is_so, format!("{what} is selected"), "something else is selected")
}
