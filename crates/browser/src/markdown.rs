//! HTML as Markdown, token by token: its time and memory grow with the length of a page, and no nesting of a page can exhaust
//! the stack.

mod writer;

use html5gum::{DefaultEmitter, HtmlString, StartTag, Token, Tokenizer};
use std::collections::BTreeMap;
use url::Url;
use writer::Writer;

/// What becomes of the addresses of links.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Links {
    /// They are shown behind the text.
    Shown,
    /// Only the text is shown.
    Ignored,
}

/// Elements whose content no person reads.
const SKIPPED: [&str; 10] =
    ["script", "style", "template", "noscript", "svg", "iframe", "object", "canvas", "textarea", "select"];
/// Elements without content.
const VOID: [&str; 6] = ["br", "hr", "img", "input", "meta", "link"];

/// HTML as Markdown, without the addresses of its links.
pub fn html_to_markdown(html: &str) -> String {
    of_html(html, None, Links::Ignored)
}

/// HTML as Markdown. Addresses that are not whole are completed with `base`.
pub(crate) fn of_html(html: &str, base: Option<&Url>, links: Links) -> String {
    let mut emitter = DefaultEmitter::default();
    emitter.naively_switch_states(true);
    let mut reader = Reader { writer: Writer::default(), skipping: None, base, links, href: None };
    for Ok(token) in Tokenizer::new_with_emitter(html, emitter) {
        match token {
            Token::StartTag(tag) => reader.start(&tag),
            Token::EndTag(tag) => reader.end(&text(&tag.name)),
            Token::String(part) => reader.text(&text(&part)),
            Token::Comment(_) | Token::Doctype(_) | Token::Error(_) => {}
        }
    }
    reader.writer.finish()
}

/// A part of a text, and what part it is if it is not all.
pub(crate) fn part(whole: &str, from: usize, most: usize) -> String {
    let count = whole.chars().count();
    if from == 0 && count <= most {
        return whole.to_owned();
    }
    let (from, end) = (from.min(count), (from + most).min(count));
    let part: String = whole.chars().skip(from).take(end - from).collect();
    let more = if end < count { format!("; go on with from={end}") } else { String::new() };
    format!("(characters {from} to {end} of {count}{more})\n{part}")
}

struct Reader<'a> {
    writer: Writer,
    /// The element that is skipped, and how many of its name are open in it.
    skipping: Option<(String, usize)>,
    base: Option<&'a Url>,
    links: Links,
    /// The address of the link that is open.
    href: Option<String>,
}

impl Reader<'_> {
    fn start(&mut self, tag: &StartTag<()>) {
        let name = text(&tag.name);
        if let Some((skipped, depth)) = &mut self.skipping {
            *depth += usize::from(*skipped == name && !tag.self_closing);
            return;
        }
        if SKIPPED.contains(&name.as_str()) {
            if !tag.self_closing {
                self.skipping = Some((name, 1));
            }
            return;
        }
        match name.as_str() {
            "a" => self.start_link(&tag.attributes),
            "img" => {
                let alt = attribute(&tag.attributes, "alt").unwrap_or_default();
                if !alt.trim().is_empty() {
                    self.writer.text(&format!("[{}]", alt.trim()));
                }
            }
            name => self.writer.start(name),
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
            name if VOID.contains(&name) => {}
            name => self.writer.end(name),
        }
    }

    fn text(&mut self, text: &str) {
        if self.skipping.is_none() {
            self.writer.text(&crate::text::lines(text));
        }
    }

    fn start_link(&mut self, attributes: &Attributes) {
        self.end_link();
        let href = attribute(attributes, "href").filter(|_| self.links == Links::Shown);
        let whole = href.and_then(|it| match self.base {
            Some(base) => base.join(it.trim()).ok(),
            None => Url::parse(it.trim()).ok(),
        });
        // Programs and pages that stand in an address itself are nowhere to go to.
        if let Some(url) = whole.filter(|it| matches!(it.scheme(), "http" | "https" | "mailto")) {
            self.writer.text_start("[");
            self.href = Some(url.to_string());
        }
    }

    fn end_link(&mut self) {
        if let Some(href) = self.href.take() {
            self.writer.text_end(&format!("]({})", crate::text::line(&href, 500)));
        }
    }
}

type Attributes = BTreeMap<HtmlString, html5gum::Spanned<HtmlString, ()>>;

fn attribute(attributes: &Attributes, name: &str) -> Option<String> {
    attributes.get(name.as_bytes()).map(|it| text(it))
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(test)]
mod tests;
