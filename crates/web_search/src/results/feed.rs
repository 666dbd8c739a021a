//! Results in a feed: the entries of Atom, or the items of RSS. Resolves only the five entities of XML and numeric characters.

use super::{AnswerFault, RawResult};
use quick_xml::{
    Reader, XmlVersion,
    escape::resolve_xml_entity,
    events::{BytesRef, BytesStart, Event},
};

/// The deepest element that is read; feeds have less than ten.
const DEEPEST: usize = 64;

/// What a text inside an entry is.
#[derive(Clone, Copy)]
enum Field {
    Title,
    Address,
    Snippet,
}

/// The results under way.
#[derive(Default)]
struct FeedReader {
    results: Vec<RawResult>,
    /// The entry that is open.
    entry: Option<RawResult>,
    /// The open elements.
    path: Vec<String>,
    /// Whether the outermost element is one of a feed.
    is_feed: bool,
}

/// The results of a feed.
pub(super) fn read(text: &str) -> Result<Vec<RawResult>, AnswerFault> {
    let head: String = text.chars().take(15).collect::<String>().to_ascii_lowercase();
    if head.starts_with("<!doctype html") || head.starts_with("<html") {
        return Err(AnswerFault::Page);
    }
    let damaged = |why: String| AnswerFault::Unreadable(format!("its XML is damaged: {why}"));
    let (mut reader, mut feed) = (Reader::from_str(text), FeedReader::default());
    loop {
        match reader.read_event().map_err(|error| damaged(error.to_string()))? {
            Event::Start(tag) => {
                feed.open(&tag);
                if feed.path.len() > DEEPEST {
                    return Err(damaged("its elements are nested too deep".into()));
                }
            }
            Event::Empty(tag) => {
                feed.open(&tag);
                feed.close();
            }
            Event::End(_) => feed.close(),
            Event::Text(text) => feed.text(&text.xml10_content()),
            Event::CData(text) => feed.text(&text.xml10_content()),
            Event::GeneralRef(entity) => feed.text(&entity_text(&entity)),
            Event::Eof if !feed.path.is_empty() => return Err(damaged("it ends in the middle".into())),
            Event::Eof if feed.is_feed => return Ok(feed.results),
            Event::Eof => return Err(AnswerFault::Unreadable("it is XML, but neither Atom nor RSS".into())),
            _ => {}
        }
    }
}

impl FeedReader {
    fn open(&mut self, tag: &BytesStart<'_>) {
        let name = local_name(tag.name().into_inner()).to_owned();
        match name.as_str() {
            "feed" | "rss" | "RDF" if self.path.is_empty() => self.is_feed = true,
            "entry" | "item" if self.entry.is_none() => self.entry = Some(RawResult::default()),
            "link" => self.link(tag),
            _ => {}
        }
        self.path.push(name);
    }

    /// A link of Atom, whose address is an attribute; one to the page itself has the relation `alternate`, or none.
    fn link(&mut self, tag: &BytesStart<'_>) {
        let Some(entry) = self.entry.as_mut().filter(|it| it.url.is_empty()) else { return };
        if attribute(tag, "rel").is_none_or(|it| it == "alternate") {
            entry.url = attribute(tag, "href").unwrap_or_default();
        }
    }

    fn close(&mut self) {
        if matches!(self.path.pop().as_deref(), Some("entry" | "item")) {
            self.results.extend(self.entry.take());
        }
    }

    fn text(&mut self, text: &str) {
        let Some(entry) = self.entry.as_mut() else { return };
        let field = self.path.iter().rev().find_map(|it| match it.as_str() {
            "title" => Some(Field::Title),
            "link" => Some(Field::Address),
            "description" | "summary" | "content" | "encoded" => Some(Field::Snippet),
            _ => None,
        });
        match field {
            Some(Field::Title) => entry.title.push_str(text),
            Some(Field::Address) => entry.url.push_str(text),
            Some(Field::Snippet) => entry.snippet.push_str(text),
            None => {}
        }
    }
}

/// The value of an attribute.
fn attribute(tag: &BytesStart<'_>, name: &str) -> Option<String> {
    // The check for duplicate attributes takes quadratic time.
    let mut attributes = tag.attributes();
    let found = attributes.with_checks(false).flatten().find(|it| local_name(it.key.into_inner()) == name)?;
    found.normalized_value(XmlVersion::Implicit1_0).ok().map(|value| value.into_owned())
}

/// The text of an entity. Those that a document type would have to define are left out.
fn entity_text(entity: &BytesRef<'_>) -> String {
    let character = || entity.resolve_char_ref().ok().flatten().map(String::from);
    let predefined = resolve_xml_entity(&entity.xml10_content()).map(str::to_owned);
    predefined.or_else(character).unwrap_or_default()
}

fn local_name(name: &str) -> &str {
    name.rsplit_once(':').map_or(name, |(_, local)| local)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_of_atom_and_items_of_rss_are_results() {
        let atom = r#"<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Search</title>
            <link href="https://s.example/"/><entry><title>Pages &amp; more</title>
            <link rel="self" href="https://s.example/1"/><link href="https://a.example/1?x=1&amp;y=2"/>
            <content type="html">&lt;b&gt;one&lt;/b&gt; two</content></entry></feed>"#;
        let rss = r#"<rss version="2.0" xmlns:x="urn:x"><channel><title>Search</title><link>https://s.example/</link>
            <item><title><![CDATA[Pages & more]]></title><link>https://a.example/1?x=1&amp;y=2</link>
            <description>&#60;b&#62;one&lt;/b&gt; two</description><x:title2>no</x:title2></item></channel></rss>"#;
        for feed in [atom, rss] {
            let found = read(feed).unwrap();
            let expected = RawResult {
                title: "Pages & more".into(),
                url: "https://a.example/1?x=1&y=2".into(),
                snippet: "<b>one</b> two".into(),
            };
            assert_eq!(found, [expected]);
        }
    }

    #[test]
    fn no_document_type_makes_a_feed_larger_and_no_nesting_exhausts_anything() {
        let bomb = r#"<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>
            <rss><item><title>&b;&f;x</title></item></rss>"#;
        assert_eq!(read(bomb).unwrap()[0].title, "x");
        let deep = read(&"<rss>".repeat(100_000)).unwrap_err();
        assert_eq!(
            deep,
            AnswerFault::Unreadable("its XML is damaged: its elements are nested too deep".into())
        );
    }
}
