//! What stands above and below the pages.

use super::document::{check_changeable, one_step};
use crate::{
    commands::{
        answer::{Answer, Answered, Failure, bad},
        call_args::CallArgs,
        formats::{Format, missed_formats, put_formats},
        here::Here,
    },
    dispatch::{error::CallError, object::Object, value::args},
};

/// The header or footer of all pages that have none of their own (`wdHeaderFooterPrimary`).
const PRIMARY: i64 = 1;
/// The field that counts pages (`wdFieldPage`), and the end of a range (`wdCollapseEnd`).
const PAGE: i64 = 33;
const COLLAPSE_END: i64 = 0;
/// Where lines stand (`WdParagraphAlignment`).
const ALIGNMENTS: &[(&str, f64)] = &[("left", 0.0), ("center", 1.0), ("right", 2.0), ("justify", 3.0)];

pub(super) fn set_header_footer(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let wanted = HeaderFooter::of(args)?;
    check_changeable(here)?;
    let section = here.window.object("Selection")?.object("Sections")?.object_of("Item", args![1])?;
    let above = section.object("Headers")?.object_of("Item", args![PRIMARY])?.object("Range")?;
    let below = section.object("Footers")?.object_of("Item", args![PRIMARY])?.object("Range")?;
    one_step(here, "Header and footer", || Ok(wanted.write(here, &above, &below)?))?;
    let is_so = wanted.is_written(&above, &below)?;
    let first = match section.object("PageSetup")?.flag("DifferentFirstPageHeaderFooter")? {
        true => "; the first page of this section has others",
        false => "",
    };
    Answer::done_if(
        is_so,
        format!("what stands above and below the pages is set, read back{first}"),
        format!("not all of what stands above and below the pages is as wanted{first}"),
    )
}

/// What is wanted above and below the pages.
struct HeaderFooter {
    header: Option<String>,
    footer: Option<String>,
    page_number: bool,
    align: Vec<Format>,
}

impl HeaderFooter {
    fn of(args: CallArgs<'_>) -> Result<HeaderFooter, Failure> {
        let header = args.text("header").map(with_marks);
        let footer = args.text("footer").map(with_marks);
        let page_number = args.flag("page_number") == Some(true);
        if header.is_none() && footer.is_none() && !page_number {
            return bad("header", "given, or footer, or page_number");
        }
        let align = match args.text("align") {
            Some(word) => match ALIGNMENTS.iter().find(|(known, _)| *known == word) {
                Some((_, number)) => vec![Format::number("Alignment", *number)],
                None => return bad("align", "left, center, right or justify"),
            },
            None => Vec::new(),
        };
        Ok(HeaderFooter { header, footer, page_number, align })
    }

    /// The ranges that are set, of those above and below the pages.
    fn set<'a>(&self, above: &'a Object, below: &'a Object) -> impl Iterator<Item = &'a Object> {
        let above = self.header.is_some().then_some(above);
        let below = (self.footer.is_some() || self.page_number).then_some(below);
        above.into_iter().chain(below)
    }

    fn write(&self, here: &Here<'_>, above: &Object, below: &Object) -> Result<(), CallError> {
        if let Some(text) = &self.header {
            above.put("Text", text)?;
        }
        if let Some(text) = &self.footer {
            below.put("Text", text)?;
        }
        if self.page_number {
            add_page_number(here, below)?;
        }
        for it in self.set(above, below) {
            put_formats(&it.object("ParagraphFormat")?, &self.align)?;
        }
        Ok(())
    }

    fn is_written(&self, above: &Object, below: &Object) -> Result<bool, CallError> {
        let mut is_so = has_text(above, self.header.as_deref())?;
        // The number of the page follows the text.
        let below_text = below.text("Text")?;
        is_so &= self.footer.as_ref().is_none_or(|it| below_text.starts_with(it.as_str()));
        is_so &= !self.page_number || below.object("Fields")?.integer("Count")? > 0;
        for it in self.set(above, below) {
            is_so &= missed_formats(&it.object("ParagraphFormat")?, &self.align)?.is_empty();
        }
        Ok(is_so)
    }
}

/// Puts the number of the page at the end of a footer.
fn add_page_number(here: &Here<'_>, below: &Object) -> Result<(), CallError> {
    if !below.text("Text")?.trim_end_matches('\r').is_empty() {
        below.call("InsertAfter", args![" "])?;
    }
    let end = below.object("Duplicate")?;
    end.call("Collapse", args![COLLAPSE_END])?;
    here.document.object("Fields")?.call("Add", args![&end, PAGE])?;
    Ok(())
}

/// Whether a header or footer has this text, if one is wanted.
fn has_text(range: &Object, wanted: Option<&str>) -> Result<bool, CallError> {
    match wanted {
        Some(wanted) => Ok(range.text("Text")?.trim_end_matches('\r') == wanted),
        None => Ok(true),
    }
}

fn with_marks(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\n', "\r")
}
