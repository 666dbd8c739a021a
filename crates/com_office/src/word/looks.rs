//! How letters and paragraphs look.

use super::{
    document::{check_changeable, one_step},
    places::{MOST_PLACES, paragraphs_or_selection, places_of},
};
use crate::{
    commands::{
        answer::{Answer, Answered, Failure, bad, refused},
        call_args::CallArgs,
        formats::{Format, missed_formats, put_formats},
        here::Here,
        texts::{color, counted, points},
    },
    dispatch::{
        error::CallError,
        object::Object,
        value::{Value, args},
    },
};

/// Distances of lines that have numbers of their own, and that of all others, which are a number of single ones of 12 points
/// (`WdLineSpacing`).
const SPACINGS: &[(f64, f64)] = &[(1.0, 0.0), (1.5, 1.0), (2.0, 2.0)];
const MULTIPLE: f64 = 5.0;
const SINGLE: f64 = 12.0;
/// Where lines stand (`WdParagraphAlignment`).
const ALIGNMENTS: &[(&str, f64)] = &[("left", 0.0), ("center", 1.0), ("right", 2.0), ("justify", 3.0)];
/// The numbers of styles that every Word has, whatever it calls them (`WdBuiltinStyle`).
const STYLES: &[(&str, i64)] = &[
    ("normal", -1),
    ("standard", -1),
    ("default paragraph style", -1),
    ("heading 1", -2),
    ("heading 2", -3),
    ("heading 3", -4),
    ("heading 4", -5),
    ("heading 5", -6),
    ("heading 6", -7),
    ("heading 7", -8),
    ("heading 8", -9),
    ("heading 9", -10),
    ("caption", -35),
    ("list bullet", -49),
    ("list number", -50),
    ("title", -63),
    ("body text", -67),
    ("text body", -67),
    ("subtitle", -75),
    ("quotations", -181),
    ("quote", -181),
];

pub(super) fn set_font(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let mut formats = Vec::new();
    for (name, member) in [("bold", "Bold"), ("italic", "Italic"), ("underline", "Underline")] {
        // Underlined is 1, as lines of other kinds have other numbers, and the others are true.
        formats.extend(args.flag(name).map(|it| match member {
            "Underline" => Format::number(member, f64::from(u8::from(it))),
            _ => Format::flag(member, it),
        }));
    }
    formats.extend(args.number("size").map(|it| Format::number("Size", it)));
    formats.extend(args.text("font").map(|it| Format::text("Name", it)));
    if let Some(text) = args.text("text_color") {
        formats.push(Format::color("Color", color(text, "text_color")?));
    }
    check_changeable(here)?;
    let (ranges, what) = match args.text("text") {
        Some(text) => {
            let places = places_of(here, text, "text", MOST_PLACES)?;
            if places.is_empty() {
                return refused(format!("the document has no {text:?}"));
            }
            let what = format!("{} of {text:?}", counted(places.len(), "place", "places"));
            (places, what)
        }
        None => {
            let (range, what) = paragraphs_or_selection(here, args)?;
            (vec![range], what)
        }
    };
    let owners: Vec<Object> = ranges.iter().map(|it| it.object("Font")).collect::<Result<_, _>>()?;
    formatted(here, "font", &owners, &formats, &what)
}

pub(super) fn set_paragraph_format(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let mut formats = Vec::new();
    if let Some(word) = args.text("align") {
        let Some((_, number)) = ALIGNMENTS.iter().find(|(known, _)| *known == word) else {
            return bad("align", "left, center, right or justify");
        };
        formats.push(Format::number("Alignment", *number));
    }
    if let Some(factor) = args.number("line_spacing") {
        if !(0.1..=20.0).contains(&factor) {
            return bad("line_spacing", "0.1 to 20");
        }
        match SPACINGS.iter().find(|(known, _)| (known - factor).abs() < 0.001) {
            Some((_, rule)) => formats.push(Format::number("LineSpacingRule", *rule)),
            None => {
                formats.push(Format::number("LineSpacingRule", MULTIPLE));
                formats.push(Format::length("LineSpacing", factor * SINGLE));
            }
        }
    }
    for (name, member) in [
        ("before", "SpaceBefore"),
        ("after", "SpaceAfter"),
        ("first_line", "FirstLineIndent"),
        ("left", "LeftIndent"),
    ] {
        formats.extend(args.number(name).map(|it| Format::length(member, points(it))));
    }
    check_changeable(here)?;
    let (range, what) = paragraphs_or_selection(here, args)?;
    formatted(here, "align", &[range.object("ParagraphFormat")?], &formats, &what)
}

/// Gives formats to objects that have them, and reads them back.
fn formatted(
    here: &Here<'_>,
    argument: &'static str,
    owners: &[Object],
    formats: &[Format],
    what: &str,
) -> Answered {
    if formats.is_empty() {
        return bad(argument, "given, or another format");
    }
    let missed = || -> Result<Vec<&str>, CallError> {
        let mut missed = Vec::new();
        for owner in owners {
            missed.extend(missed_formats(owner, formats)?);
        }
        missed.sort_unstable();
        missed.dedup();
        Ok(missed)
    };
    if missed()?.is_empty() {
        return Ok(Answer::Same(format!("{what} looked so already")));
    }
    one_step(here, "Format", || {
        for owner in owners {
            put_formats(owner, formats)?;
        }
        Ok(())
    })?;
    let left = missed()?;
    Answer::done_if(
        left.is_empty(),
        format!("{what}: {}, read back", counted(formats.len(), "format", "formats")),
        format!("{} of {what} did not change", left.join(", ")),
    )
}

pub(super) fn set_style(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    check_changeable(here)?;
    let style = style_named(here, args.required("style")?)?;
    let name = style.text("NameLocal")?;
    let (range, what) = paragraphs_or_selection(here, args)?;
    let is_so = || -> Result<bool, CallError> {
        // Of paragraphs that differ, Word reports no style.
        let now = range.object("ParagraphFormat")?.object_if_any("Style", args![])?;
        Ok(now.map(|it| it.text("NameLocal")).transpose()?.is_some_and(|it| it == name))
    };
    if is_so()? {
        return Ok(Answer::Same(format!("{what} had the style {name}")));
    }
    one_step(here, "Set style", || Ok(range.put("Style", name.as_str())?))?;
    Answer::done_if(
        is_so()?,
        format!("{what}: the style is {name}, read back"),
        format!("not all of {what} have the style {name}"),
    )
}

/// The style of this name, in the language of Word or in English.
fn style_named(here: &Here<'_>, name: &str) -> Result<Object, Failure> {
    let styles = here.document.object("Styles")?;
    match styles.object_of("Item", args![name]) {
        Err(CallError::Exception { .. }) => {}
        found => return Ok(found?),
    }
    match STYLES.iter().find(|(known, _)| *known == name.to_lowercase()) {
        Some((_, number)) => Ok(styles.object_of("Item", args![Value::Integer(*number)])?),
        None => bad("style", "the name of a style of this document, such as Heading 1 or Title"),
    }
}
