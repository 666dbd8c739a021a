//! Checks office documents without an office suite: they are zip packages of XML parts.

mod bold;
mod brief;
mod document_error;
mod excel;
mod file_kind;
#[cfg(any(test, fuzzing))]
pub(super) mod fuzz;
mod odf;
mod properties;
mod sheet_cells;
mod visible_text;
mod walk;
mod word;

use super::{
    CheckAttempt,
    file::{FileLookup, look_up},
    same_value,
};
use crate::task::{Cell, DocumentContent, DocumentKind, HomePath, quoted};
pub use brief::brief;
use deskpilot_documents::office::Package;
use deskpilot_system::ReadLimit;
use document_error::DocumentError;
pub use file_kind::check_kind;
use std::path::Path;
use visible_text::VisibleText;

/// The largest document that is read, and the largest size of its parts once they are unpacked.
const LARGEST: ReadLimit = ReadLimit::mib(64);

/// Whether the document has the wanted content.
pub(super) fn check(
    home: &Path,
    path: &HomePath,
    kind: DocumentKind,
    content: &DocumentContent,
) -> CheckAttempt {
    let bytes = match look_up(home, path, LARGEST) {
        FileLookup::Missing => return CheckAttempt::no(format!("{path} is not there")),
        FileLookup::NotAFile => return CheckAttempt::no(format!("{path} is not a file")),
        FileLookup::Unreadable(why) => return CheckAttempt::unsure(format!("{path}: {why}")),
        FileLookup::Bytes(bytes) => bytes,
    };
    match open(&bytes).and_then(|mut package| compare(&mut package, path, kind, content)) {
        Ok(finding) => finding,
        Err(DocumentError::NotADocument(why)) => CheckAttempt::no(format!("{path} is not a document: {why}")),
        Err(DocumentError::Unreadable(why)) => CheckAttempt::unsure(format!("{path} cannot be read: {why}")),
    }
}

/// Whether these bytes are a document with this file extension. What is too large to be read may be one.
///
/// # Errors
/// They are not a document, for this reason. An application may still open them, as another kind of file.
pub fn check_document(bytes: &[u8], extension: &str) -> Result<(), String> {
    let Some(kind) = DocumentKind::of_extension(extension) else { return Ok(()) };
    match open(bytes).and_then(|mut package| text(&mut package, kind)) {
        Err(DocumentError::NotADocument(why)) => Err(why),
        Ok(_) | Err(DocumentError::Unreadable(_)) => Ok(()),
    }
}

fn open(bytes: &[u8]) -> Result<Package<'_>, DocumentError> {
    Ok(Package::open(bytes, LARGEST)?)
}

fn compare(
    package: &mut Package<'_>,
    path: &HomePath,
    kind: DocumentKind,
    content: &DocumentContent,
) -> Result<CheckAttempt, DocumentError> {
    Ok(match content {
        DocumentContent::Text(wanted) => {
            let shown = text(package, kind)?;
            CheckAttempt::of(shown.contains(wanted), format!("{path} says {}", quoted(shown.text())))
        }
        DocumentContent::WithoutText(unwanted) => {
            let shown = text(package, kind)?;
            CheckAttempt::of(!shown.contains(unwanted), format!("{path} says {}", quoted(shown.text())))
        }
        DocumentContent::Bold(wanted) => {
            let shown = text(package, kind)?;
            let found = match shown.contains(wanted) {
                true => format!("{} is in {path}", quoted(wanted)),
                false => format!("{} is not in {path}", quoted(wanted)),
            };
            CheckAttempt::of(shown.contains_bold(wanted), found)
        }
        DocumentContent::Property(property, wanted) => {
            let found = properties::property(package, kind, *property)?;
            let word = property.word();
            CheckAttempt::of(
                found.trim() == wanted.trim(),
                format!("the {word} of {path} is {}", quoted(&found)),
            )
        }
        DocumentContent::Part(name, wanted) => match package.optional_part(name)? {
            Some(xml) if xml.contains(wanted.as_str()) => {
                CheckAttempt::yes(format!("{} is in the part {name} of {path}", quoted(wanted)))
            }
            Some(_) => CheckAttempt::no(format!("{} is not in the part {name} of {path}", quoted(wanted))),
            None => CheckAttempt::no(format!("{path} has no part {name}")),
        },
        DocumentContent::Cell(cell, wanted) => match value(package, kind, cell)? {
            Ok(found) => {
                let holds = same_value(&found.displayed, wanted)
                    || found.stored.is_some_and(|stored| same_value(&stored, wanted));
                CheckAttempt::of(holds, format!("{cell} of {path} is {}", quoted(&found.displayed)))
            }
            Err(sheets) => {
                CheckAttempt::no(format!("{path} has no such sheet; it has {}", sheets.join(", ")))
            }
        },
    })
}

/// The value of a cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct CellValue {
    /// As displayed.
    displayed: String,
    /// As stored, if the format keeps both.
    stored: Option<String>,
}

/// The cell's value; the inner error lists the sheets if the cell's own is missing.
fn value(
    package: &mut Package<'_>,
    kind: DocumentKind,
    cell: &Cell,
) -> Result<Result<CellValue, Vec<String>>, DocumentError> {
    match kind {
        DocumentKind::Xlsx => excel::value(package, cell),
        _ => odf::value(package, cell),
    }
}

fn text(package: &mut Package<'_>, kind: DocumentKind) -> Result<VisibleText, DocumentError> {
    let shown = match kind {
        DocumentKind::Odt | DocumentKind::Ods | DocumentKind::Odp => odf::text(package),
        DocumentKind::Docx => word::text(package),
        DocumentKind::Pptx => word::slides(package),
        DocumentKind::Xlsx => excel::text(package),
    }?;
    if shown.is_full() {
        let why = format!("it shows more than {} MiB of text", visible_text::MAX_BYTES >> 20);
        return Err(DocumentError::Unreadable(why));
    }
    Ok(shown)
}
