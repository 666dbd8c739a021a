//! The texts of placeholders, titles and notes.

use super::{
    listing::notes_of,
    slides::{
        begin_step, shapes_of, slide, slide_count, slide_numbers_or_all, slide_of, slides_text, text_range,
        with_lines, with_marks,
    },
};
use crate::{
    commands::{
        answer::{Answer, Answered, Failure, bad, refused},
        call_args::CallArgs,
        here::Here,
        texts::counted,
    },
    dispatch::{error::CallError, object::Object, value::args},
};

/// The deepest level of a point.
const DEEPEST: usize = 5;
/// The most places that are replaced in one text.
const MOST_PLACES: usize = 1000;

pub(super) fn set_placeholder_text(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let text = args.required("text")?.replace("\r\n", "\n");
    let (page, number) = slide_of(here, args)?;
    let places = page.object("Shapes")?.object("Placeholders")?;
    let count = places.integer("Count")?;
    if count == 0 {
        return refused(format!("slide {number} has no placeholder: give it a layout with one"));
    }
    let place = args.whole("placeholder", 1, count)?.unwrap_or(1);
    let Some(range) = text_range(&places.object_of("Item", args![place])?)? else {
        return refused(format!("the placeholder {place} of slide {number} takes no text"));
    };
    let points = points_of(&text)?;
    let plain: Vec<&str> = points.iter().map(|(_, line)| *line).collect();
    let wanted = plain.join("\r");
    let is_so =
        || -> Result<bool, CallError> { Ok(range.text("Text")? == wanted && has_levels(&range, &points)?) };
    let what = format!("the placeholder {place} of slide {number}");
    if is_so()? {
        return Ok(Answer::Same(format!("{what} had this text")));
    }
    begin_step(here)?;
    range.put("Text", wanted.as_str())?;
    for (at, (level, line)) in (1i64..).zip(&points) {
        if !line.is_empty() && points.len() > 1 {
            range.object_of("Paragraphs", args![at])?.put("IndentLevel", *level)?;
        }
    }
    Answer::done_if(
        is_so()?,
        format!("{what} has the text, read back"),
        format!("{what} has another text, or other levels"),
    )
}

/// The lines of a text with the levels that their tabs say, from 1.
fn points_of(text: &str) -> Result<Vec<(i64, &str)>, Failure> {
    let point = |line: &'_ str| -> usize { line.chars().take_while(|it| *it == '\t').count() };
    let points: Vec<(usize, &str)> =
        text.split('\n').map(|line| (point(line), line.trim_start_matches('\t'))).collect();
    if points.iter().any(|(level, _)| *level >= DEEPEST) {
        return bad("text", format!("lines with at most {} tabs in front", DEEPEST - 1));
    }
    Ok(points.into_iter().map(|(level, line)| (i64::try_from(level).unwrap_or_default() + 1, line)).collect())
}

/// Whether the lines of a text have these levels. A text of one line has none that anybody sees.
fn has_levels(range: &Object, points: &[(i64, &str)]) -> Result<bool, CallError> {
    for (at, (level, line)) in (1i64..).zip(points) {
        if !line.is_empty()
            && points.len() > 1
            && range.object_of("Paragraphs", args![at])?.integer("IndentLevel")? != *level
        {
            return Ok(false);
        }
    }
    Ok(true)
}

pub(super) fn set_titles(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let titles: Vec<String> = args.texts("titles").unwrap_or_default().into_iter().map(with_marks).collect();
    let count = slide_count(here)?;
    let first = args.whole("first", 1, count)?.unwrap_or(1);
    let left = count - first + 1;
    if titles.is_empty() || i64::try_from(titles.len()).is_ok_and(|it| it > left) {
        return bad("titles", format!("1 to {left} titles: there are {count} slides"));
    }
    let mut ranges = Vec::new();
    for number in (first..).take(titles.len()) {
        let shapes = slide(here, number)?.object("Shapes")?;
        if !shapes.flag("HasTitle")? {
            return refused(format!(
                "slide {number} has no title: give it a layout with one; nothing was changed"
            ));
        }
        ranges.push(shapes.object("Title")?.object("TextFrame")?.object("TextRange")?);
    }
    let texts = || -> Result<Vec<String>, CallError> { ranges.iter().map(|it| it.text("Text")).collect() };
    if texts()? == titles {
        return Ok(Answer::Same(format!("{} so", counted(titles.len(), "title reads", "titles read"))));
    }
    begin_step(here)?;
    for (range, title) in ranges.iter().zip(&titles) {
        range.put("Text", title)?;
    }
    let now = texts()?;
    let set = counted(titles.len(), "title was set", "titles were set");
    Answer::done_if(now == titles, format!("{set}, read back"), format!("the titles are {now:?}"))
}

pub(super) fn set_notes(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let text = with_marks(args.required("text")?);
    let (page, number) = slide_of(here, args)?;
    let Some(notes) = notes_of(&page)? else {
        return refused(format!("slide {number} has no place for notes"));
    };
    if notes.text("Text")? == text {
        return Ok(Answer::Same(format!("slide {number} had these notes")));
    }
    begin_step(here)?;
    notes.put("Text", &text)?;
    Answer::done_if(
        notes.text("Text")? == text,
        format!("slide {number} has the notes, read back"),
        format!("slide {number} has other notes"),
    )
}

pub(super) fn replace_text(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let (find, replace) = (with_marks(args.required("find")?), with_marks(args.required("replace")?));
    if find.is_empty() {
        return bad("find", "a text");
    }
    let match_case = args.flag("match_case") != Some(false);
    let numbers = slide_numbers_or_all(here, args)?;
    let mut texts = Vec::new();
    for number in &numbers {
        let page = slide(here, *number)?;
        for shape in shapes_of(&page)? {
            texts.extend(ranges_of(&shape)?);
        }
        texts.extend(notes_of(&page)?);
    }
    begin_step(here)?;
    let mut count = 0;
    for range in &texts {
        count += replaced(range, &find, &replace, match_case)?;
    }
    let what = slides_text(&numbers);
    if count == 0 {
        return Ok(Answer::Unchanged(format!("{what}: there is no {find:?}")));
    }
    let mut left = 0;
    if !contains(&replace, &find, match_case) {
        for range in &texts {
            left += usize::from(contains(&range.text("Text")?, &find, match_case));
        }
    }
    let places = counted(count, "place", "places");
    Answer::done_if(
        left == 0,
        format!("{what}: replaced at {places}, read back"),
        format!("{what}: replaced at {places}, and {left} texts still have it"),
    )
}

/// The texts of a shape: its own, or those of the cells of its table.
pub(super) fn ranges_of(shape: &Object) -> Result<Vec<Object>, CallError> {
    if !shape.flag("HasTable")? {
        return Ok(text_range(shape)?.into_iter().collect());
    }
    let table = shape.object("Table")?;
    let (rows, columns) =
        (table.object("Rows")?.integer("Count")?, table.object("Columns")?.integer("Count")?);
    let cell = |row: i64, column: i64| {
        table.object_of("Cell", args![row, column])?.object("Shape")?.object("TextFrame")?.object("TextRange")
    };
    (1..=rows)
        .flat_map(|row| (1..=columns).map(move |column| (row, column)))
        .map(|(row, column)| cell(row, column))
        .collect()
}

/// Replaces each place of a text in another, and returns how many there were.
fn replaced(range: &Object, find: &str, replace: &str, match_case: bool) -> Result<usize, CallError> {
    let (mut count, mut after) = (0, 0);
    // PowerPoint replaces one place, and returns its new text.
    while count < MOST_PLACES {
        let one = range.call("Replace", args![find, replace, after, match_case, false])?;
        let crate::dispatch::value::Value::Object(_) = one else { break };
        let place = range.as_object("Replace", one)?;
        after = place.integer("Start")? + place.integer("Length")? - 1;
        count += 1;
    }
    Ok(count)
}

/// Whether a text has another in it. Capitals may not matter.
fn contains(text: &str, part: &str, match_case: bool) -> bool {
    match match_case {
        true => text.contains(part),
        false => text.to_lowercase().contains(&part.to_lowercase()),
    }
}

/// The first line of a text, as answers quote it.
pub(super) fn first_line(text: &str) -> String {
    with_lines(text).lines().next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tabs_in_front_of_a_line_are_its_level() {
        assert_eq!(points_of("a\n\tb\n\t\tc\td\n"), Ok(vec![(1, "a"), (2, "b"), (3, "c\td"), (1, "")]));
        assert!(points_of("\t\t\t\t\tx").is_err());
        assert!(contains("Größe", "GRÖSSE", false) || contains("Größe", "größe", false));
    }
}
