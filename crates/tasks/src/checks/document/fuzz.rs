//! Targets for fuzzing: whatever an office document holds, it is read or refused.

use super::{DocumentKind, compare, open};
use crate::task::{Cell, DocumentContent, DocumentProperty, HomePath};
use std::{
    hint::black_box,
    io::{Cursor, Write},
};
use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

const KINDS: [DocumentKind; 6] = [
    DocumentKind::Odt,
    DocumentKind::Ods,
    DocumentKind::Odp,
    DocumentKind::Docx,
    DocumentKind::Xlsx,
    DocumentKind::Pptx,
];

/// The parts that readers look at.
const PARTS: &[&str] = &[
    "content.xml",
    "styles.xml",
    "meta.xml",
    "docProps/core.xml",
    "word/document.xml",
    "word/styles.xml",
    "xl/workbook.xml",
    "xl/_rels/workbook.xml.rels",
    "xl/sharedStrings.xml",
    "xl/worksheets/sheet1.xml",
    "ppt/presentation.xml",
    "ppt/slides/slide1.xml",
];

/// A document, as the file that it is.
pub fn office_file(bytes: &[u8]) {
    let Ok(path) = HomePath::new("x") else { return };
    let cell = Cell { sheet: None, column: 1, row: 1 };
    let wanted = [
        DocumentContent::Bold("x".into()),
        DocumentContent::Property(DocumentProperty::Title, "x".into()),
        DocumentContent::Cell(cell, "x".into()),
    ];
    for kind in KINDS {
        let Ok(mut package) = open(bytes) else { return };
        for content in &wanted {
            drop(black_box(compare(&mut package, &path, kind, content)));
        }
    }
}

/// A document in which every part is this text: what is inside survives the mutation of the whole.
pub fn office_part(bytes: &[u8]) {
    let mut file = ZipWriter::new(Cursor::new(Vec::new()));
    for part in PARTS {
        let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
        if file.start_file(*part, stored).and_then(|()| Ok(file.write_all(bytes)?)).is_err() {
            return;
        }
    }
    if let Ok(file) = file.finish() {
        office_file(&file.into_inner());
    }
}

#[cfg(test)]
mod tests {
    use deskpilot_fuzz::fuzz;

    #[test]
    fn any_file_is_a_document_or_refused() {
        fuzz("office_file", &["PK\x03\x04", "PK\x01\x02", "PK\x05\x06", "content.xml"], super::office_file);
    }

    #[test]
    fn any_part_of_a_document_is_read_or_refused() {
        let words = [
            "<text:p>",
            "</text:p>",
            "<table:table-cell table:number-columns-repeated=\"1000000000\"/>",
            "<table:table-row table:number-rows-repeated=\"1000000000\">",
            "<w:t>",
            "<w:b/>",
            "<c r=\"XFD1048576\" t=\"s\">",
            "<v>",
            "<!DOCTYPE",
            "<!ENTITY",
            "&amp;",
            "&#x0;",
            "]]>",
            "<text:s text:c=\"1000000000\"/>",
        ];
        fuzz("office_part", &words, super::office_part);
    }
}
