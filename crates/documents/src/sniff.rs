//! Finds the format of a document in its content.

use crate::{
    Format, decode,
    help::{docbook, mallard},
    limits::LARGEST_TEXT,
    xml,
};

/// The format of a file whose name says none.
pub(crate) fn format(bytes: &[u8]) -> Option<Format> {
    if bytes.starts_with(b"%PDF-") {
        return Some(Format::Pdf);
    }
    if bytes.len() as u64 > LARGEST_TEXT.in_bytes() {
        return None;
    }
    let text = decode(bytes, None).ok()?.text;
    let text = text.trim_start();
    if text.starts_with('<') {
        let is_html = text.get(..9).is_some_and(|it| it.eq_ignore_ascii_case("<!doctype"));
        return match format_of_xml(text) {
            Format::Xml if is_html => Some(Format::Html),
            Format::Xml => None,
            known => Some(known),
        };
    }
    [".TH ", ".\\\"", ".Dd "].iter().any(|it| text.starts_with(it)).then_some(Format::ManPage)
}

/// The format of a text of XML by its outermost element.
pub(crate) fn format_of_xml(text: &str) -> Format {
    match xml::root(text) {
        Some((name, namespace)) if name == "page" && namespace == mallard::NAMESPACE => Format::Mallard,
        Some((name, _)) if docbook::DIVISIONS.contains(&name.as_str()) => Format::DocBook,
        Some((name, _)) if name == "html" => Format::Html,
        _ => Format::Xml,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn xml_is_recognized_by_its_root() {
        for (xml, expected) in [
            ("<page xmlns='http://projectmallard.org/1.0/'/>", Format::Mallard),
            ("<page/>", Format::Xml),
            ("<!DOCTYPE book><book/>", Format::DocBook),
            ("<x:html xmlns:x='y'/>", Format::Html),
            ("", Format::Xml),
        ] {
            assert_eq!(format_of_xml(xml), expected, "{xml}");
        }
    }
}
