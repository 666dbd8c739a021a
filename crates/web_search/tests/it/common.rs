//! Servers that play engines and pages, and the settings that lead to them.

use deskpilot_core::{Passage, Secret};
use deskpilot_knowledge::{KnowledgeSource, Query};
use deskpilot_testkit::loopback::{Answer, Server};
use deskpilot_web::AddressGuard;
use deskpilot_web_search::{
    CacheSettings, HtmlReader, JsonFields, PageRule, PrivateWords, WebSearch, WebSearchSettings,
};
use serde_json::{Value, json};
use std::{
    net::IpAddr,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

pub(crate) const KEY: &str = "tvly-very-secret-key";

/// Settings for an engine at this address, without a key, pages or a cache.
pub(crate) fn settings(engine: &str, address: &str) -> WebSearchSettings {
    WebSearchSettings {
        engine: engine.into(),
        address: Some(address.into()),
        key: None,
        results: 5,
        pages: 0,
        json: JsonFields {
            results: "/items".into(),
            title: "/title".into(),
            url: "/link".into(),
            snippet: "/snippet".into(),
        },
        cache: None,
        private: PrivateWords::default(),
        html: HtmlReader(plain_html),
        rule: PageRule(Arc::new(|_| true)),
    }
}

/// The same with the key.
pub(crate) fn with_key(settings: WebSearchSettings) -> WebSearchSettings {
    WebSearchSettings { key: Some(Secret::new(KEY)), ..settings }
}

/// The same with a cache in this folder.
pub(crate) fn with_cache(settings: WebSearchSettings, folder: &Path) -> WebSearchSettings {
    let max_age = Duration::from_secs(3600);
    WebSearchSettings { cache: Some(CacheSettings { folder: folder.join("web"), max_age }), ..settings }
}

/// The source; pages of every name are on this machine.
pub(crate) fn open(settings: WebSearchSettings) -> WebSearch {
    let here: IpAddr = "127.0.0.1".parse().unwrap();
    let lookup = move |_: String| Box::pin(std::future::ready(Ok(vec![here]))) as _;
    let guard = AddressGuard::new(lookup, |it| it.to_string() == "127.0.0.1");
    WebSearch::guarded(settings, guard).unwrap()
}

pub(crate) fn query(text: &str) -> Query {
    Query { subtask: text.into(), application: "gedit".into(), ..Query::default() }
}

/// The passages for a text, or why there are none.
pub(crate) async fn recall(source: &WebSearch, text: &str) -> Result<Vec<Passage>, String> {
    source.recall(&query(text), 8).await.map_err(|error| error.to_string())
}

/// Places and texts of passages.
pub(crate) fn shown(passages: &[Passage]) -> Vec<(&str, &str)> {
    passages.iter().map(|it| (it.place.as_str(), it.text.as_str())).collect()
}

/// An answer of SearXNG with these results: addresses and snippets.
pub(crate) fn searxng(results: &[(&str, &str)]) -> Answer {
    let results: Vec<Value> =
        results.iter().map(|(url, text)| json!({"title": "Title", "url": url, "content": text})).collect();
    Answer::json(200, json!({"query": "x", "results": results}).to_string())
}

/// An answer of these bytes, with this type.
pub(crate) fn body(kind: &str, body: &str) -> Answer {
    let head = format!("HTTP/1.1 200 OK\r\ncontent-type: {kind}\r\ncontent-length: {}\r\n\r\n", body.len());
    Answer::Bytes(format!("{head}{body}").leak())
}

pub(crate) fn redirect(to: &str) -> Answer {
    Answer::Bytes(format!("HTTP/1.1 302 Found\r\nlocation: {to}\r\ncontent-length: 0\r\n\r\n").leak())
}

/// A server that answers each path, and counts how often it is asked.
pub(crate) struct CountedServer {
    pub(crate) server: Server,
    asked: Arc<AtomicUsize>,
}

impl CountedServer {
    pub(crate) async fn start(answer: impl Fn(&str) -> Answer + Send + Sync + 'static) -> CountedServer {
        let asked = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&asked);
        let server = Server::start_with(move |request| {
            counter.fetch_add(1, Ordering::SeqCst);
            answer(&request.path)
        });
        CountedServer { server: server.await, asked }
    }

    /// How often it was asked.
    pub(crate) fn asked(&self) -> usize {
        self.asked.load(Ordering::SeqCst)
    }

    pub(crate) fn address(&self) -> &str {
        &self.server.address
    }

    /// Its address under a public name.
    pub(crate) fn named(&self, name: &str) -> String {
        self.server.address.replace("127.0.0.1", name)
    }
}

/// Enough for the pages of these tests.
fn plain_html(html: &str) -> String {
    let (mut text, mut is_tag) = (String::new(), false);
    for it in html.replace("<h2>", "\n\n## ").replace("<p>", "\n\n").chars() {
        match it {
            '<' => is_tag = true,
            '>' => is_tag = false,
            it if !is_tag => text.push(it),
            _ => {}
        }
    }
    deskpilot_web::text::lines(&text)
}
