//! Pages, the table of contents, and the record of changes.

use super::document::{check_changeable, one_step};
use crate::{
    commands::{
        answer::{Answer, Answered, bad},
        call_args::CallArgs,
        formats::{Format, missed_formats, put_formats},
        here::Here,
        texts::points,
    },
    dispatch::value::args,
};

/// The numbers of paper (`WdPaperSize`).
const PAPERS: &[(&str, f64)] = &[("A3", 6.0), ("A4", 7.0), ("A5", 9.0), ("Letter", 2.0), ("Legal", 4.0)];
const MARGINS: [&str; 4] = ["TopMargin", "BottomMargin", "LeftMargin", "RightMargin"];

pub(super) fn set_page(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let mut formats = Vec::new();
    if let Some(word) = args.text("paper") {
        match PAPERS.iter().find(|(known, _)| *known == word) {
            Some((_, number)) => formats.push(Format::number("PaperSize", *number)),
            None => return bad("paper", "A3, A4, A5, Letter or Legal"),
        }
    }
    formats.extend(args.flag("landscape").map(|it| Format::number("Orientation", f64::from(u8::from(it)))));
    if let Some(margin) = args.number("margin") {
        if !(0.0..=20.0).contains(&margin) {
            return bad("margin", "0 to 20 centimetres");
        }
        formats.extend(MARGINS.map(|it| Format::length(it, points(margin))));
    }
    if formats.is_empty() {
        return bad("paper", "given, or landscape, or margin");
    }
    check_changeable(here)?;
    let page = here.document.object("PageSetup")?;
    if missed_formats(&page, &formats)?.is_empty() {
        return Ok(Answer::Same("the page was so already".into()));
    }
    one_step(here, "Set page", || Ok(put_formats(&page, &formats)?))?;
    let left = missed_formats(&page, &formats)?;
    Answer::done_if(
        left.is_empty(),
        "all pages have this size and these margins, read back",
        format!("{} did not change", left.join(", ")),
    )
}

pub(super) fn insert_contents(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let title = args.text("title").unwrap_or("Contents");
    let levels = args.whole("levels", 1, 9)?.unwrap_or(3);
    if title.contains(['\r', '\n']) {
        return bad("title", "on one line");
    }
    check_changeable(here)?;
    let tables = here.document.object("TablesOfContents")?;
    let count = tables.integer("Count")?;
    one_step(here, "Insert contents", || {
        // Two paragraphs in front: one for the title, one for the table.
        here.document.object_of("Range", args![0, 0])?.call("InsertBefore", args![format!("{title}\r\r")])?;
        for at in [1, 2] {
            let paragraph = here.document.object("Paragraphs")?.object_of("Item", args![at])?;
            // The title is no heading, so that it is not in its own table.
            paragraph.put("Style", -1)?;
        }
        let place = here.document.object("Paragraphs")?.object_of("Item", args![2])?.object("Range")?;
        let contents = args![&place]
            .named("UseHeadingStyles", true)
            .named("UpperHeadingLevel", 1)
            .named("LowerHeadingLevel", levels);
        Ok(tables.call("Add", contents)?)
    })?;
    let first =
        here.document.object("Paragraphs")?.object_of("Item", args![1])?.object("Range")?.text("Text")?;
    let is_so = tables.integer("Count")? == count + 1 && first.trim_end_matches('\r') == title;
    Answer::done_if(
        is_so,
        format!("a table of contents with {levels} levels begins the document"),
        "the table of contents did not come whole",
    )
}

pub(super) fn track_changes(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let Some(on) = args.flag("on") else { return bad("on", "true or false") };
    let what = if on { "changes are recorded" } else { "changes are not recorded" };
    if here.document.flag("TrackRevisions")? == on {
        return Ok(Answer::Same(what.into()));
    }
    check_changeable(here)?;
    here.document.put("TrackRevisions", on)?;
    Answer::done_if(
        here.document.flag("TrackRevisions")? == on,
        what,
        "the record of changes stayed as it was",
    )
}
