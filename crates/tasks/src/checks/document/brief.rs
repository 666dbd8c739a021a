//! The content of a file in brief, as stored on the disk: the beginning and the end of a text, the rows of a sheet, the kind
//! and size of any other file.

use super::{document_error::DocumentError, excel::sheet_cells, odf, open, sheet_cells::SheetCells, text};
use crate::task::DocumentKind;
use deskpilot_core::ContentKind;
use deskpilot_documents::decode;
use deskpilot_system::ReadLimit;
use std::path::Path;

/// The largest file that is read.
const LARGEST: ReadLimit = ReadLimit::mib(16);
/// How many characters of the beginning of a text the brief shows, and of its end.
const CHARS: usize = 600;

/// The content of the file in brief; `None` if it cannot be read and its kind is not known.
pub fn brief(path: &Path) -> Option<String> {
    let bytes = LARGEST.read(path).ok()?;
    match DocumentKind::of_extension(path.extension()?.to_str()?) {
        Some(kind) => document(&bytes, kind).ok(),
        None => match ContentKind::of(&bytes) {
            Some(kind) => Some(format!("{kind} of {} bytes", bytes.len())),
            None => decode(&bytes, None).ok()?.complete().ok().map(|it| ends(&it)),
        },
    }
}

fn document(bytes: &[u8], kind: DocumentKind) -> Result<String, DocumentError> {
    let mut package = open(bytes)?;
    let sheets = match kind {
        DocumentKind::Ods => odf::sheets(&mut package)?,
        DocumentKind::Xlsx => sheet_cells(&mut package)?,
        _ => return Ok(ends(text(&mut package, kind)?.text())),
    };
    Ok(sheets.iter().map(SheetCells::brief).collect::<Vec<_>>().join("\n"))
}

/// The beginning and the end of a text.
fn ends(text: &str) -> String {
    let count = text.chars().count();
    if count <= 2 * CHARS {
        return text.to_owned();
    }
    let first: String = text.chars().take(CHARS).collect();
    let last: String = text.chars().skip(count - CHARS).collect();
    format!("{first}\n… {} more characters …\n{last}", count - 2 * CHARS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_long_text_both_ends_are_shown() {
        assert_eq!(ends("short"), "short");
        let long = format!("first{}last", "ü".repeat(3_000));
        let shortened = ends(&long);
        assert!(shortened.starts_with("first") && shortened.ends_with("last"), "{shortened}");
        assert!(shortened.contains("… 1809 more characters …"), "{shortened}");
    }
}
