//! Saving presentations, and new ones.

use super::slides::slide_of;
use crate::{
    commands::{
        answer::{Answered, bad, refused},
        call_args::CallArgs,
        files::{ending, whole_path},
        here::Here,
        saving::{Formats, exported, format_of, format_of_new, made, saved, saved_as, without_questions},
    },
    dispatch::value::args,
};

/// The formats that PowerPoint saves presentations in (`PpSaveAsFileType`); it writes no HTML and no flat XML of OpenDocument.
const FORMATS: &Formats = &[("pptx", PPTX), ("odp", ODP), ("pdf", PDF), ("png", PICTURE), ("jpg", PICTURE)];
const PPTX: i64 = 24;
const ODP: i64 = 35;
const PDF: i64 = 32;
/// Not a format of `SaveAs`: a slide is exported.
const PICTURE: i64 = -1;
/// True and false as PowerPoint counts them (`MsoTriState`).
const TRUE: i64 = -1;
const FALSE: i64 = 0;
/// Ask nothing (`ppAlertsNone`).
const NO_ALERTS: i64 = 1;

pub(super) fn save(here: &Here<'_>, _args: CallArgs<'_>) -> Answered {
    saved(here, || without_questions(here, NO_ALERTS, || here.document.call("Save", args![]).map(drop)))
}

pub(super) fn save_as(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let path = whole_path(args.required("path")?)?;
    let format = format_of(args, path, FORMATS)?;
    if args.flag("current_slide_only") == Some(true) {
        return bad(
            "current_slide_only",
            "left out: PowerPoint writes all slides into a pdf; a png or jpg has one",
        );
    }
    match format {
        PICTURE => {
            let (page, _) = slide_of(here, CallArgs(&serde_json::Map::new()))?;
            let filter = ending(path).to_uppercase();
            exported(here, path, || page.call("Export", args![path, filter]).map(drop))
        }
        // A copy: the presentation stays the file that it is.
        PDF => exported(here, path, || {
            without_questions(here, NO_ALERTS, || {
                here.document.call("SaveCopyAs", args![path, PDF]).map(drop)
            })
        }),
        _ => saved_as(here, path, || {
            without_questions(here, NO_ALERTS, || {
                here.document.call("SaveAs", args![path, format, FALSE]).map(drop)
            })
        }),
    }
}

pub(super) fn new_document(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let path = whole_path(args.required("path")?)?;
    let format = format_of_new(path, &[("pptx", PPTX), ("odp", ODP)])?;
    made(here, path, || {
        let document = here.program.object("Presentations")?.call_for_object("Add", args![TRUE])?;
        document.call("SaveAs", args![path, format, FALSE])?;
        document.object("Windows")?.object_of("Item", args![1])?.call("Activate", args![])?;
        here.program.object("ActivePresentation")?.text("FullName")
    })
}

/// PowerPoint takes steps back for the person in front of it alone.
pub(super) fn undo(_here: &Here<'_>, _args: CallArgs<'_>) -> Answered {
    refused(
        "PowerPoint lets no other program take steps back: press Ctrl+Z in its window, where each command of these is one step",
    )
}
