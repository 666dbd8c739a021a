//! What a collector gets, and what follows from what it answers.

use deskpilot_core::{Entry, Event, Projection, Secret, Timestamp};
use deskpilot_testkit::loopback::{Answer, Server};
use deskpilot_traces::{Collector, Content, SendError, Span, TraceFold};
use serde_json::Value;

/// The spans of a round that has only begun.
fn spans() -> Vec<Span> {
    let mut fold = TraceFold::new(Content::Omitted, None);
    fold.apply(&Entry {
        seq: 0,
        at: Timestamp(1_700_000_000_000),
        event: Event::RoundStarted { round: 0, request: "x".into() },
    });
    fold.finish();
    fold.take_ended()
}

#[tokio::test]
async fn a_collector_gets_json_at_its_path_with_the_headers_of_the_user() {
    let mut server = Server::start(Answer::json(200, "{}")).await;
    let headers = Secret::new("authorization=Bearer%20abc,x-scope=one");
    let collector = Collector::new(&format!("{}/otlp", server.address), Some(&headers)).unwrap();
    assert_eq!(collector.send(&spans()).await.unwrap(), 0);
    let request = server.request().await;
    assert_eq!((request.method.as_str(), request.path.as_str()), ("POST", "/otlp/v1/traces"));
    for (name, expected) in
        [("content-type", "application/json"), ("authorization", "Bearer abc"), ("x-scope", "one")]
    {
        assert_eq!(request.header(name), Some(expected), "{name}");
    }
    let body: Value = serde_json::from_slice(&request.body).unwrap();
    let span = &body["resourceSpans"][0]["scopeSpans"][0]["spans"][0];
    assert_eq!(
        (&span["name"], &span["startTimeUnixNano"]),
        (&"invoke_agent HostAgent".into(), &"1700000000000000000".into())
    );
}

#[tokio::test]
async fn spans_are_sent_again_only_where_the_protocol_says_so() {
    let closed = "http://127.0.0.1:1".to_owned();
    for (answer, expected) in [
        (Some(Answer::json(200, r#"{"partialSuccess":{"rejectedSpans":"1"}}"#)), "rejected 1"),
        (Some(Answer::json(200, "garbage")), "rejected 0"),
        (Some(Answer::json(400, "{}")), "never"),
        (Some(Answer::json(302, "{}")), "never"),
        (Some(Answer::json(413, "{}")), "too large"),
        (Some(Answer::json(503, "{}")), "later"),
        (Some(Answer::json(429, "{}")), "later"),
        (Some(Answer::Bytes("no HTTP")), "later"),
        (Some(Answer::Silence), "too slow"),
        (None, "later"),
    ] {
        let server = match answer {
            Some(answer) => Some(Server::start(answer).await),
            None => None,
        };
        let address = server.as_ref().map_or(&closed, |it| &it.address);
        let found = match Collector::new(address, None).unwrap().send(&spans()).await {
            Ok(rejected) => format!("rejected {rejected}"),
            Err(SendError::Later(_)) => "later".to_owned(),
            Err(SendError::TooSlow(_)) => "too slow".to_owned(),
            Err(SendError::TooLarge(_)) => "too large".to_owned(),
            Err(SendError::Never(_)) => "never".to_owned(),
        };
        assert_eq!(found, expected);
    }
}
