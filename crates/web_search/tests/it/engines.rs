//! The wire format of each engine: its requests, and its answers.

use crate::common::{KEY, body, open, recall, settings, shown, with_key};
use deskpilot_knowledge::{Destination, KnowledgeSource};
use deskpilot_testkit::loopback::{Answer, Request, Server};
use deskpilot_web_search::WebSearchSettings;
use serde_json::{Value, json};

/// Asks a server that gives this answer. Returns the request, and the passages as places and texts.
async fn ask(
    settings: impl FnOnce(&str) -> WebSearchSettings,
    answer: Answer,
) -> (Request, Vec<(String, String)>) {
    let mut server = Server::start(answer).await;
    let source = open(settings(&server.address));
    let found = recall(&source, "delete a row").await.unwrap();
    assert!(found.iter().all(|it| it.source == "web" && !it.title.is_empty()), "{found:?}");
    let found = shown(&found).into_iter().map(|(place, text)| (place.to_owned(), text.to_owned()));
    (server.request().await, found.collect())
}

fn one(text: &str) -> Vec<(String, String)> {
    vec![("https://a.example/x".into(), text.into())]
}

#[tokio::test]
async fn searxng_is_asked_for_json() {
    let answer = json!({
        "query": "gedit delete a row", "number_of_results": 0,
        "results": [{"url": "https://a.example/x", "title": "T", "content": "1 < 2", "engine": "bing", "score": 1.0}],
        "answers": [], "corrections": [], "infoboxes": [], "suggestions": [], "unresponsive_engines": []
    });
    let (request, found) = ask(|it| settings("searxng", it), Answer::json(200, answer.to_string())).await;
    assert_eq!(
        (request.method.as_str(), request.path.as_str()),
        ("GET", "/search?q=gedit+delete+a+row&format=json")
    );
    assert_eq!(request.header("authorization"), None);
    assert_eq!(found, one("1 < 2"));
}

#[tokio::test]
async fn brave_gets_its_token_and_sends_html() {
    let answer = json!({
        "type": "search",
        "query": {"original": "x"},
        "web": {"type": "search", "results": [
            {"title": "T", "url": "https://a.example/x", "description": "<strong>Rows</strong> of a table", "language": "en"}
        ]}
    });
    let (request, found) =
        ask(|it| with_key(settings("brave", it)), Answer::json(200, answer.to_string())).await;
    let path = "/res/v1/web/search?q=gedit+delete+a+row&count=5&result_filter=web&text_decorations=false";
    assert_eq!((request.method.as_str(), request.path.as_str()), ("GET", path));
    assert_eq!(request.header("x-subscription-token"), Some(KEY));
    assert!(!request.path.contains(KEY));
    assert_eq!(found, one("Rows of a table"));
    let nothing = json!({"type": "search", "query": {"original": "x"}}).to_string();
    let (_, found) = ask(|it| with_key(settings("brave", it)), Answer::json(200, nothing)).await;
    assert_eq!(found, [], "without results the list is left out");
}

#[tokio::test]
async fn tavily_is_sent_json_and_a_bearer_token() {
    let answer = json!({
        "query": "x", "answer": null, "images": [], "response_time": "1.2",
        "results": [{"title": "T", "url": "https://a.example/x", "content": "Rows", "score": 0.9, "raw_content": null}]
    });
    let (request, found) =
        ask(|it| with_key(settings("tavily", it)), Answer::json(200, answer.to_string())).await;
    assert_eq!((request.method.as_str(), request.path.as_str()), ("POST", "/search"));
    assert_eq!(request.header("authorization"), Some(format!("Bearer {KEY}").as_str()));
    assert_eq!(request.header("content-type"), Some("application/json"));
    let sent: Value = serde_json::from_slice(&request.body).unwrap();
    let expected = json!({
        "query": "gedit delete a row", "max_results": 5, "search_depth": "basic", "include_answer": false
    });
    assert_eq!(sent, expected);
    assert_eq!(found, one("Rows"));
}

#[tokio::test]
async fn any_address_with_search_terms_answers_with_json_or_a_feed() {
    let template =
        |it: &str| settings("opensearch", &format!("{it}/find/{{searchTerms}}?n={{count}}&p={{startPage?}}"));
    let json =
        json!({"items": [{"title": "T", "link": "https://a.example/x", "snippet": "Rows &amp; more"}]});
    let atom = "<?xml version='1.0'?><feed xmlns='http://www.w3.org/2005/Atom'><entry><title>T</title>\
        <link href='https://a.example/x'/><summary>Rows</summary></entry></feed>";
    let rss = "<rss><channel><item><title>T</title><link>https://a.example/x</link><description>\
        &lt;p&gt;Rows&lt;/p&gt;</description></item></channel></rss>";
    for (answer, expected) in [
        (Answer::json(200, json.to_string()), "Rows &amp; more"),
        (body("application/atom+xml", atom), "Rows"),
        (body("application/rss+xml", rss), "Rows"),
    ] {
        let (request, found) = ask(template, answer).await;
        assert_eq!(
            (request.method.as_str(), request.path.as_str()),
            ("GET", "/find/gedit+delete+a+row?n=5&p=1")
        );
        assert_eq!(found, one(expected));
    }
}

#[tokio::test]
async fn the_site_of_an_engine_is_what_the_policy_rules_on() {
    for (settings, site) in [
        (
            WebSearchSettings { address: None, ..with_key(settings("brave", "")) },
            "https://api.search.brave.com",
        ),
        (WebSearchSettings { address: None, ..with_key(settings("tavily", "")) }, "https://api.tavily.com"),
        (settings("searxng", "http://127.0.0.1:8888/x"), "http://127.0.0.1:8888"),
        (settings("opensearch", "https://e.example/s?q={searchTerms}&key=hidden"), "https://e.example"),
    ] {
        assert_eq!(open(settings).destination(), Destination::Elsewhere(site.into()));
    }
}
