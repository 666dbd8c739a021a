//! Tests of servers that do not support the requested reply format.

use super::{hosted, options};
use crate::{Model, ModelError};
use deskpilot_testkit::{
    loopback::{Answer, Request, Response, Server},
    prompt,
};
use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

const REPLY: &str =
    r#"{"model": "m", "choices": [{"message": {"content": "hello"}, "finish_reason": "stop"}], "usage": {}}"#;
const UNKNOWN: &str = r#"{"error": {"message": "response_format.type must be text"}}"#;

fn asked_for(request: &Request) -> &'static str {
    let body = String::from_utf8_lossy(&request.body).into_owned();
    ["json_schema", "grammar", "json_object"].into_iter().find(|it| body.contains(it)).unwrap_or("text")
}

#[tokio::test]
async fn the_shape_is_asked_for_in_simpler_ways_and_the_way_that_works_is_kept() {
    for (known, expected) in [
        (&["json_schema", "json_object", "text"][..], vec!["json_schema", "json_schema"]),
        (&["json_object", "text"], vec!["json_schema", "json_object", "json_object"]),
        (&["text"], vec!["json_schema", "json_object", "text", "text"]),
    ] {
        let mut server = Server::start_with(move |request| match known.contains(&asked_for(request)) {
            true => Answer::json(200, REPLY),
            false => Answer::json(400, UNKNOWN),
        })
        .await;
        let model = hosted(options("openai-compatible", "any", Some(server.address.clone())));
        for _ in 0..2 {
            assert_eq!(model.complete(&prompt()).await.unwrap().text, "hello");
        }
        for asked in expected {
            assert_eq!(asked_for(&server.request().await), asked);
        }
    }
}

#[tokio::test]
async fn llama_cpp_without_schemas_is_held_to_a_grammar() {
    let mut server = Server::start_with(|request| {
        let (status, body) = if asked_for(request) == "grammar" { (200, REPLY) } else { (400, UNKNOWN) };
        let headers = vec![("server", "llama.cpp".to_owned())];
        Answer::Response(Response { status, headers, body: body.into() })
    })
    .await;
    let model = hosted(options("openai-compatible", "any", Some(server.address.clone())));
    assert_eq!(model.complete(&prompt()).await.unwrap().text, "hello");
    assert_eq!(asked_for(&server.request().await), "json_schema");
    let body = server.request().await.body;
    let body: serde_json::Value = serde_json::from_slice(&body).unwrap();
    assert!(body["grammar"].as_str().unwrap().starts_with("root ::= "), "{body}");
    assert_eq!(body.get("response_format"), None, "{body}");
}

#[tokio::test]
async fn another_refusal_is_reported_at_once() {
    let asked = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&asked);
    let mut server = Server::start_with(move |_| {
        count.fetch_add(1, Ordering::SeqCst);
        Answer::json(400, r#"{"error": {"message": "no such model"}}"#)
    })
    .await;
    let model = hosted(options("openai-compatible", "any", Some(server.address.clone())));
    assert!(matches!(model.complete(&prompt()).await, Err(ModelError::Refused { .. })));
    assert_eq!(asked_for(&server.request().await), "json_schema");
    assert_eq!(asked.load(Ordering::SeqCst), 1, "it is not asked in a simpler way");
}
