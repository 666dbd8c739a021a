//! Targets for fuzzing: every document is either read or refused, and the result keeps the promises of
//! [`crate::Section`].

use crate::{Document, DocumentError, Format, man, read};
use std::hint::black_box;

/// The formats that a target tries, but PDF and manual pages, which other programs read.
const FORMATS: [Format; 15] = [
    Format::Markdown,
    Format::Text,
    Format::Html,
    Format::Mallard,
    Format::DocBook,
    Format::Guide,
    Format::Xml,
    Format::Odt,
    Format::Docx,
    Format::Ods,
    Format::Xlsx,
    Format::Odp,
    Format::Pptx,
    Format::Epub,
    Format::Subtitles,
];

/// A document in any format.
pub fn document(bytes: &[u8]) {
    for format in FORMATS {
        check(read::of_bytes(bytes, format, "file"));
    }
}

/// A manual page as plain text, which is how it is read without another program. What is in it survives the
/// mutation of its beginning.
pub fn manual(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for heading in ["", ".TH A 1\n.SH B\n", ".Dd x\n.Dt A 1\n.Sh B\n"] {
        check(man::read_as_plain_text(&format!("{heading}{text}"), "file"));
    }
}

fn check(document: Result<Document, DocumentError>) {
    let Ok(document) = document else { return };
    for section in &document.sections {
        assert_eq!(section.path.first(), Some(&document.title), "the title is first");
        assert!(!section.text.trim().is_empty(), "no section is empty");
        assert!(section.path.iter().chain([&section.text]).all(|it| is_plain(it)), "no control characters");
    }
    black_box(document);
}

fn is_plain(text: &str) -> bool {
    text.chars().all(|it| matches!(it, '\n' | '\t') || !deskpilot_core::is_hidden_char(it))
}

#[cfg(test)]
mod tests {
    use deskpilot_fuzz::fuzz;

    #[test]
    fn any_file_is_a_document_or_refused() {
        let words = [
            "<page xmlns='http://projectmallard.org/1.0/'>",
            "<section><title>",
            "</title>",
            "<steps><item><p>",
            "<terms>",
            "<if:choose><if:when test='target:html'>",
            "<guiseq><gui>",
            "<!DOCTYPE book [<!ENTITY a '&b;'>]>",
            "<!ENTITY b SYSTEM 'file'>",
            "&a;",
            "<book><chapter><title>",
            "<variablelist><varlistentry><term>",
            "<h1>",
            "<table><tr><td>",
            "<ul><li>",
            "</ul>",
            "<blockquote>",
            "<pre>",
            "# ",
            "```\n",
            "<!--",
            "![a](b)",
            "{\"request\": \"a\", \"guidance\": [\"b\"]}",
            "<text:list><text:list-item><text:p>",
            "<text:s text:c='999999999999'/>",
            "<w:p><w:r><w:t>",
            "<table:table-row table:number-rows-repeated='99999999999'>",
            "<table:table-cell table:number-columns-repeated='99999999999'>",
            "<draw:page><draw:frame presentation:class='title'>",
            "\u{202e}",
            "\u{feff}",
        ];
        fuzz("document", &words, super::document);
    }

    #[test]
    fn any_manual_page_is_read_or_refused() {
        let words = [
            ".SH x\n",
            ".TP\n",
            ".IP \\(bu 2\n",
            ".RS\n",
            ".RE\n",
            ".nf\n",
            ".fi\n",
            ".TS\na;\nl l.\n",
            ".TE\n",
            "T{\n",
            "T}\n",
            ".de A\n",
            "..\n",
            ".A\n",
            ".ds a \\*b\n",
            "\\*a",
            "\\*[a]",
            ".if n \\{\\\n",
            ".ie t ",
            ".el ",
            "\\}\n",
            "\\fB",
            "\\(",
            "\\s-1",
            "\\h'1'",
            "\\\n",
            ".Bl -tag\n",
            ".It Fl a\n",
            ".El\n",
            ".Op Fl x Ar y\n",
            ".Nm\n",
            ".Bd -literal\n",
            ".Ed\n",
            ".Xr a 1 ,\n",
            ".am A\n",
            ".ig\n",
        ];
        fuzz("manual", &words, super::manual);
    }
}
