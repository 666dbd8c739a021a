//! The table of search engines: how each is asked, and where its results are in its answer. Pure.

mod brave;
mod opensearch;
mod searxng;
mod tavily;

use crate::{SettingsError, results::ResultFormat};
use serde_json::Value;
use url::Url;

/// A search engine that can be asked.
#[derive(Debug)]
pub struct EngineSpec {
    /// Its name in the settings.
    pub name: &'static str,
    /// One sentence for the manual.
    pub doc: &'static str,
    /// Its address; empty where the user has to name one.
    pub address: &'static str,
    /// Whether it needs a key.
    pub key: KeyNeed,
    /// The usual name of its key; empty where it usually needs none.
    pub key_variable: &'static str,
    /// What to do if it refuses, as the end of a sentence.
    pub(crate) on_refusal: &'static str,
    /// How the key is sent.
    pub(crate) key_header: KeyHeader,
    /// The request for a search at this address.
    pub(crate) request: fn(&str, &Search<'_>) -> Result<EngineRequest, SettingsError>,
    /// How it answers, if its settings do not say so.
    pub(crate) answers: Option<ResultFormat>,
}

/// Whether an engine needs a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyNeed {
    /// It does not answer without one.
    Required,
    /// Some of its operators want one.
    Optional,
}

/// How a key is sent: never in an address, which others write into their logs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KeyHeader {
    /// `Authorization: Bearer KEY`.
    Bearer,
    /// A header of this name.
    Named(&'static str),
}

/// The text to search for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Search<'a> {
    pub(crate) text: &'a str,
    /// How many results are wanted.
    pub(crate) count: usize,
}

/// A request: `POST` with a body, `GET` without.
#[derive(Debug, PartialEq)]
pub(crate) struct EngineRequest {
    pub(crate) url: Url,
    pub(crate) body: Option<Value>,
}

/// Every engine. A new one is a file and a row here.
pub const ENGINES: &[EngineSpec] = &[searxng::SPEC, brave::SPEC, tavily::SPEC, opensearch::SPEC];

impl EngineSpec {
    /// The engine of this name.
    ///
    /// # Errors
    /// There is no such engine; the error names all engines.
    pub fn of(name: &str) -> Result<&'static EngineSpec, SettingsError> {
        ENGINES.iter().find(|it| it.name == name).ok_or_else(|| {
            let names: Vec<&str> = ENGINES.iter().map(|it| it.name).collect();
            SettingsError::NoSuchEngine { name: name.to_owned(), known: names.join(", ") }
        })
    }
}

/// The address with this folder or file at its end, unless it ends so already.
fn at_path(address: &str, end: &str) -> Result<Url, SettingsError> {
    let mut url = Url::parse(address).map_err(|error| SettingsError::NotAnAddress(error.to_string()))?;
    let path = url.path().trim_end_matches('/').to_owned();
    let is_whole = path.ends_with(&format!("/{end}"));
    url.set_path(&if is_whole { path } else { format!("{path}/{end}") });
    Ok(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_engine_has_its_own_name_a_sentence_and_a_key_that_has_a_name() {
        for (n, it) in ENGINES.iter().enumerate() {
            assert!(ENGINES[..n].iter().all(|other| other.name != it.name), "{}", it.name);
            assert!(it.doc.ends_with('.'), "{}", it.name);
            assert!(it.key == KeyNeed::Optional || !it.key_variable.is_empty(), "{}", it.name);
            assert!(it.address.is_empty() || it.address.starts_with("https://"), "{}", it.name);
        }
        let error = EngineSpec::of("gopher").unwrap_err().to_string();
        assert!(
            error.ends_with("must be one of searxng, brave, tavily, opensearch, and is \"gopher\""),
            "{error}"
        );
    }

    #[test]
    fn requests_hold_the_search_and_nothing_else_can_be_put_into_them() {
        let text = "a&b=c#d {count} ü";
        let escaped = "a%26b%3Dc%23d+%7Bcount%7D+%C3%BC";
        for (engine, address, expected) in [
            (
                "searxng",
                "http://127.0.0.1:8888",
                format!("http://127.0.0.1:8888/search?q={escaped}&format=json"),
            ),
            (
                "searxng",
                "https://s.example/x/search/",
                format!("https://s.example/x/search?q={escaped}&format=json"),
            ),
            (
                "brave",
                "https://api.search.brave.com",
                format!(
                    "https://api.search.brave.com/res/v1/web/search?q={escaped}&count=5&result_filter=web&text_decorations=false"
                ),
            ),
            ("tavily", "https://api.tavily.com", "https://api.tavily.com/search".to_owned()),
        ] {
            let search = Search { text, count: 5 };
            let request = (EngineSpec::of(engine).unwrap().request)(address, &search).unwrap();
            assert_eq!(request.url.as_str(), expected);
            let sent = request.body.map(|it| it["query"].as_str().unwrap_or_default().to_owned());
            assert_eq!(sent, (engine == "tavily").then(|| text.to_owned()));
        }
    }
}
