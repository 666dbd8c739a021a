//! A flat document as lines that are the same as long as what it says and how it looks is the same. Pure.
//!
//! LibreOffice numbers automatic styles and identities again each time it writes, works out heights and layouts when it comes to them,
//! and keeps what the window shows in the settings: none of that is in the lines. A style stands where it is used. An automatic
//! style that adds nothing to the one that it stands on is that one.

use super::xml::{Element, Node};
use std::collections::BTreeMap;

/// The parts of a document that are in the lines.
const PARTS: &[&str] = &["office:master-styles", "office:body"];
/// Elements that come and go by themselves.
const IGNORED: &[&str] = &[
    "office:forms",
    "office:meta",
    "office:settings",
    "office:scripts",
    "office:font-face-decls",
    "office:styles",
    "office:automatic-styles",
    "text:sequence-decls",
    "text:soft-page-break",
    "dc:date",
    "meta:date",
    "chart:coordinate-region",
    "chart:wall",
    "chart:floor",
    "chart:data-point",
    "loext:p",
    "presentation:settings",
];
/// Attributes that change by themselves.
const VOLATILE: &[&str] = &[
    "xml:id",
    "draw:id",
    "text:id",
    "text:change-id",
    "smil:begin",
    "officeooo:rsid",
    "officeooo:paragraph-rsid",
    "style:row-height",
    "style:use-optimal-row-height",
    "chart:solid-type",
    "text:use-soft-page-breaks",
    "draw:notify-on-update-of-ranges",
    "style:name",
];
/// Attributes of a style that say what it is of and what it stands on.
const ORIGIN: &[&str] = &["style:family", "style:parent-style-name"];
/// Elements whose text is theirs with all its spaces.
const TEXTS: &[&str] = &["text:p", "text:h", "text:span", "text:a"];
/// How deep styles may name each other.
const DEEPEST: usize = 6;

/// Automatic styles by their names.
type Automatic<'a> = BTreeMap<&'a str, Vec<&'a Element>>;

/// The lines of a document.
pub(super) fn lines(root: &Element) -> Vec<String> {
    let styles = automatic(root);
    let mut all = Vec::new();
    for part in PARTS.iter().filter_map(|it| root.child(it)) {
        add(part, &styles, "", &mut all);
    }
    all
}

/// What is different: some of the lines that went and that came.
pub(super) fn changes(before: &[String], after: &[String]) -> Vec<String> {
    let begin = before.iter().zip(after).take_while(|(was, is)| was == is).count();
    let (before, after) = (&before[begin..], &after[begin..]);
    let end = before.iter().rev().zip(after.iter().rev()).take_while(|(was, is)| was == is).count();
    let (before, after) = (&before[..before.len() - end], &after[..after.len() - end]);
    let went = before.iter().map(|it| format!("gone: {it}"));
    went.chain(after.iter().map(|it| format!("new: {it}"))).collect()
}

fn automatic(root: &Element) -> Automatic<'_> {
    let mut styles: Automatic<'_> = BTreeMap::new();
    for style in root.child("office:automatic-styles").into_iter().flat_map(Element::elements) {
        if let Some(name) = style.attribute("style:name") {
            styles.entry(name).or_default().push(style);
        }
    }
    styles
}

fn add(element: &Element, styles: &Automatic<'_>, indent: &str, lines: &mut Vec<String>) {
    let is_embedded = element.name == "office:document";
    let own = if is_embedded { automatic(element) } else { Automatic::new() };
    let styles = if is_embedded { &own } else { styles };
    lines.push(format!("{indent}{}{}", element.name, attributes(element, styles, DEEPEST)));
    let inside = format!("{indent} ");
    // What replaces an object or a table where it is not understood is drawn when somebody looks.
    let has_own_picture =
        element.elements().any(|it| matches!(it.name.as_str(), "draw:object" | "table:table"));
    let is_text = TEXTS.contains(&element.name.as_str());
    for child in &element.children {
        match child {
            // The number of a page is that of its layout.
            _ if element.name == "text:page-number" => {}
            Node::Element(it) if IGNORED.contains(&it.name.as_str()) || is_empty_sequence(it) => {}
            Node::Element(it) if has_own_picture && it.name == "draw:image" => {}
            Node::Element(it) => add(it, styles, &inside, lines),
            Node::Text(text) if is_text => lines.push(format!("{inside}{text:?}")),
            Node::Text(text) if text.trim().is_empty() => {}
            Node::Text(text) => lines.push(format!("{inside}{:?}", text.trim())),
        }
    }
}

/// Whether it is a sequence of animations without any: LibreOffice makes it for a slide that is shown.
fn is_empty_sequence(element: &Element) -> bool {
    element.name == "anim:seq" && element.elements().next().is_none()
}

fn attributes(element: &Element, styles: &Automatic<'_>, depth: usize) -> String {
    let is_layout = |name: &str| element.name.starts_with("chart:") && name.starts_with("svg:");
    let kept = element.attributes.iter().filter(|(name, _)| is_kept(name) && !is_layout(name));
    let shown = |(name, value): &(String, String)| match styles.get(value.as_str()).map(Vec::as_slice) {
        Some([named]) if is_style(name) && adds_nothing(named) => {
            // Without a parent it is as if there were no style.
            let parent = named.attribute("style:parent-style-name");
            parent.map(|it| format!(" {name}={it:?}")).unwrap_or_default()
        }
        Some(named) if is_style(name) && depth > 0 => {
            let looks: Vec<String> = named.iter().map(|it| style(it, styles, depth - 1)).collect();
            format!(" {name}={{{}}}", looks.join(" or "))
        }
        _ => format!(" {name}={value:?}"),
    };
    kept.map(shown).collect()
}

fn is_kept(attribute: &str) -> bool {
    !VOLATILE.contains(&attribute) && !attribute.starts_with("xmlns:")
}

/// Whether a style looks as the one that it stands on. LibreOffice makes such a style to note in which session a text was written.
fn adds_nothing(style: &Element) -> bool {
    let is_bare =
        |it: &Element| it.elements().next().is_none() && !it.attributes.iter().any(|(name, _)| is_kept(name));
    let is_origin = |name: &str| ORIGIN.contains(&name);
    let has_own = style.attributes.iter().any(|(name, _)| is_kept(name) && !is_origin(name));
    style.name == "style:style" && !has_own && style.elements().all(is_bare)
}

fn is_style(name: &str) -> bool {
    name.ends_with("style-name") || name == "style:page-layout-name"
}

/// How something of this style looks.
fn style(element: &Element, styles: &Automatic<'_>, depth: usize) -> String {
    let inside: Vec<String> = element.elements().map(|it| style(it, styles, depth)).collect();
    let separator = if inside.is_empty() { "" } else { " " };
    format!("{}{}{separator}{}", element.name, attributes(element, styles, depth), inside.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(style: &str, bold: &str, text: &str, moment: &str) -> Vec<String> {
        let xml = format!(
            r#"<office:document><office:meta><dc:date>{moment}</dc:date></office:meta>
            <office:settings><x>{moment}</x></office:settings>
            <office:automatic-styles><style:style style:name="{style}" style:family="text">
            <style:text-properties fo:font-weight="{bold}" officeooo:rsid="{moment}"/></style:style>
            </office:automatic-styles><office:body><office:text><text:p xml:id="{moment}">a <text:span
            text:style-name="{style}">{text}</text:span></text:p></office:text></office:body></office:document>"#
        );
        lines(&Element::parse(&xml).unwrap())
    }

    #[test]
    fn only_what_is_said_and_how_it_looks_is_in_the_lines() {
        let before = document("T1", "bold", "tea", "1");
        assert_eq!(changes(&before, &document("T7", "bold", "tea", "2")), Vec::<String>::new());
        let words = changes(&before, &document("T1", "bold", "milk", "1"));
        assert_eq!(words, ["gone:     \"tea\"", "new:     \"milk\""]);
        let looks = changes(&before, &document("T1", "normal", "tea", "1"));
        assert!(looks.len() == 2 && looks[0].contains("fo:font-weight=\"bold\""), "{looks:?}");
    }

    #[test]
    fn an_automatic_style_that_adds_nothing_is_the_one_that_it_stands_on() {
        let paragraph = |style: &str, properties: &str| {
            let xml = format!(
                r#"<office:document><office:automatic-styles><style:style style:name="P1" style:family="paragraph"
                style:parent-style-name="Standard"><style:text-properties {properties}/></style:style>
                </office:automatic-styles><office:body><office:text><text:p text:style-name="{style}">tea</text:p>
                </office:text></office:body></office:document>"#
            );
            lines(&Element::parse(&xml).unwrap())
        };
        let plain = paragraph("Standard", "");
        let numbered = paragraph("P1", r#"officeooo:rsid="1" officeooo:paragraph-rsid="1""#);
        assert_eq!(changes(&plain, &numbered), Vec::<String>::new());
        for other in [paragraph("P1", r##"fo:color="#ff0000""##), paragraph("Title", "")] {
            assert_eq!(changes(&plain, &other).len(), 2, "{other:?}");
        }
    }

    #[test]
    fn a_sequence_of_animations_is_a_change_once_it_has_one() {
        let slide = |sequence: &str| {
            let xml = format!(
                "<office:document><office:body><draw:page><anim:par>{sequence}</anim:par></draw:page></office:body></office:document>"
            );
            lines(&Element::parse(&xml).unwrap())
        };
        let (plain, shown) = (slide(""), slide("<anim:seq smil:dur=\"0s\"/>"));
        assert_eq!(changes(&plain, &shown), Vec::<String>::new());
        assert_eq!(changes(&plain, &slide("<anim:seq><anim:par/></anim:seq>")).len(), 2);
    }
}
