//! The places of a document that commands name: paragraphs by their numbers, and texts.

use crate::{
    commands::{
        answer::{Failure, bad, refused},
        call_args::CallArgs,
        here::Here,
    },
    dispatch::{
        error::CallError,
        object::Object,
        value::{Args, Value, args},
    },
};

/// The longest text that Word looks for, in characters.
const LONGEST: usize = 255;
/// The most places of a text that one command goes to.
pub(super) const MOST_PLACES: usize = 1000;

/// How many paragraphs a document has, those in tables included.
pub(super) fn paragraph_count(here: &Here<'_>) -> Result<i64, CallError> {
    here.document.object("Paragraphs")?.integer("Count")
}

/// The paragraph of this number.
pub(super) fn paragraph(here: &Here<'_>, number: i64) -> Result<Object, CallError> {
    here.document.object("Paragraphs")?.object_of("Item", args![number])
}

/// The number of a paragraph that an argument names; `None` if it was left out.
pub(super) fn number_of(
    here: &Here<'_>,
    args: CallArgs<'_>,
    name: &'static str,
) -> Result<Option<i64>, Failure> {
    match args.number(name) {
        Some(_) => args.whole(name, 1, paragraph_count(here)?),
        None => Ok(None),
    }
}

/// The first and the last of the paragraphs that arguments name; `None` if the first was left out.
pub(super) fn span_of(
    here: &Here<'_>,
    args: CallArgs<'_>,
    first: &'static str,
) -> Result<Option<(i64, i64)>, Failure> {
    if args.number(first).is_none() {
        return if args.number("end").is_some() { bad(first, "given with end") } else { Ok(None) };
    }
    let count = paragraph_count(here)?;
    let first = args.required_whole(first, 1, count)?;
    let last = args.whole("end", first, count)?.unwrap_or(first);
    Ok(Some((first, last)))
}

/// The text of paragraphs from one to another, with their marks.
pub(super) fn range_of(here: &Here<'_>, (first, last): (i64, i64)) -> Result<Object, CallError> {
    let begin = paragraph(here, first)?.object("Range")?;
    let end = if first == last { begin.clone() } else { paragraph(here, last)?.object("Range")? };
    between(here, begin.integer("Start")?, end.integer("End")?)
}

/// The text between two positions.
pub(super) fn between(here: &Here<'_>, start: i64, end: i64) -> Result<Object, CallError> {
    here.document.object_of("Range", args![start, end])
}

/// The paragraphs that a call means, or else what is selected.
pub(super) fn paragraphs_or_selection(
    here: &Here<'_>,
    args: CallArgs<'_>,
) -> Result<(Object, String), Failure> {
    match span_of(here, args, "paragraph")? {
        Some(span) => Ok((range_of(here, span)?, span_text(span))),
        None => Ok((here.window.object("Selection")?.object("Range")?, "what is selected".into())),
    }
}

/// How answers name paragraphs.
pub(super) fn span_text((first, last): (i64, i64)) -> String {
    if first == last { format!("paragraph {first}") } else { format!("paragraphs {first} to {last}") }
}

/// How Word counts the length of a text.
pub(super) fn length_of(text: &str) -> i64 {
    i64::try_from(text.encode_utf16().count()).unwrap_or_default()
}

/// The places of a text, from the first on, at most so many.
pub(super) fn places_of(
    here: &Here<'_>,
    text: &str,
    name: &'static str,
    most: usize,
) -> Result<Vec<Object>, Failure> {
    let wanted = search_args(text, name, true)?;
    let found = here.document.object("Content")?;
    let search = found.object("Find")?;
    let mut places = Vec::new();
    // A range becomes the place that its search found, and goes on behind it.
    while places.len() < most && search.value_of("Execute", wanted.clone())? == Value::Bool(true) {
        places.push(found.object("Duplicate")?);
    }
    Ok(places)
}

/// The place of a text with this number, from 1.
pub(super) fn place_of(
    here: &Here<'_>,
    text: &str,
    name: &'static str,
    number: usize,
) -> Result<Object, Failure> {
    let mut places = places_of(here, text, name, number)?;
    match places.len() {
        0 => refused(format!("the document has no {text:?}")),
        count if count < number => refused(format!("{text:?} occurs only {count} times")),
        _ => Ok(places.swap_remove(number - 1)),
    }
}

/// The arguments of a search for a text as it is: no patterns, forward, and not once more from the begin.
pub(super) fn search_args(text: &str, name: &'static str, match_case: bool) -> Result<Args, Failure> {
    let escaped = escaped(text);
    if text.is_empty() || escaped.chars().count() > LONGEST {
        return bad(name, format!("1 to {LONGEST} characters"));
    }
    Ok(args![escaped]
        .named("MatchCase", match_case)
        .named("MatchWholeWord", false)
        .named("MatchWildcards", false)
        .named("MatchSoundsLike", false)
        .named("MatchAllWordForms", false)
        .named("Forward", true)
        .named("Wrap", 0)
        .named("Format", false))
}

/// A text in which no character means anything else to Word's search.
pub(super) fn escaped(text: &str) -> String {
    text.replace('^', "^^").replace("\r\n", "\n").replace('\n', "^p").replace('\t', "^t")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_looked_for_as_it_is() {
        assert_eq!(escaped("2^10\t?\nx"), "2^^10^t?^px");
        assert!(
            search_args(&"x".repeat(256), "find", true).is_err() && search_args("", "find", true).is_err()
        );
        assert_eq!(
            (length_of("ä\u{1f600}"), span_text((2, 2)), span_text((2, 4))),
            (3, "paragraph 2".into(), "paragraphs 2 to 4".into())
        );
    }
}
