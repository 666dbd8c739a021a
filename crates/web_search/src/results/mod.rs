//! The results in an engine's answer, as data: short lines, and addresses of the web alone. Pure.

mod feed;
mod json;

pub use json::JsonFields;

use crate::SettingsError;
use deskpilot_web::{text::line, web_address};
use json::AbsentList;
use std::collections::BTreeSet;
use url::Url;

/// The longest title, in characters.
const LONGEST_TITLE: usize = 150;
/// The longest snippet, in characters.
const LONGEST_SNIPPET: usize = 800;
/// The longest address that is shown to an agent.
const LONGEST_ADDRESS: usize = 500;

/// A result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SearchResult {
    pub(crate) title: String,
    pub(crate) url: Url,
    /// What the engine shows of the page; may be empty.
    pub(crate) snippet: String,
}

/// The texts of a result, as they came.
#[derive(Debug, Default, PartialEq, Eq)]
struct RawResult {
    title: String,
    url: String,
    snippet: String,
}

/// How an engine answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ResultFormat {
    /// JSON, with results where these pointers lead.
    Json(JsonFields, SnippetMarkup),
    /// JSON with results where these pointers lead, or else a feed.
    JsonOrFeed(JsonFields),
}

/// What titles and snippets are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SnippetMarkup {
    /// Plain text.
    Plain,
    /// HTML, with its entities.
    Html,
}

/// What an answer is if it has no results to read.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum AnswerFault {
    /// A page for people.
    Page,
    /// Something else; the sentence says what is wrong with it.
    Unreadable(String),
}

impl ResultFormat {
    /// The format of an engine, whose settings say how it answers if its table does not.
    ///
    /// # Errors
    /// A JSON pointer in the settings is invalid.
    pub(crate) fn of(table: Option<&ResultFormat>, set: &JsonFields) -> Result<ResultFormat, SettingsError> {
        match table {
            Some(format) => Ok(format.clone()),
            None => set.check().map(|()| ResultFormat::JsonOrFeed(set.clone())),
        }
    }

    /// The first results of an answer. Leaves out what has no address of the web, and what came before.
    pub(crate) fn read(
        &self,
        body: &[u8],
        count: usize,
        html: fn(&str) -> String,
    ) -> Result<Vec<SearchResult>, AnswerFault> {
        let text = String::from_utf8_lossy(body);
        let text = text.trim_start_matches('\u{feff}').trim_start();
        let (raw, markup) = match self {
            ResultFormat::Json(..) if text.starts_with('<') => return Err(AnswerFault::Page),
            ResultFormat::Json(fields, markup) => (json::read(text, fields, AbsentList::NoResults)?, *markup),
            ResultFormat::JsonOrFeed(_) if text.starts_with('<') => (feed::read(text)?, SnippetMarkup::Html),
            ResultFormat::JsonOrFeed(fields) => {
                (json::read(text, fields, AbsentList::Fault)?, SnippetMarkup::Html)
            }
        };
        let mut known = BTreeSet::new();
        let results = raw.into_iter().filter_map(|it| it.cleaned(markup, html));
        Ok(results.filter(|it| known.insert(it.url.clone())).take(count).collect())
    }
}

impl RawResult {
    fn cleaned(&self, markup: SnippetMarkup, html: fn(&str) -> String) -> Option<SearchResult> {
        let url = web_address(&self.url).ok().filter(|it| it.as_str().len() <= LONGEST_ADDRESS)?;
        let plain = |text: &str| match markup {
            SnippetMarkup::Plain => text.to_owned(),
            SnippetMarkup::Html => html(text),
        };
        let title = line(&plain(&self.title), LONGEST_TITLE);
        let title = if title.is_empty() { line(url.host_str()?, LONGEST_TITLE) } else { title };
        Some(SearchResult { title, url, snippet: line(&plain(&self.snippet), LONGEST_SNIPPET) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields() -> JsonFields {
        JsonFields::fixed("/results", "/title", "/url", "/content")
    }

    #[test]
    fn only_results_with_an_address_of_the_web_are_taken_and_each_once() {
        let answer = r#"{"results": [
            {"title": "A\u202e\n title", "url": "https://a.example/", "content": "one\n\ttwo\u0000"},
            {"title": "again", "url": "https://a.example/", "content": ""},
            {"title": "script", "url": "javascript:alert(1)", "content": "x"},
            {"title": "file", "url": "file:///etc/passwd", "content": "x"},
            {"title": "data", "url": "data:text/html,x", "content": "x"},
            {"title": "login", "url": "https://user:pass@b.example/", "content": "x"},
            {"title": 7, "url": "http://c.example/x", "content": null},
            {"title": "no address"}, null, "text", [],
            {"title": "last", "url": "https://d.example/", "content": "x"}
        ]}"#;
        let format = ResultFormat::Json(fields(), SnippetMarkup::Plain);
        let found = format.read(answer.as_bytes(), 2, str::to_owned).unwrap();
        let shown: Vec<_> =
            found.iter().map(|it| (it.title.as_str(), it.url.as_str(), it.snippet.as_str())).collect();
        assert_eq!(
            shown,
            [("A title", "https://a.example/", "one two"), ("c.example", "http://c.example/x", "")]
        );
    }

    #[test]
    fn answers_that_are_no_results_are_told_apart() {
        let json = ResultFormat::Json(fields(), SnippetMarkup::Plain);
        let either = ResultFormat::JsonOrFeed(fields());
        for (format, body, expected) in [
            (&json, &b"<!DOCTYPE html><title>Are you human?</title>"[..], None),
            (&json, b"\n<html><body>captcha", None),
            (&either, b"<html><body>captcha</body></html>", None),
            (&json, b"", Some("it is no JSON")),
            (&json, b"{\"results\": [", Some("it is no JSON")),
            (&json, b"\xff\xfe{}", Some("it is no JSON")),
            (&json, b"[]", Some("it has no list at /results")),
            (&either, b"{\"items\": []}", Some("it has no list at /results")),
            (&json, b"{\"results\": 7}", Some("it has no list at /results")),
            (&either, b"<feed><entry>", Some("its XML is damaged")),
            (&either, b"<svg/>", Some("it is XML, but neither Atom nor RSS")),
        ] {
            let fault = format.read(body, 5, str::to_owned).unwrap_err();
            match expected {
                None => assert_eq!(fault, AnswerFault::Page),
                Some(part) => {
                    assert!(matches!(&fault, AnswerFault::Unreadable(it) if it.contains(part)), "{fault:?}");
                }
            }
        }
        let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        assert!(json.read(deep.as_bytes(), 5, str::to_owned).is_err());
    }

    #[test]
    fn text_that_is_no_utf_8_is_read_with_marks() {
        let format = ResultFormat::Json(fields(), SnippetMarkup::Plain);
        let body =
            b"{\"results\": [{\"title\": \"caf\xe9\", \"url\": \"https://a.example\", \"content\": \"x\"}]}";
        assert_eq!(format.read(body, 5, str::to_owned).unwrap()[0].title, "caf\u{fffd}");
    }

    #[test]
    fn markup_of_snippets_becomes_text() {
        let body =
            br#"{"results": [{"title": "a &amp; b", "url": "https://a.example", "content": "<b>x</b>"}]}"#;
        let html = |text: &str| text.replace("&amp;", "&").replace("<b>", "").replace("</b>", "");
        let read = |markup| ResultFormat::Json(fields(), markup).read(body, 5, html).unwrap().remove(0);
        assert_eq!(
            (read(SnippetMarkup::Html).title, read(SnippetMarkup::Html).snippet),
            ("a & b".into(), "x".into())
        );
        assert_eq!(read(SnippetMarkup::Plain).title, "a &amp; b");
    }
}
