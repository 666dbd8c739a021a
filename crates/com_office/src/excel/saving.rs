//! Saving spreadsheets, and new ones.

use super::cells::without_questions;
use crate::{
    commands::{
        answer::{Answer, Answered, bad, refused},
        call_args::CallArgs,
        files::{ending, is_same_path, whole_path},
        here::Here,
        saving::{Formats, format_of, written_since},
        texts::counted,
    },
    dispatch::value::args,
};

/// The formats that Excel saves documents in (`XlFileFormat`); it has no flat XML of OpenDocument.
const FORMATS: &Formats = &[("xlsx", 51), ("ods", 60), ("csv", CSV_UTF8), ("html", 44), ("pdf", PDF)];
const CSV_UTF8: i64 = 62;
/// What a text of one sheet is called: `xlCSV`, `xlCSVUTF8` and others, of which a file knows no more than its first.
const TEXTS: [i64; 6] = [6, CSV_UTF8, 22, 23, 24, 42];
/// Not a format of `SaveAs`: `ExportAsFixedFormat` writes it.
const PDF: i64 = -1;
/// Excel's number for PDF (`xlTypePDF`).
const TYPE_PDF: i64 = 0;

pub(super) fn save(here: &Here<'_>, _args: CallArgs<'_>) -> Answered {
    let path = here.document.text("FullName")?;
    if here.document.text("Path")?.is_empty() {
        return refused("the document has no file yet: save_as gives it one");
    }
    if here.document.flag("Saved")? {
        return Ok(Answer::Same("the document was saved already".into()));
    }
    if TEXTS.contains(&here.document.integer("FileFormat")?) {
        return refused(
            "nothing was saved, because Excel would write all of the CSV file in its own way; save_as writes another file",
        );
    }
    let before = here.files.stamp(&path);
    without_questions(here, || here.document.call("Save", args![]).map(drop))?;
    let is_saved = here.document.flag("Saved")?;
    // A document of a server has an address instead of a path, and no file here.
    if path.contains("://") {
        return Answer::done_if(is_saved, format!("Excel says that {path} is saved"), "it is not saved");
    }
    let written = written_since(here.files, &path, before)?;
    if is_saved { Ok(written) } else { Ok(Answer::Partial(format!("{path} was written, and Excel says that it is not saved"))) }
}

pub(super) fn save_as(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let path = whole_path(args.required("path")?)?;
    let (word, format) = format_of(args, path, FORMATS)?;
    if ending(path) != word {
        return bad("path", format!("a name that ends with .{word}: Excel would add it"));
    }
    let before = here.files.stamp(path);
    if format == PDF {
        let export = args![TYPE_PDF, path].named("OpenAfterPublish", false);
        here.document.call("ExportAsFixedFormat", export)?;
        return written_since(here.files, path, before);
    }
    let sheets = here.document.object("Worksheets")?.integer("Count")?;
    without_questions(here, || {
        here.document.call("SaveAs", args![path].named("FileFormat", format).named("AddToMru", false)).map(drop)
    })?;
    let now = here.document.text("FullName")?;
    if !is_same_path(&now, path) {
        return refused(format!("the document is {now} still"));
    }
    let written = written_since(here.files, path, before)?;
    let others = usize::try_from(sheets - 1).unwrap_or_default();
    if format == CSV_UTF8 && others > 0 {
        let are = counted(others, "other sheet is", "other sheets are");
        return Ok(written.with_note(&format!("; a CSV file holds one sheet: {are} not in it")));
    }
    Ok(written)
}

pub(super) fn new_document(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let path = whole_path(args.required("path")?)?;
    let format = match ending(path).as_str() {
        "xlsx" => 51,
        "ods" => 60,
        _ => return bad("path", "a name that ends with one of xlsx, ods"),
    };
    if here.files.stamp(path).is_some() {
        return refused(format!("{path} is there already: open_document opens it"));
    }
    let document = here.program.object("Workbooks")?.call_for_object("Add", args![])?;
    document.call("SaveAs", args![path].named("FileFormat", format))?;
    let written = written_since(here.files, path, None)?;
    document.call("Activate", args![])?;
    let front = here.program.object("ActiveWorkbook")?.text("FullName")?;
    match is_same_path(&front, path) {
        true => Ok(written.with_note(" and is an empty document, whose window is in front")),
        false => Ok(Answer::Partial(format!("{path} was written, and its window is not in front: switch_window goes there"))),
    }
}
