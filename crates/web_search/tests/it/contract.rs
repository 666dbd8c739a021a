//! What every knowledge source owes, and what web search adds to it.

use crate::common::{CountedServer, open, query, searxng, settings};
use deskpilot_core::Passage;
use deskpilot_knowledge::{
    KnowledgeError, KnowledgeSource, LONGEST_PASSAGE, Library, OutboundQueries, Query,
};
use deskpilot_testkit::loopback::{Answer, Server, ServerEvent};
use deskpilot_web_search::{PrivateWords, WebSearchSettings};

#[tokio::test]
async fn passages_are_ranked_short_and_as_many_as_wanted() {
    let long = "rows ".repeat(1000);
    let results: Vec<(String, String)> = (0..9)
        .map(|it| (format!("https://a.example/{it}"), if it == 3 { long.clone() } else { "rows".into() }))
        .collect();
    let server = CountedServer::start(move |_| {
        let results: Vec<(&str, &str)> =
            results.iter().map(|(url, text)| (url.as_str(), text.as_str())).collect();
        searxng(&results)
    })
    .await;
    let source = open(settings("searxng", server.address()));
    let places = async |query: &Query, limit| -> Vec<String> {
        let passages = source.recall(query, limit).await.expect("a query is never an error");
        assert!(passages.iter().all(|it| it.source == source.name() && !it.text.is_empty()), "{passages:?}");
        assert!(passages.iter().all(|it| it.text.len() <= LONGEST_PASSAGE), "{passages:?}");
        assert!(passages.iter().all(|it| it.score.is_finite() && it.score > 0.0), "{passages:?}");
        assert!(passages.is_sorted_by(|a, b| a.score >= b.score), "the best comes first");
        passages.into_iter().map(|it| it.place).collect()
    };
    let all = places(&query("delete rows"), usize::MAX).await;
    assert_eq!(all.len(), 5, "as many results as are set");
    assert_eq!(places(&query("delete rows"), 1).await, all[..1]);
    let before = server.asked();
    assert_eq!(places(&query("delete rows"), 0).await, [""; 0]);
    for text in ["", "   ", "?!"] {
        assert_eq!(places(&query(text), 9).await, [""; 0], "{text:?}");
    }
    assert_eq!(server.asked(), before, "nothing was sent");
    places(&query(&"save ".repeat(100_000)), 9).await;
}

#[tokio::test]
async fn only_what_may_leave_this_machine_does() {
    let mut server = Server::start(searxng(&[])).await;
    let private = PrivateWords { home: "/home/ann".into(), users: vec!["ann".into()] };
    let source = open(WebSearchSettings { private, ..settings("searxng", &server.address) });
    let query = Query {
        request: "the whole request of Ann".into(),
        subtask: "Ann's file /home/ann/secret/plan.odt with {{secret:bank}}: print it".into(),
        application: "libreoffice-writer".into(),
        version: Some("24.8".into()),
        screen: String::new(),
    };
    source.recall(&query, 8).await.unwrap();
    let request = server.request().await;
    assert_eq!(request.path, "/search?q=libreoffice+writer+file+with+print+it&format=json");
    let names: Vec<&str> = request.headers.iter().map(|(name, _)| name.as_str()).collect();
    assert!(
        names.iter().all(|it| ["accept", "accept-encoding", "host", "user-agent"].contains(it)),
        "{names:?}"
    );
}

/// A source on this machine.
struct HelpOfTest;

#[async_trait::async_trait]
impl KnowledgeSource for HelpOfTest {
    fn name(&self) -> &str {
        "help"
    }

    async fn recall(&self, _: &Query, _: usize) -> Result<Vec<Passage>, KnowledgeError> {
        let [source, title, text] = ["help", "Rows", "Press Delete."].map(str::to_owned);
        Ok(vec![Passage { source, title, place: String::new(), text, score: 1.0 }])
    }
}

#[tokio::test]
async fn a_search_that_fails_takes_nothing_from_other_sources() {
    for answer in [Answer::json(500, "x"), Answer::json(200, "<html>"), Answer::Silence, Answer::Bytes("")] {
        let server = Server::start(answer).await;
        let source = open(settings("searxng", &server.address));
        let outbound = OutboundQueries::from([("web".to_owned(), Ok(query("delete rows")))]);
        let library = Library::new(vec![Box::new(source), Box::new(HelpOfTest)]);
        let found = library.recall(&query("delete rows"), &outbound).await;
        assert_eq!(found.passages.len(), 1, "{found:?}");
        assert!(
            found.failures.len() == 1 && found.failures[0].starts_with("web gave no passages: searxng"),
            "{found:?}"
        );
    }
}

#[tokio::test]
async fn a_search_that_nobody_waits_for_is_closed() {
    let mut server = Server::start(Answer::Silence).await;
    let source = open(settings("searxng", &server.address));
    let query = query("delete rows");
    let search = source.recall(&query, 8);
    tokio::select! {
        _ = search => unreachable!("the server never answers"),
        _ = server.request() => {}
    }
    assert!(matches!(server.next().await, ServerEvent::Disconnected));
}
