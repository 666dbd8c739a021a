//! Saving documents, new ones, and Undo.

use crate::{
    commands::{
        answer::{Answer, Answered},
        call_args::CallArgs,
        files::whole_path,
        here::Here,
        saving::{Formats, exported, format_of, format_of_new, made, saved, saved_as, without_questions},
        texts::counted,
    },
    dispatch::value::{Value, args},
};

/// The formats that Word saves documents in (`WdSaveFormat`); it writes no EPUB and no flat XML of OpenDocument.
const FORMATS: &Formats =
    &[("docx", DOCX), ("odt", ODT), ("pdf", PDF), ("txt", UNICODE_TEXT), ("rtf", RTF), ("html", 8)];
const DOCX: i64 = 12;
const ODT: i64 = 23;
const RTF: i64 = 6;
/// Plain text, whose encoding is said: UTF-8, by the number of its code page.
const UNICODE_TEXT: i64 = 7;
const UTF8: i64 = 65_001;
/// `ExportAsFixedFormat` writes it; its number is the same there.
const PDF: i64 = 17;
/// Ask nothing (`wdAlertsNone`).
const NO_ALERTS: i64 = 0;

pub(super) fn save(here: &Here<'_>, _args: CallArgs<'_>) -> Answered {
    saved(here, || without_questions(here, NO_ALERTS, || here.document.call("Save", args![]).map(drop)))
}

pub(super) fn save_as(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let path = whole_path(args.required("path")?)?;
    let format = format_of(args, path, FORMATS)?;
    if format == PDF {
        let export = args![path, PDF].named("OpenAfterExport", false);
        return exported(here, path, || here.document.call("ExportAsFixedFormat", export).map(drop));
    }
    let mut save = args![path].named("FileFormat", format).named("AddToRecentFiles", false);
    if format == UNICODE_TEXT {
        save = save.named("Encoding", UTF8);
    }
    saved_as(here, path, || {
        without_questions(here, NO_ALERTS, || here.document.call("SaveAs2", save).map(drop))
    })
}

pub(super) fn new_document(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let path = whole_path(args.required("path")?)?;
    let format = format_of_new(path, &[("docx", DOCX), ("odt", ODT), ("rtf", RTF)])?;
    made(here, path, || {
        let document = here.program.object("Documents")?.call_for_object("Add", args![])?;
        document.call("SaveAs2", args![path].named("FileFormat", format))?;
        document.call("Activate", args![])?;
        here.program.object("ActiveDocument")?.text("FullName")
    })
}

pub(super) fn undo(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let steps = args.whole("steps", 1, 100)?.unwrap_or(1);
    // Word says only whether it took back all that was asked for, so that each step is asked for alone.
    let mut done = 0;
    while done < steps && here.document.call("Undo", args![1])? == Value::Bool(true) {
        done += 1;
    }
    let what = counted(usize::try_from(done).unwrap_or_default(), "step", "steps");
    match done {
        0 => Ok(Answer::Unchanged("there is nothing to undo".into())),
        _ if here.document.flag("TrackRevisions")? => Ok(Answer::Partial(format!(
            "undone: {what}; the document records its changes, and Undo may leave a part of them: read what it holds"
        ))),
        _ => Answer::done_if(
            done == steps,
            format!("undone: {what}"),
            format!("undone: {what}, and there are no more"),
        ),
    }
}
