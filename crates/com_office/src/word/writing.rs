//! Writing texts.

use super::{
    document::{check_changeable, one_step},
    places::{
        between, escaped, length_of, number_of, paragraph, paragraph_count, range_of, search_args, span_of,
        span_text,
    },
};
use crate::{
    commands::{
        answer::{Answer, Answered, bad, refused},
        call_args::CallArgs,
        here::Here,
        texts::counted,
    },
    dispatch::value::args,
};

/// A unit of moving: characters (`wdCharacter`).
const CHARACTER: i64 = 1;
/// Replace each place (`wdReplaceAll`).
const REPLACE_ALL: i64 = 2;

pub(super) fn insert_text(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let text = args.required("text")?.replace("\r\n", "\n").replace('\n', "\r");
    check_changeable(here)?;
    let count = paragraph_count(here)?;
    let after = args.whole("after", 1, count)?.unwrap_or(count);
    let before = paragraph(here, after)?;
    // The only paragraph of an empty document gets the text itself.
    let is_empty = count == 1 && before.object("Range")?.text("Text")? == "\r";
    let (place, number) = one_step(here, "Insert text", || {
        let place = if is_empty {
            before.clone()
        } else {
            let style = before.object("Style")?.object("NextParagraphStyle")?.text("NameLocal")?;
            before.object("Range")?.call("InsertParagraphAfter", args![])?;
            let place = before.object_of("Next", args![])?;
            place.put("Style", style)?;
            place
        };
        place.object("Range")?.call("InsertBefore", args![&text])?;
        Ok((place, if is_empty { after } else { after + 1 }))
    })?;
    let start = place.object("Range")?.integer("Start")?;
    let now = between(here, start, start + length_of(&text))?.text("Text")?;
    let lines = i64::try_from(text.matches('\r').count()).unwrap_or_default();
    let what = span_text((number, number + lines));
    Answer::done_if(
        now == text,
        format!("{what} inserted, read back"),
        format!("there is another text at {what}"),
    )
}

pub(super) fn set_paragraph_text(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let text = args.required("text")?;
    if text.contains(['\r', '\n']) {
        return bad("text", "on one line");
    }
    check_changeable(here)?;
    let number = args.required_whole("number", 1, paragraph_count(here)?)?;
    let place = paragraph(here, number)?;
    let now = || -> Result<String, crate::dispatch::error::CallError> {
        // In a table the mark of the cell follows.
        Ok(place.object("Range")?.text("Text")?.trim_end_matches(['\r', '\u{7}']).to_owned())
    };
    if now()? == text {
        return Ok(Answer::Same(format!("paragraph {number} had this text")));
    }
    one_step(here, "Set paragraph text", || {
        let range = place.object("Range")?;
        range.call("MoveEnd", args![CHARACTER, -1])?;
        Ok(range.put("Text", text)?)
    })?;
    Answer::done_if(
        now()? == text,
        format!("paragraph {number} has the text, read back"),
        format!("paragraph {number} has another text"),
    )
}

pub(super) fn remove_paragraphs(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    check_changeable(here)?;
    let Some((first, last)) = span_of(here, args, "start")? else { return bad("start", "given") };
    let count = paragraph_count(here)?;
    let range = range_of(here, (first, last))?;
    // The mark of the last paragraph stays: the one before goes instead.
    let range = match (last == count, first > 1) {
        (true, true) => between(here, range.integer("Start")? - 1, range.integer("End")? - 1)?,
        _ => range,
    };
    one_step(here, "Remove paragraphs", || Ok(range.call("Delete", args![])?))?;
    let left = paragraph_count(here)?;
    let wanted = count - (last - first + 1);
    // A document has a paragraph at least.
    let is_so = left == wanted.max(1);
    let what = span_text((first, last));
    let left = counted(usize::try_from(left).unwrap_or_default(), "paragraph is", "paragraphs are");
    Answer::done_if(
        is_so,
        format!("{what} removed; {left} left"),
        format!("not all of {what} went; {left} left"),
    )
}

pub(super) fn insert_page_break(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    check_changeable(here)?;
    let Some(number) = number_of(here, args, "before")? else { return bad("before", "given") };
    let place = paragraph(here, number)?;
    if place.flag("PageBreakBefore")? {
        return Ok(Answer::Same(format!("a page begins with paragraph {number}")));
    }
    one_step(here, "Insert page break", || Ok(place.put("PageBreakBefore", true)?))?;
    Answer::done_if(
        place.flag("PageBreakBefore")?,
        format!("a page begins with paragraph {number}"),
        format!("no page begins with paragraph {number}"),
    )
}

pub(super) fn replace_text(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let (find, replace) = (args.required("find")?, args.required("replace")?);
    if args.flag("regex") == Some(true) {
        return bad("regex", "left out: Word knows no regular expressions");
    }
    let match_case = args.flag("match_case") != Some(false);
    let wanted = search_args(find, "find", match_case)?;
    let replacement = escaped(replace);
    if replacement.chars().count() > 255 {
        return bad("replace", "at most 255 characters");
    }
    check_changeable(here)?;
    let content = here.document.object("Content")?;
    let before = content.text("Text")?;
    let (expected, count) = replaced(&before, find, replace, match_case);
    if count == 0 {
        return Ok(Answer::Unchanged(format!("the document has no {find:?}")));
    }
    one_step(here, "Replace text", || {
        let all = wanted.named("ReplaceWith", replacement).named("Replace", REPLACE_ALL);
        Ok(content.object("Find")?.call("Execute", all)?)
    })?;
    let now = here.document.object("Content")?.text("Text")?;
    let places = counted(count, "place", "places");
    if now == before {
        return refused(format!("{places} of {find:?} stayed as they were"));
    }
    Answer::done_if(
        now == expected,
        format!("replaced at {places}, read back"),
        format!("not all of {places} were replaced"),
    )
}

/// A text with a part replaced at each place, and how many places there were. Capitals may not matter.
fn replaced(text: &str, find: &str, replace: &str, match_case: bool) -> (String, usize) {
    let plain = |it: char| if match_case { it.to_string() } else { it.to_lowercase().to_string() };
    let marks = |it: &str| it.replace("\r\n", "\n").replace('\n', "\r");
    let (find, replace) = (marks(find), marks(replace));
    let wanted: Vec<String> = find.chars().map(plain).collect();
    let letters: Vec<char> = text.chars().collect();
    let (mut result, mut count, mut at) = (String::new(), 0, 0);
    while at < letters.len() {
        let here = letters.get(at..at + wanted.len()).unwrap_or_default();
        if here.len() == wanted.len() && here.iter().zip(&wanted).all(|(letter, it)| plain(*letter) == *it) {
            result.push_str(&replace);
            count += 1;
            at += wanted.len();
        } else {
            result.push(letters[at]);
            at += 1;
        }
    }
    (result, count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_replaced_at_each_place_and_places_are_counted() {
        for (find, replace, match_case, expected, count) in [
            ("Ab", "x", true, "x aB cx\r", 2),
            ("ab", "", false, "  c\r", 3),
            ("zz", "x", true, "Ab aB cAb\r", 0),
            ("b\n", "d\n", true, "Ab aB cAd\r", 1),
        ] {
            assert_eq!(
                replaced("Ab aB cAb\r", find, replace, match_case),
                (expected.to_owned(), count),
                "{find}"
            );
        }
    }
}
