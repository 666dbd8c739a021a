//! The formats of documents, and how a file's is found.

use std::{
    fmt,
    path::{Path, PathBuf},
};

/// The format of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Markdown.
    Markdown,
    /// Text without marks.
    Text,
    /// HTML.
    Html,
    /// A page of GNOME's help.
    Mallard,
    /// A book or an article of older help, or of KDE's.
    DocBook,
    /// A guide in JSON: `application`, `request` and `guidance`.
    Guide,
    /// XML whose title and summary are in a second file, which has `.meta` behind its name.
    Summarised,
    /// Any other XML.
    Xml,
    /// A PDF document.
    Pdf,
    /// A text document of LibreOffice.
    Odt,
    /// A text document of Word.
    Docx,
    /// A spreadsheet of LibreOffice.
    Ods,
    /// A spreadsheet of Excel.
    Xlsx,
    /// A presentation of LibreOffice.
    Odp,
    /// A presentation of PowerPoint.
    Pptx,
    /// An electronic book.
    Epub,
    /// The subtitles of a film.
    Subtitles,
    /// A manual page.
    ManPage,
}

impl Format {
    /// The endings of names that are read. Behind each may stand `.gz`.
    pub const ENDINGS: [&str; 28] = [
        ".md",
        ".markdown",
        ".txt",
        ".text",
        ".html",
        ".htm",
        ".xhtml",
        ".page",
        ".docbook",
        ".json",
        ".xml",
        ".pdf",
        ".odt",
        ".fodt",
        ".docx",
        ".ods",
        ".fods",
        ".xlsx",
        ".odp",
        ".fodp",
        ".pptx",
        ".epub",
        ".srt",
        ".vtt",
        ".1",
        ".5",
        ".7",
        ".8",
    ];

    /// The format that a name says; `None` for one that is not read. A file with `.xml` may be of a format of its own.
    pub fn of_name(path: &Path) -> Option<Format> {
        let path = without_gz(path);
        let name = path.file_name()?.to_str()?.to_lowercase();
        let Some((_, ending)) = name.rsplit_once('.') else {
            return matches!(name.as_str(), "readme" | "manual" | "shortcuts").then_some(Format::Text);
        };
        Some(match ending {
            "md" | "markdown" => Format::Markdown,
            "txt" | "text" => Format::Text,
            "html" | "htm" | "xhtml" => Format::Html,
            "page" => Format::Mallard,
            "docbook" => Format::DocBook,
            "json" => Format::Guide,
            "xml" => Format::Xml,
            "pdf" => Format::Pdf,
            "odt" | "fodt" => Format::Odt,
            "docx" => Format::Docx,
            "ods" | "fods" => Format::Ods,
            "xlsx" => Format::Xlsx,
            "odp" | "fodp" => Format::Odp,
            "pptx" => Format::Pptx,
            "epub" => Format::Epub,
            "srt" | "vtt" => Format::Subtitles,
            _ if is_manual_section(ending) => Format::ManPage,
            _ => return None,
        })
    }

    /// Whether a document of this format is a text that a plain editor shows.
    pub fn is_text(self) -> bool {
        use Format::{Docx, Epub, Odp, Ods, Odt, Pdf, Pptx, Xlsx};
        !matches!(self, Pdf | Odt | Docx | Ods | Xlsx | Odp | Pptx | Epub)
    }
}

/// The path without `.gz` behind it.
pub(crate) fn without_gz(path: &Path) -> PathBuf {
    match path.extension() {
        Some(ending) if ending.eq_ignore_ascii_case("gz") => path.with_extension(""),
        _ => path.to_owned(),
    }
}

/// Whether it is a section of the manual, such as `1`, `8` or `3pm`.
fn is_manual_section(ending: &str) -> bool {
    let mut letters = ending.chars();
    letters.next().is_some_and(|it| matches!(it, '1'..='9'))
        && ending.len() <= 5
        && letters.all(|it| it.is_ascii_lowercase())
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Format::Markdown => "Markdown",
            Format::Text => "a text",
            Format::Html => "HTML",
            Format::Mallard => "a page in Mallard",
            Format::DocBook => "a document in DocBook",
            Format::Guide => "a guide in JSON",
            Format::Summarised => "XML with a summary",
            Format::Xml => "XML",
            Format::Pdf => "a PDF document",
            Format::Odt => "an OpenDocument text",
            Format::Docx => "a Word document",
            Format::Ods => "an OpenDocument spreadsheet",
            Format::Xlsx => "an Excel spreadsheet",
            Format::Odp => "an OpenDocument presentation",
            Format::Pptx => "a PowerPoint presentation",
            Format::Epub => "an electronic book (EPUB)",
            Format::Subtitles => "a file of subtitles",
            Format::ManPage => "a manual page",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_formats() {
        for (name, expected) in [
            ("a.MD", Some(Format::Markdown)),
            ("a.page", Some(Format::Mallard)),
            ("ls.1.gz", Some(Format::ManPage)),
            ("x.3pm", Some(Format::ManPage)),
            ("README.gz", Some(Format::Text)),
            ("index.cache.bz2", None),
            ("libx.so.1", Some(Format::ManPage)),
            ("picture.png", None),
            ("a", None),
            ("prices.XLSX", Some(Format::Xlsx)),
            ("talk.fodp", Some(Format::Odp)),
            ("Book.EPUB", Some(Format::Epub)),
            ("film.de.srt", Some(Format::Subtitles)),
            ("v1.24", None),
        ] {
            assert_eq!(Format::of_name(name.as_ref()), expected, "{name}");
        }
    }
}
