//! The documents and files that calls begin with.

use deskpilot_core::{Point, Size};
use deskpilot_desktop::{
    Image,
    photographer::{PngError, encode_png},
};
use deskpilot_office::OfficeKind;
use serde_json::{Value, json};

const SHEETS: &[&[&str]] =
    &[&["City", "Kind", "Sum"], &["Rome", "tea", "3"], &["Oslo", "tea", "4.5"], &["Rome", "roses", "12"]];
const PARAGRAPHS: &[&str] = &[
    "The bees like the garden, and so does Oslo.",
    "Water the roses. The tea is ready.",
    "one,two,three",
    "The last paragraph is about bees and tea.",
];

/// The ending of the file of its document.
pub(super) const fn ending(kind: OfficeKind) -> &'static str {
    match kind {
        OfficeKind::Calc => "fods",
        OfficeKind::Writer => "fodt",
        OfficeKind::Impress => "fodp",
    }
}

/// The flat file of a document.
pub(super) fn document(kind: OfficeKind) -> String {
    let (element, body) = match kind {
        OfficeKind::Calc => ("spreadsheet", sheets()),
        OfficeKind::Writer => ("text", text()),
        OfficeKind::Impress => ("presentation", slides()),
    };
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
 xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" office:version="1.3"
 office:mimetype="application/vnd.oasis.opendocument.{element}">
<office:body><office:{element}>{body}</office:{element}></office:body></office:document>"#
    )
}

fn sheets() -> String {
    let cell = |text: &&str| match text.parse::<f64>() {
        Ok(number) => {
            format!(
                r#"<table:table-cell office:value-type="float" office:value="{number}"><text:p>{text}</text:p></table:table-cell>"#
            )
        }
        Err(_) => format!(
            r#"<table:table-cell office:value-type="string"><text:p>{text}</text:p></table:table-cell>"#
        ),
    };
    let row = |cells: &&[&str]| {
        format!("<table:table-row>{}</table:table-row>", cells.iter().map(cell).collect::<String>())
    };
    let rows: String = SHEETS.iter().map(row).collect();
    format!(r#"<table:table table:name="Sheet1">{rows}</table:table><table:table table:name="Sheet2"/>"#)
}

fn text() -> String {
    let paragraphs: String = PARAGRAPHS.iter().map(|it| format!("<text:p>{it}</text:p>")).collect();
    let cell = |text: &str| format!("<table:table-cell><text:p>{text}</text:p></table:table-cell>");
    let row = |one: &str, two: &str| format!("<table:table-row>{}{}</table:table-row>", cell(one), cell(two));
    format!(
        r#"<text:h text:outline-level="1">Garden plans</text:h>{paragraphs}<table:table table:name="Table1"><table:table-column
 table:number-columns-repeated="2"/>{}{}</table:table><text:p>The end.</text:p>"#,
        row("Town", "Sum"),
        row("Oslo", "4")
    )
}

fn slides() -> String {
    ["first", "second"]
        .map(|name| format!(r#"<draw:page draw:name="{name}" draw:master-page-name="Default"/>"#))
        .concat()
}

/// The commands that give a document what no file has, such as placeholders, before the first call is judged.
pub(super) fn preparation(kind: OfficeKind) -> Vec<(&'static str, Value)> {
    match kind {
        OfficeKind::Impress => vec![
            ("set_layout", json!({"layout": "title_content", "slide": 1})),
            ("set_layout", json!({"layout": "title_content", "slide": 2})),
            ("set_titles", json!({"titles": ["Garden plans", "The tea"]})),
            (
                "set_placeholder_text",
                json!({"text": "The bees like tea.\nRoses", "placeholder": 2, "slide": 1}),
            ),
            ("set_placeholder_text", json!({"text": "Water the roses.", "placeholder": 2, "slide": 2})),
            ("set_notes", json!({"text": "bees and tea", "slide": 1})),
        ],
        OfficeKind::Calc | OfficeKind::Writer => Vec::new(),
    }
}

/// A picture with several colours, as a PNG file.
pub(super) fn picture() -> Result<Vec<u8>, PngError> {
    let (width, height) = (40_u32, 20_u32);
    let mut image = Image::filled(Size { width, height }, Point { x: 0, y: 0 }, [20, 30, 90]);
    for (at, pixel) in image.rgb.chunks_mut(3).enumerate() {
        if (at / 5).is_multiple_of(2) {
            pixel.copy_from_slice(&[200, 60, 20]);
        }
    }
    encode_png(&image)
}
