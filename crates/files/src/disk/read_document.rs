//! Reads documents: texts, cells and slides as their applications show them. A document is never changed.

use super::{
    Context, MAX_OUTPUT,
    file_text::bytes_of,
    place::Place,
    read::{Lines, lines_of},
    read_out,
    text::counted,
};
use crate::error::{FileError, about};
use deskpilot_core::Outcome;
use deskpilot_documents::{Document, DocumentError, Format, Section, read_bytes};
use std::{
    ffi::{OsStr, OsString},
    io::Cursor,
    path::Path,
};

/// The largest document that is read.
const LARGEST: u64 = 64 << 20;

/// Reads lines of a document as Markdown.
pub(super) fn read_document(
    place: &Place,
    wanted: Lines,
    context: &Context<'_>,
) -> Result<Outcome, FileError> {
    let mut file = place.folder.file(place.name())?;
    let bytes = bytes_of(&mut file, LARGEST, &place.path, context.work)?;
    let too_large =
        || about(&place.path, &format!("is larger than {} MiB, the most that is read", LARGEST >> 20));
    let lock = lock_file(place)?;
    let document = read_bytes(&place.path, bytes.ok_or_else(too_large)?);
    let document = document.map_err(|error| not_read(&place.path, &error))?;
    // What reads PDF documents has a limit of its own, and knows nothing of this one.
    context.work.check()?;
    let sections = counted(document.sections.len() as u64, "section");
    let lines = lines_of(Cursor::new(text(&document)), wanted, MAX_OUTPUT, place, context)?;
    let mut summary = format!("{}; it has {sections}", lines.summary(&format!("{:?}", place.path), wanted));
    if Format::of_name(&place.path) == Some(Format::Xlsx) {
        summary += "; numbers and dates are as stored, not as shown";
    }
    if let Some(missing) = &document.missing_text {
        summary += &format!("; {missing}");
    }
    if let Some(lock) = lock {
        summary += &format!(
            "; it is open in an application, which may have changes that are not saved: {lock:?} is in its folder"
        );
    }
    Ok(read_out(summary, lines.text))
}

/// The sections, each under the titles that lead to it.
fn text(document: &Document) -> String {
    let section = |it: &Section| format!("# {}\n\n{}\n", it.path.join(" / "), it.text.trim_end());
    document.sections.iter().map(section).collect::<Vec<_>>().join("\n")
}

/// The lock file that says that an application has the document open.
fn lock_file(place: &Place) -> Result<Option<OsString>, FileError> {
    let named = |before: &str, after: &str| -> OsString {
        [OsStr::new(before), place.name(), OsStr::new(after)].into_iter().collect()
    };
    // Those of LibreOffice and of Microsoft Office.
    for name in [named(".~lock.", "#"), named("~$", "")] {
        if place.folder.metadata(&name)?.is_some() {
            return Ok(Some(name));
        }
    }
    Ok(None)
}

fn not_read(path: &Path, error: &DocumentError) -> FileError {
    if matches!(error, DocumentError::UnknownFormat { .. }) {
        return about(
            path,
            "is no document that is read here: read_file reads texts, file_info says what it is",
        );
    }
    let hint = match Format::of_name(path) {
        Some(format) if format.is_text() => "; read_file reads it as a text",
        _ => "",
    };
    FileError::NotPossible(format!("{error}{hint}"))
}
