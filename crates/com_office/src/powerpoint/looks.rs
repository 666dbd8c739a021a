//! How slides and their texts look.

use super::{
    slides::{begin_step, shapes_of, slide, slide_number, slide_numbers, slide_numbers_or_all, slides_text},
    texts::ranges_of,
};
use crate::{
    commands::{
        answer::{Answer, Answered, Failure, bad, refused},
        call_args::CallArgs,
        formats::{Format, missed_formats, put_formats},
        here::Here,
        texts::{color, counted},
    },
    dispatch::{error::CallError, object::Object, value::args},
};

/// How slides come in (`PpEntryEffect`): smoothly, and from the right to the left.
const EFFECTS: &[(&str, f64)] =
    &[("none", 0.0), ("fade", 3849.0), ("wipe", 2817.0), ("push", 3853.0), ("cover", 1281.0)];
/// A shape that a layout gave to its slide (`msoPlaceholder`), and what titles among them are (`PpPlaceholderType`).
const PLACEHOLDER: i64 = 14;
const TITLES: [i64; 3] = [1, 3, 5];
/// Contents: texts and what takes anything.
const CONTENTS: [i64; 4] = [2, 4, 6, 7];

pub(super) fn set_background_color(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let number = color(args.required("color_code")?, "color_code")?;
    let numbers = slide_numbers_or_all(here, args)?;
    let pages: Vec<Object> = numbers.iter().map(|it| slide(here, *it)).collect::<Result<_, _>>()?;
    let is_so = || -> Result<bool, CallError> {
        for page in &pages {
            let has_own = !page.flag("FollowMasterBackground")?;
            if !has_own
                || page.object("Background")?.object("Fill")?.object("ForeColor")?.integer("RGB")? != number
            {
                return Ok(false);
            }
        }
        Ok(true)
    };
    let what = slides_text(&numbers);
    if is_so()? {
        return Ok(Answer::Same(format!("{what}: the background had this colour")));
    }
    begin_step(here)?;
    for page in &pages {
        page.put("FollowMasterBackground", false)?;
        let fill = page.object("Background")?.object("Fill")?;
        fill.call("Solid", args![])?;
        fill.object("ForeColor")?.put("RGB", number)?;
    }
    Answer::done_if(
        is_so()?,
        format!("{what}: the background has this colour, read back"),
        format!("not all of {what} have this background"),
    )
}

pub(super) fn set_transition(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let kind = args.required("kind")?;
    let Some((_, effect)) = EFFECTS.iter().find(|(word, _)| *word == kind) else {
        return bad("kind", "none, fade, wipe, push or cover");
    };
    let mut formats = vec![Format::number("EntryEffect", *effect)];
    if let Some(seconds) = args.number("seconds") {
        if !(0.0..=59.0).contains(&seconds) {
            return bad("seconds", "0 to 59");
        }
        formats.push(Format::length("Duration", seconds));
    }
    let numbers = slide_numbers_or_all(here, args)?;
    let owners: Vec<Object> = numbers
        .iter()
        .map(|it| slide(here, *it)?.object("SlideShowTransition"))
        .collect::<Result<_, CallError>>()?;
    formatted(here, &owners, &formats, &slides_text(&numbers))
}

pub(super) fn set_font(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let mut formats = Vec::new();
    formats.extend(args.text("font").map(|it| Format::text("Name", it)));
    formats.extend(args.number("size").map(|it| Format::number("Size", it)));
    for (name, member) in [("bold", "Bold"), ("italic", "Italic")] {
        formats.extend(args.flag(name).map(|it| Format::flag(member, it)));
    }
    let paint = match args.text("text_color") {
        Some(text) => vec![Format::color("RGB", color(text, "text_color")?)],
        None => Vec::new(),
    };
    if formats.is_empty() && paint.is_empty() {
        return bad("font", "given, or another format");
    }
    let numbers = match slide_numbers(here, args)? {
        Some(numbers) => numbers,
        None => vec![slide_number(here, args)?],
    };
    let mut fonts = Vec::new();
    for number in &numbers {
        for range in texts_of(here, args, *number)? {
            fonts.push(range.object("Font")?);
        }
    }
    let what = format!("{} of {}", counted(fonts.len(), "text", "texts"), slides_text(&numbers));
    if fonts.is_empty() {
        return refused(format!("{}: there is no such text", slides_text(&numbers)));
    }
    let colors: Vec<Object> = match paint.is_empty() {
        true => Vec::new(),
        false => fonts.iter().map(|it| it.object("Color")).collect::<Result<_, _>>()?,
    };
    let missed = || -> Result<Vec<&str>, CallError> {
        Ok([missed_of(&fonts, &formats)?, missed_of(&colors, &paint)?].concat())
    };
    if missed()?.is_empty() {
        return Ok(Answer::Same(format!("{what} looked so already")));
    }
    begin_step(here)?;
    put_all(&fonts, &formats)?;
    put_all(&colors, &paint)?;
    let left = missed()?;
    let count = counted(formats.len() + paint.len(), "format", "formats");
    Answer::done_if(
        left.is_empty(),
        format!("{what}: {count}, read back"),
        format!("{} of {what} did not change", left.join(", ")),
    )
}

/// The texts of a slide that a call means.
fn texts_of(here: &Here<'_>, args: CallArgs<'_>, number: i64) -> Result<Vec<Object>, Failure> {
    let shapes = shapes_of(&slide(here, number)?)?;
    if args.number("shape").is_some() {
        let most = i64::try_from(shapes.len()).unwrap_or_default();
        let at = args.required_whole("shape", 1, most)? - 1;
        return Ok(ranges_of(&shapes[usize::try_from(at).unwrap_or_default()])?);
    }
    let part = args.text("part").unwrap_or("all");
    let mut texts = Vec::new();
    for shape in shapes {
        if is_part(&shape, part)? {
            texts.extend(ranges_of(&shape)?);
        }
    }
    Ok(texts)
}

/// Whether a shape is a part of this name.
fn is_part(shape: &Object, part: &str) -> Result<bool, CallError> {
    let of_kinds = |kinds: &[i64]| -> Result<bool, CallError> {
        Ok(shape.integer("Type")? == PLACEHOLDER
            && kinds.contains(&shape.object("PlaceholderFormat")?.integer("Type")?))
    };
    match part {
        "title" => of_kinds(&TITLES),
        "content" => Ok(!shape.flag("HasTable")? && of_kinds(&CONTENTS)?),
        "table" => shape.flag("HasTable"),
        _ => Ok(true),
    }
}

/// Gives formats to objects that have them, and reads them back.
fn formatted(here: &Here<'_>, owners: &[Object], formats: &[Format], what: &str) -> Answered {
    if missed_of(owners, formats)?.is_empty() {
        return Ok(Answer::Same(format!("{what} had this already")));
    }
    begin_step(here)?;
    put_all(owners, formats)?;
    let left = missed_of(owners, formats)?;
    Answer::done_if(
        left.is_empty(),
        format!("{what}: {}, read back", counted(formats.len(), "change", "changes")),
        format!("{} of {what} did not change", left.join(", ")),
    )
}

fn put_all(owners: &[Object], formats: &[Format]) -> Result<(), CallError> {
    owners.iter().try_for_each(|it| put_formats(it, formats))
}

fn missed_of(owners: &[Object], formats: &[Format]) -> Result<Vec<&'static str>, CallError> {
    let mut missed = Vec::new();
    for owner in owners {
        missed.extend(missed_formats(owner, formats)?);
    }
    missed.sort_unstable();
    missed.dedup();
    Ok(missed)
}
