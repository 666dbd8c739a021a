//! Saving spreadsheets, and new ones.

use super::cells::without_questions;
use crate::{
    commands::{
        answer::{Answered, refused},
        call_args::CallArgs,
        files::whole_path,
        here::Here,
        saving::{Formats, exported, format_of, format_of_new, made, saved, saved_as},
        texts::counted,
    },
    dispatch::value::args,
};

/// The formats that Excel saves documents in (`XlFileFormat`); it has no flat XML of OpenDocument.
const FORMATS: &Formats = &[("xlsx", XLSX), ("ods", ODS), ("csv", CSV_UTF8), ("html", 44), ("pdf", PDF)];
const XLSX: i64 = 51;
const ODS: i64 = 60;
const CSV_UTF8: i64 = 62;
/// Texts of one sheet: of `xlCSV`, `xlCSVUTF8` and others, a file does not say how its columns are separated.
const TEXTS: [i64; 6] = [6, CSV_UTF8, 22, 23, 24, 42];
/// Not a format of `SaveAs`: `ExportAsFixedFormat` writes it, whose number for PDF this is (`xlTypePDF`).
const PDF: i64 = -1;
const TYPE_PDF: i64 = 0;

pub(super) fn save(here: &Here<'_>, _args: CallArgs<'_>) -> Answered {
    if TEXTS.contains(&here.document.integer("FileFormat")?) && !here.document.flag("Saved")? {
        return refused(
            "nothing was saved, because Excel would write all of the CSV file in its own way; save_as writes another file",
        );
    }
    saved(here, || without_questions(here, || here.document.call("Save", args![]).map(drop)))
}

pub(super) fn save_as(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let path = whole_path(args.required("path")?)?;
    let format = format_of(args, path, FORMATS)?;
    if format == PDF {
        let export = args![TYPE_PDF, path].named("OpenAfterPublish", false);
        return exported(here, path, || here.document.call("ExportAsFixedFormat", export).map(drop));
    }
    let others = here.document.object("Worksheets")?.integer("Count")? - 1;
    let written = saved_as(here, path, || {
        let save = args![path].named("FileFormat", format).named("AddToMru", false);
        without_questions(here, || here.document.call("SaveAs", save).map(drop))
    })?;
    match usize::try_from(others) {
        Ok(others) if format == CSV_UTF8 && others > 0 => {
            let are = counted(others, "other sheet is", "other sheets are");
            Ok(written.with_note(&format!("; a CSV file holds one sheet: {are} not in it")))
        }
        _ => Ok(written),
    }
}

pub(super) fn new_document(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let path = whole_path(args.required("path")?)?;
    let format = format_of_new(path, &[("xlsx", XLSX), ("ods", ODS)])?;
    made(here, path, || {
        let document = here.program.object("Workbooks")?.call_for_object("Add", args![])?;
        document.call("SaveAs", args![path].named("FileFormat", format))?;
        document.call("Activate", args![])?;
        here.program.object("ActiveWorkbook")?.text("FullName")
    })
}
