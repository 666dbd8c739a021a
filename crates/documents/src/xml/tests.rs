//! XML, its entities, and what is made to exhaust a reader.

use super::*;
use std::fmt::Write;

fn text(xml: &str) -> Result<String, DocumentError> {
    let mut text = String::new();
    walk_document(xml, Format::Xml, |event| {
        if let XmlEvent::Text(part) = event {
            text.push_str(part);
        }
        Content::Visited
    })?;
    Ok(text)
}

#[test]
fn entities_are_texts_and_external_ones_are_never_read() {
    let folder = tempfile::tempdir().unwrap();
    let secret = folder.path().join("secret");
    std::fs::write(&secret, "SECRET").unwrap();
    let xml = format!(
        "<!DOCTYPE a [<!ENTITY app \"<x>Fine</x> App\"> <!ENTITY both '&app;!'> <!ENTITY % p 'no'> \
         <!ENTITY file SYSTEM \"file://{0}\"> <!ENTITY other SYSTEM \"{0}\">]>\
         <a>&app;|&both;|&file;|&other;|&kde;|&Some.Body;|&#228;|&amp;|&mdash;</a>",
        secret.display()
    );
    assert_eq!(text(&xml).unwrap(), "Fine App|Fine App!|||KDE|Some Body|ä|&|—");
}

#[test]
fn entities_that_stand_for_too_much_are_an_error() {
    let mut laughs = "<!DOCTYPE a [<!ENTITY l0 'ha'>".to_owned();
    for level in 1..10 {
        let ten = format!("&l{};", level - 1).repeat(10);
        write!(laughs, "<!ENTITY l{level} '{ten}'>").unwrap();
    }
    let used = format!("<!DOCTYPE a [<!ENTITY l '{}'>]><a>{}</a>", "x".repeat(4096), "&l;".repeat(1000));
    let mut defined = format!("<!DOCTYPE a [<!ENTITY l '{}'>", "x".repeat(4000));
    for number in 0..1000 {
        write!(defined, "<!ENTITY m{number} '&l;'>").unwrap();
    }
    let long = format!("<!DOCTYPE a [<!ENTITY l '{}'>]><a/>", "x".repeat(4097));
    for xml in [format!("{laughs}]><a>&l9;</a>"), used, format!("{defined}]><a/>"), long] {
        assert!(matches!(text(&xml), Err(DocumentError::TooMuch("entities"))), "{xml:.80}");
    }
}

#[test]
fn nesting_without_end_is_an_error() {
    for xml in ["<a>".repeat(100_000), format!("{}{}", "<a>".repeat(2_000), "</a>".repeat(2_000))] {
        assert!(matches!(text(&xml), Err(DocumentError::TooMuch(_))));
    }
    let deep = format!("{}x{}", "<a>".repeat(DEEPEST_XML), "</a>".repeat(DEEPEST_XML));
    assert_eq!(text(&deep).unwrap(), "x");
}

#[test]
fn damaged_xml_is_an_error_that_says_where() {
    for (xml, why) in [
        ("<a><b></a>", "byte 6"),
        ("<a>", "ends in the middle"),
        ("<a x=<", "byte 0"),
        ("text", "no element"),
    ] {
        let error = text(xml).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    }
}

#[test]
fn what_is_skipped_is_not_visited_and_neither_is_its_end() {
    let (mut opened, mut closed) = (Vec::new(), 0);
    walk_document("<a><b><b>x</b></b><c/><b/></a>", Format::Xml, |event| {
        match event {
            XmlEvent::Open(tag) if tag.name() == "b" => return Content::Skipped,
            XmlEvent::Open(tag) => opened.push(tag.name().to_owned()),
            XmlEvent::Close(_) => closed += 1,
            XmlEvent::Text(text) => opened.push(text.to_owned()),
        }
        Content::Visited
    })
    .unwrap();
    assert_eq!((opened, closed), (vec!["a".to_owned(), "c".to_owned()], 2));
}

#[test]
fn the_root_is_reported_with_its_namespace() {
    let page = "<?xml version='1.0'?><!-- x --><m:page xmlns='u'/>";
    assert_eq!(root(page), Some(("page".into(), "u".into())));
    assert_eq!(root("no"), None);
}

#[test]
fn without_entities_of_documentation_only_those_of_xml_are_resolved() {
    let mut text = String::new();
    let xml = "<!DOCTYPE a [<!ENTITY b 'x'>]><a>&b;|&kde;|&mdash;|&#65;|&amp;&lt;&gt;&quot;&apos;</a>";
    walk(xml, EntitySet::Predefined, |event| {
        if let XmlEvent::Text(part) = event {
            text.push_str(part);
        }
        Content::Visited
    })
    .unwrap();
    assert_eq!(text, "&b;|&kde;|&mdash;|A|&<>\"'");
}
