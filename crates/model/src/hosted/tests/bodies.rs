//! Tests of bodies around a reply: marks, types and parts that servers send and that change nothing, and bodies that are no reply.

use super::{hosted, options};
use crate::{Model, ModelError};
use deskpilot_core::{Completion, Remedy};
use deskpilot_testkit::{
    loopback::{Answer, Response, Server},
    prompt,
};
use serde_json::json;
use std::time::Duration;

async fn ask(answer: Answer) -> Result<Completion, ModelError> {
    let server = Server::start(answer).await;
    hosted(options("openai-compatible", "m", Some(server.address.clone()))).complete(&prompt()).await
}

#[tokio::test]
async fn a_byte_order_mark_before_the_body_is_skipped() {
    let body = json!({"choices": [{"message": {"content": "hello"}, "finish_reason": "stop"}]});
    let replied = ask(Answer::json(200, format!("\u{feff}{body}\r\n"))).await;
    assert_eq!(replied.unwrap().text, "hello");
    let refused =
        ask(Answer::json(400, "\u{feff}{\"error\": {\"message\": \"no such model\"}}")).await.unwrap_err();
    assert!(refused.to_string().contains("refuses the request: no such model"), "{refused}");
}

#[tokio::test]
async fn a_reply_is_read_whatever_type_its_server_gives_it() {
    const TYPED: &str = "HTTP/1.1 200 OK\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: 73\r\n\r\n\
        {\"choices\": [{\"message\": {\"content\": \"hello\"}, \"finish_reason\": \"stop\"}]}";
    assert_eq!(TYPED.split_once("\r\n\r\n").map(|(_, body)| body.len()), Some(73));
    assert_eq!(ask(Answer::Bytes(TYPED)).await.unwrap().text, "hello");
}

#[tokio::test]
async fn a_content_of_parts_is_their_text_without_the_thoughts() {
    let content = json!([
        {"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]},
        {"type": "text", "text": "hel"},
        {"type": "text", "text": "lo"},
    ]);
    let body = json!({"choices": [{"message": {"content": content}, "finish_reason": "stop"}]});
    assert_eq!(ask(Answer::json(200, body.to_string())).await.unwrap().text, "hello");
}

#[tokio::test]
async fn a_body_that_is_no_reply_is_named_and_worth_one_more_try() {
    for (body, expected) in [
        ("", "openai-compatible/m sent no reply that can be read: it sent an empty body"),
        (" \r\n", "it sent an empty body"),
        ("{\"cho", "broken JSON: "),
        (
            "<!DOCTYPE html><title>Sign in</title>",
            "it sent an HTML page that begins: <!DOCTYPE html><title>Sign in</title>",
        ),
    ] {
        let error = ask(Answer::json(200, body)).await.unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
        assert_eq!((error.remedy(), error.most_retries()), (Remedy::Retry, Some(1)), "{error}");
    }
    let endless = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n";
    let error = ask(Answer::endless(endless, " ")).await.unwrap_err();
    assert_eq!((error.remedy(), error.most_retries()), (Remedy::Retry, Some(1)), "{error}");
    let busy = ask(Answer::json(503, "<html>busy</html>")).await.unwrap_err();
    assert!(busy.to_string().contains("an HTML page that begins: <html>busy</html> (status 503)"), "{busy}");
    assert_eq!(busy.most_retries(), None, "its status says that it passes");
}

#[tokio::test]
async fn an_excerpt_of_a_page_holds_no_part_of_the_key() {
    let page = format!("<html>{}test-key</html>", "x".repeat(90));
    let error = ask(Answer::json(200, page)).await.unwrap_err().to_string();
    assert!(error.contains("an HTML page") && !error.contains("test"), "{error}");
}

#[tokio::test]
async fn a_server_that_rests_may_say_for_how_long() {
    let headers = vec![("retry-after", "3600".to_owned())];
    let error =
        ask(Answer::Response(Response { status: 503, headers, body: "{}".into() })).await.unwrap_err();
    assert_eq!(error.retry_after(), Some(Duration::from_secs(3600)), "{error}");
}
