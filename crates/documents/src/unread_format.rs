//! Formats that are known and not read, and what to do instead.

use std::{fmt, path::Path};

/// How Compiled HTML Help begins.
const COMPILED_HELP: &[u8] = b"ITSF";

/// A format of documents that is known and not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnreadFormat {
    /// Compiled HTML Help, the help of older Windows programs.
    CompiledHelp,
    /// A text, spreadsheet or presentation of Microsoft Office before 2007, or RTF.
    OldOffice,
    /// A book for Kindle readers.
    Kindle,
    /// Scanned pages.
    DjVu,
}

impl UnreadFormat {
    /// The format that a name says; `None` for any other.
    pub fn of_name(path: &Path) -> Option<UnreadFormat> {
        Some(match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "chm" => UnreadFormat::CompiledHelp,
            "doc" | "xls" | "ppt" | "rtf" => UnreadFormat::OldOffice,
            "mobi" | "azw" | "azw3" | "prc" => UnreadFormat::Kindle,
            "djvu" | "djv" => UnreadFormat::DjVu,
            _ => return None,
        })
    }

    /// The format that a content shows, or else the name.
    pub(crate) fn of(path: &Path, bytes: &[u8]) -> Option<UnreadFormat> {
        if bytes.starts_with(COMPILED_HELP) {
            return Some(UnreadFormat::CompiledHelp);
        }
        UnreadFormat::of_name(path)
    }
}

impl fmt::Display for UnreadFormat {
    /// What it is, and what to do.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            UnreadFormat::CompiledHelp => {
                "Compiled HTML Help (CHM), which is not read: unpack it with `extract_chmLib FILE FOLDER` \
                 (package libchm-bin) and name the folder, which holds its pages as HTML"
            }
            UnreadFormat::OldOffice => {
                "in an old format of Microsoft Office or in RTF, which are not read: save it as ODT, DOCX, ODS, XLSX, ODP or PPTX"
            }
            UnreadFormat::Kindle => {
                "a book for Kindle readers, which is not read: make an EPUB of it with `ebook-convert FILE COPY.epub` \
                 (package calibre)"
            }
            UnreadFormat::DjVu => {
                "in DjVu, which is not read: make a PDF of it with `ddjvu -format=pdf FILE COPY.pdf` (package djvulibre-bin), \
                 and give that text with `ocrmypdf` (package ocrmypdf)"
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compiled_help_is_known_by_name_and_by_content() {
        for (name, bytes) in [("a.CHM", &b""[..]), ("a", b"ITSF\x03\0\0\0"), ("a.bin", b"ITSF")] {
            let format = UnreadFormat::of(name.as_ref(), bytes).unwrap();
            assert!(format.to_string().contains("extract_chmLib FILE FOLDER"), "{name}: {format}");
        }
        assert_eq!(UnreadFormat::of("a.png".as_ref(), b"x"), None);
    }
}
