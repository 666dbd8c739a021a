//! HTML, token by token.

mod bounded_reader;
mod empty_elements;

use crate::{
    Document, DocumentError, Section,
    markdown::{Element, Headings, Marker, Outline},
    text,
};
use bounded_reader::BoundedReader;
use empty_elements::with_end_tags;
use html5gum::{DefaultEmitter, HtmlString, StartTag, Token, Tokenizer};
use std::collections::BTreeMap;
use url::Url;

/// What becomes of the addresses of links.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Links {
    /// They are shown behind the text.
    Shown,
    /// Only the text is shown.
    Ignored,
}

/// Elements whose content no person reads.
const UNREAD: [&str; 10] =
    ["script", "style", "template", "noscript", "svg", "iframe", "object", "canvas", "textarea", "select"];
/// Elements around a document that are not of it.
const AROUND: [&str; 4] = ["nav", "aside", "footer", "button"];
/// Elements that are the document, whose heads belong to it.
const PARTS: [&str; 3] = ["main", "article", "section"];
/// Elements without content.
const VOID: [&str; 6] = ["br", "hr", "img", "input", "meta", "link"];

/// HTML as Markdown. Addresses that are not whole are completed with `base`.
pub fn html_to_markdown(html: &str, base: Option<&Url>, links: Links) -> String {
    let mut reader = Reader::new(Headings::InText, base, links);
    reader.read(html);
    reader.outline.finish_text()
}

/// A document in XHTML. `<script/>` is a whole element in it, and the beginning of one in HTML.
pub(crate) fn read_xhtml(xhtml: &str, name: &str) -> Result<Document, DocumentError> {
    read(&with_end_tags(xhtml), name)
}

/// A document in HTML.
pub(crate) fn read(html: &str, name: &str) -> Result<Document, DocumentError> {
    let mut reader = Reader::new(Headings::Sections, None, Links::Ignored);
    reader.read(html);
    let title = text::title(&reader.title);
    let named = if title.is_empty() { name } else { &title };
    let (title, sections) = reader.outline.finish(named)?;
    Ok(Document {
        title,
        application: None,
        version: None,
        language: reader.language,
        sections,
        missing_text: None,
    })
}

/// The title and the sections of HTML that is under this title; its own headings begin with `h2`.
pub(crate) fn sections_under(title: &str, html: &str) -> Result<(String, Vec<Section>), DocumentError> {
    let mut reader = Reader::new(Headings::Sections, None, Links::Ignored);
    reader.outline.open_section(1, title);
    reader.read(html);
    reader.outline.finish(title)
}

/// The character sequence of a named entity; `None` if HTML has no such name.
pub(crate) fn entity(name: &str) -> Option<String> {
    if name.is_empty() || !name.chars().all(|it| it.is_ascii_alphanumeric()) {
        return None;
    }
    let reference = format!("&{name};");
    let texts = Tokenizer::new(&reference).filter_map(|token| match token {
        Ok(Token::String(part)) => Some(string(&part)),
        Ok(_) | Err(_) => None,
    });
    let text: String = texts.collect();
    (text != reference).then_some(text)
}

struct Reader<'a> {
    outline: Outline,
    headings: Headings,
    /// The element that is skipped, and how many of its name are open in it.
    skipping: Option<(String, usize)>,
    base: Option<&'a Url>,
    links: Links,
    /// The address of the link that is open.
    href: Option<String>,
    language: Option<String>,
    /// The title of the page, which is not part of its text.
    title: String,
    in_title: bool,
    /// How many elements are open that are the document, and not the page around it.
    parts: usize,
}

impl<'a> Reader<'a> {
    fn new(headings: Headings, base: Option<&'a Url>, links: Links) -> Reader<'a> {
        let outline = Outline::new(headings);
        Reader {
            outline,
            headings,
            skipping: None,
            base,
            links,
            href: None,
            language: None,
            title: String::new(),
            in_title: false,
            parts: 0,
        }
    }

    fn read(&mut self, html: &str) {
        let mut emitter = DefaultEmitter::default();
        emitter.naively_switch_states(true);
        for token in Tokenizer::new_with_emitter(BoundedReader::of(html), emitter) {
            // After a pause it continues.
            let Ok(token) = token else { continue };
            match token {
                Token::StartTag(tag) => self.start(&tag),
                Token::EndTag(tag) => self.end(&string(&tag.name)),
                Token::String(part) => self.text(&string(&part)),
                Token::Comment(_) | Token::Doctype(_) | Token::Error(_) => {}
            }
        }
    }

    fn start(&mut self, tag: &StartTag<()>) {
        let name = string(&tag.name);
        if let Some((skipped, depth)) = &mut self.skipping {
            *depth += usize::from(*skipped == name && !tag.self_closing);
            return;
        }
        self.parts += usize::from(PARTS.contains(&name.as_str()));
        if self.is_skipped(&name) {
            if !tag.self_closing {
                self.skipping = Some((name, 1));
            }
            return;
        }
        match name.as_str() {
            "a" => self.start_link(&tag.attributes),
            "img" => self.image(&tag.attributes),
            "html" if self.headings == Headings::Sections => {
                self.language = attribute(&tag.attributes, "lang").filter(|it| !it.is_empty());
            }
            "title" if self.headings == Headings::Sections => self.in_title = self.title.is_empty(),
            name => self.outline.start(element(name)),
        }
    }

    fn end(&mut self, name: &str) {
        if let Some((skipped, depth)) = &mut self.skipping {
            if skipped == name {
                *depth -= 1;
                if *depth == 0 {
                    self.skipping = None;
                }
            }
            return;
        }
        match name {
            "a" => self.end_link(),
            "title" if self.headings == Headings::Sections => self.in_title = false,
            name if VOID.contains(&name) => {}
            name => {
                self.parts = self.parts.saturating_sub(usize::from(PARTS.contains(&name)));
                self.outline.end(element(name));
            }
        }
    }

    fn text(&mut self, text: &str) {
        if self.skipping.is_some() {
            return;
        }
        if self.in_title {
            self.title.push_str(text);
        } else {
            self.outline.text(text);
        }
    }

    fn is_skipped(&self, name: &str) -> bool {
        let is_around = AROUND.contains(&name) || name == "header" && self.parts == 0;
        UNREAD.contains(&name) || self.headings == Headings::Sections && is_around
    }

    fn image(&mut self, attributes: &Attributes) {
        let alt = attribute(attributes, "alt").unwrap_or_default();
        if self.headings == Headings::InText && !alt.trim().is_empty() {
            self.outline.text(&format!("[{}]", alt.trim()));
        }
    }

    fn start_link(&mut self, attributes: &Attributes) {
        self.end_link();
        let href = attribute(attributes, "href").filter(|_| self.links == Links::Shown);
        let whole = href.and_then(|it| match self.base {
            Some(base) => base.join(it.trim()).ok(),
            None => Url::parse(it.trim()).ok(),
        });
        // `javascript:` and `data:` addresses are programs and pages in themselves, not links that can be
        // followed.
        if let Some(url) = whole.filter(|it| matches!(it.scheme(), "http" | "https" | "mailto")) {
            self.outline.text_start("[");
            self.href = Some(url.to_string());
        }
    }

    fn end_link(&mut self) {
        if let Some(href) = self.href.take() {
            self.outline.text_end("[", &format!("]({})", short(&href)));
        }
    }
}

/// The most characters of an address.
const LONGEST_ADDRESS: usize = 500;

/// An address of limited length. Parsed ones have neither spaces nor control characters.
fn short(href: &str) -> String {
    match href.char_indices().nth(LONGEST_ADDRESS) {
        Some((end, _)) => format!("{}…", &href[..end]),
        None => href.to_owned(),
    }
}

fn element(name: &str) -> Element {
    match name {
        "h1" => Element::Heading(1),
        "h2" => Element::Heading(2),
        "h3" => Element::Heading(3),
        "h4" => Element::Heading(4),
        "h5" => Element::Heading(5),
        "h6" => Element::Heading(6),
        "p" | "section" | "article" | "main" | "form" | "fieldset" | "dl" | "figure" | "details"
        | "header" | "footer" | "nav" | "aside" | "title" => Element::Paragraph,
        "div" | "dt" | "dd" | "label" | "legend" | "summary" | "figcaption" | "address" | "option"
        | "body" | "html" | "head" | "caption" => Element::Line,
        "ul" | "menu" => Element::List(Marker::Dash),
        "ol" => Element::List(Marker::Number),
        "li" => Element::Item,
        "blockquote" => Element::Quote,
        "pre" => Element::CodeBlock,
        "table" => Element::Table,
        "tr" => Element::Row,
        "td" | "th" => Element::Cell,
        "br" => Element::Break,
        "hr" => Element::Rule,
        "code" => Element::Code,
        "strong" | "b" => Element::Strong,
        "del" | "s" | "strike" => Element::Struck,
        _ => Element::Inline,
    }
}

type Attributes = BTreeMap<HtmlString, html5gum::Spanned<HtmlString, ()>>;

fn attribute(attributes: &Attributes, name: &str) -> Option<String> {
    attributes.get(name.as_bytes()).map(|it| string(it))
}

fn string(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(test)]
mod tests;
