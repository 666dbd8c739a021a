//! A small reader of XML as a tree, with nothing in common with the readers of the product. Pure.

use anyhow::{Context, Result, bail};
use quick_xml::{
    Reader, XmlVersion,
    escape::resolve_xml_entity,
    events::{BytesRef, BytesStart, Event},
};

/// Elements whose content is not of the text around them.
const ASIDE: &[&str] =
    &["office:annotation", "text:note", "text:tracked-changes", "draw:frame", "text:page-number"];

/// An element with the names that the document writes, prefixes included.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Element {
    pub(super) name: String,
    pub(super) attributes: Vec<(String, String)>,
    pub(super) children: Vec<Node>,
}

/// What an element contains.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Node {
    Element(Element),
    Text(String),
}

impl Element {
    /// The outermost element of a document.
    pub(super) fn parse(xml: &str) -> Result<Element> {
        let mut reader = Reader::from_str(xml);
        // The first is the document, whose only element is the outermost one.
        let mut open = vec![Element::default()];
        loop {
            match reader.read_event()? {
                Event::Start(start) => open.push(Element::begun(&start)),
                Event::Empty(start) => insert(&mut open, Node::Element(Element::begun(&start)))?,
                Event::End(_) => {
                    let ended = open.pop().context("an element ends that did not begin")?;
                    insert(&mut open, Node::Element(ended))?;
                }
                Event::Text(text) => insert(&mut open, Node::Text(text.xml10_content().into_owned()))?,
                Event::CData(text) => insert(&mut open, Node::Text(text.xml10_content().into_owned()))?,
                Event::GeneralRef(entity) => insert(&mut open, Node::Text(character(&entity)))?,
                Event::Eof => break,
                _ => {}
            }
        }
        let [document] = open.as_slice() else { bail!("the XML ends in the middle") };
        document.elements().next().cloned().context("the XML has no element")
    }

    fn begun(start: &BytesStart<'_>) -> Element {
        let mut attributes = start.attributes();
        let attributes = attributes.with_checks(false).flatten();
        let of = |it: quick_xml::events::attributes::Attribute<'_>| {
            let value = match it.normalized_value(XmlVersion::Implicit1_0) {
                Ok(value) => value.into_owned(),
                Err(_) => it.value.clone().into_owned(),
            };
            (it.key.into_inner().to_owned(), value)
        };
        let name = start.name().into_inner().to_owned();
        Element { name, attributes: attributes.map(of).collect(), children: Vec::new() }
    }

    /// The value of an attribute.
    pub(super) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|it| it.0 == name).map(|it| it.1.as_str())
    }

    /// A number that an attribute counts; 1 without it.
    pub(super) fn count(&self, name: &str) -> usize {
        self.attribute(name).and_then(|it| it.parse().ok()).unwrap_or(1)
    }

    /// The elements directly in it.
    pub(super) fn elements(&self) -> impl Iterator<Item = &Element> {
        self.children.iter().filter_map(|it| if let Node::Element(it) = it { Some(it) } else { None })
    }

    /// The first element of this name directly in it.
    pub(super) fn child(&self, name: &str) -> Option<&Element> {
        self.elements().find(|it| it.name == name)
    }

    /// All elements of this name inside it, in order.
    pub(super) fn all(&self, name: &str) -> Vec<&Element> {
        let mut found = Vec::new();
        self.add_all(name, &mut found);
        found
    }

    fn add_all<'a>(&'a self, name: &str, found: &mut Vec<&'a Element>) {
        for child in self.elements() {
            if child.name == name {
                found.push(child);
            }
            child.add_all(name, found);
        }
    }

    /// Its text as a person reads it, without comments, notes and what is inside frames.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        self.add_text(&mut text);
        text
    }

    fn add_text(&self, text: &mut String) {
        for child in &self.children {
            match child {
                Node::Text(part) => text.push_str(part),
                Node::Element(it) if ASIDE.contains(&it.name.as_str()) => {}
                Node::Element(it) if it.name == "text:s" => text.push_str(&" ".repeat(it.count("text:c"))),
                Node::Element(it) if it.name == "text:tab" => text.push('\t'),
                Node::Element(it) if it.name == "text:line-break" => text.push('\n'),
                Node::Element(it) => it.add_text(text),
            }
        }
    }
}

fn insert(open: &mut [Element], node: Node) -> Result<()> {
    open.last_mut().context("an element ends that did not begin")?.children.push(node);
    Ok(())
}

fn character(entity: &BytesRef<'_>) -> String {
    if let Ok(Some(character)) = entity.resolve_char_ref() {
        return character.into();
    }
    let name = entity.xml10_content();
    resolve_xml_entity(&name).map_or_else(|| format!("&{name};"), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_has_names_values_and_the_text_that_a_person_reads() {
        let xml = "<?xml version=\"1.0\"?><a x=\"1 &amp; &#50;\"><text:p>one <text:s text:c=\"2\"/>&lt;two&gt;<text:tab/>\
                   <text:span>three</text:span><office:annotation><text:p>aside</text:p></office:annotation></text:p><b/></a>";
        let root = Element::parse(xml).unwrap();
        assert_eq!((root.name.as_str(), root.attribute("x")), ("a", Some("1 & 2")));
        assert_eq!(root.child("text:p").unwrap().text(), "one   <two>\tthree");
        assert_eq!(root.all("text:p").len(), 2);
        for broken in ["", "<a>", "<a></b>", "no markup"] {
            assert!(Element::parse(broken).is_err(), "{broken}");
        }
    }
}
