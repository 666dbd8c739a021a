//! The formats of documents, and how a file's is found.

use crate::{
    help::{docbook, mallard},
    xml,
};
use std::{fmt, path::Path};

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
    /// A manual page.
    ManPage,
}

impl Format {
    /// The endings of names that are read. Behind each may stand `.gz`.
    pub const ENDINGS: [&str; 19] = [
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
            _ if is_manual_section(ending) => Format::ManPage,
            _ => return None,
        })
    }

    /// The format of a text of XML by its outermost element.
    pub(crate) fn of_xml(text: &str) -> Format {
        match xml::root(text) {
            Some((name, namespace)) if name == "page" && namespace == mallard::NAMESPACE => Format::Mallard,
            Some((name, _)) if docbook::DIVISIONS.contains(&name.as_str()) => Format::DocBook,
            Some((name, _)) if name == "html" => Format::Html,
            _ => Format::Xml,
        }
    }
}

/// The path without `.gz` behind it.
pub(crate) fn without_gz(path: &Path) -> std::path::PathBuf {
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
            ("v1.24", None),
        ] {
            assert_eq!(Format::of_name(name.as_ref()), expected, "{name}");
        }
    }

    #[test]
    fn xml_is_told_by_its_root() {
        for (xml, expected) in [
            ("<page xmlns='http://projectmallard.org/1.0/'/>", Format::Mallard),
            ("<page/>", Format::Xml),
            ("<!DOCTYPE book><book/>", Format::DocBook),
            ("<x:html xmlns:x='y'/>", Format::Html),
            ("", Format::Xml),
        ] {
            assert_eq!(Format::of_xml(xml), expected, "{xml}");
        }
    }
}
