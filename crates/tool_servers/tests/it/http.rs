//! Servers at an address, scripted.

use crate::stage::Stage;
use deskpilot_testkit::loopback::{Answer, Request, Response, Server};
use serde_json::{Value, json};
use std::time::Duration;

const EVENTS: &str = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n";

/// What a well-behaved server answers; `None` for a call.
fn usual(request: &Request, message: &Value) -> Option<Answer> {
    let answer = |result: Value| {
        let body = json!({"jsonrpc": "2.0", "id": message["id"], "result": result}).to_string();
        Some(Answer::json(200, body))
    };
    match (request.method.as_str(), message["method"].as_str()) {
        ("POST", Some("initialize")) => {
            let result = json!({"protocolVersion": "2025-06-18", "capabilities": {"tools": {}},
                "serverInfo": {"name": "tea", "version": "1"}});
            let body = json!({"jsonrpc": "2.0", "id": message["id"], "result": result}).to_string();
            let headers = vec![("mcp-session-id", "seven".to_owned())];
            Some(Answer::Response(Response { status: 200, headers, body }))
        }
        ("POST", Some("tools/list")) => {
            answer(json!({"tools": [{"name": "pour", "inputSchema": {"type": "object"}}]}))
        }
        ("POST", Some("tools/call")) => None,
        ("GET", _) => Some(Answer::json(405, "")),
        _ => Some(Answer::json(202, "")),
    }
}

async fn serving(seconds: u64, call: impl Fn(&Value) -> Answer + Send + Sync + 'static) -> (Server, Stage) {
    let server = Server::start_with(move |request| {
        let message = serde_json::from_slice(&request.body).unwrap_or_default();
        usual(request, &message).unwrap_or_else(|| call(&message))
    })
    .await;
    let entry = format!(
        "url = \"{}/mcp\"\ntoken_variable = \"TEA_TOKEN\"\ntimeout_seconds = {seconds}",
        server.address
    );
    (server, Stage::of(&entry, &[("TEA_TOKEN", "s3cret")]).ready().await)
}

fn event(message: &Value) -> String {
    format!("event: message\ndata: {message}\n\n")
}

#[tokio::test]
async fn a_call_is_one_request_with_token_session_and_version() {
    let (mut server, mut stage) = serving(60, |message| {
        let result = json!({"content": [{"type": "text", "text": "poured"}]});
        let log = event(&json!({"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": 1}}));
        let head = format!("{EVENTS}{log}{}", event(&json!({"jsonrpc": "2.0", "id": message["id"], "result": result})));
        // The stream never ends: the answer is enough.
        Answer::dripping(&head, ": still here\n\n")
    })
    .await;
    assert_eq!(stage.run("tea.pour", json!({})).await.1, "poured");
    let mut calls = 0;
    loop {
        let request = server.request().await;
        let message: Value = serde_json::from_slice(&request.body).unwrap_or_default();
        assert_eq!(request.header("authorization"), Some("Bearer s3cret"));
        if message["method"] != "initialize" {
            assert_eq!(request.header("mcp-session-id"), Some("seven"), "{message}");
            assert_eq!(request.header("mcp-protocol-version"), Some("2025-06-18"), "{message}");
        }
        if message["method"] == "tools/call" {
            calls += 1;
            break;
        }
    }
    assert_eq!(calls, 1);
    drop(stage);
    // The server hears of the end of the session.
    while server.request().await.method != "DELETE" {}
}

#[tokio::test]
async fn what_goes_wrong_is_reported_for_what_it_is() {
    let look = "look whether it was done before you repeat it";
    for (answer, expected) in [
        (Answer::json(500, ""), format!("unverified: tea.pour was sent, and no answer came: it answered 500 Internal Server Error; {look}")),
        (Answer::Bytes(EVENTS), format!("unverified: tea.pour was sent, and no answer came: its answer ended too early; {look}")),
        (Answer::json(400, ""), "refused: tea.pour cannot do this: tea says: it answered 400 Bad Request".to_owned()),
        (Answer::json(302, ""), "refused: tea.pour cannot do this: tea says: it redirects (302 Found), and no redirect is followed: mend url".to_owned()),
        (Answer::Silence, format!("partial: tea.pour was sent, and no answer came within 3000 ms; {look}")),
        (Answer::dripping(EVENTS, ": wait\n\n"), format!("partial: tea.pour was sent, and no answer came within 3000 ms; {look}")),
    ] {
        let (_server, mut stage) = serving(3, move |_| answer.clone()).await;
        assert_eq!(stage.run("tea.pour", json!({})).await.0, expected);
    }
}

#[tokio::test]
async fn a_server_that_sends_too_much_is_disconnected() {
    let log = event(
        &json!({"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": 1}}),
    );
    let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n";
    // A long one, so that a slow machine reads enough of them in time.
    let comment = format!(": {}\n", "x".repeat(4000));
    for (answer, expected) in [
        (Answer::endless(head, "x"), "it sent a message or another line of more than 4 MiB"),
        (Answer::endless(EVENTS, "data: x"), "it sent a message or another line of more than 4 MiB"),
        (Answer::endless(EVENTS, log), "it sent more than 1000 messages or other lines within 10 s"),
        (Answer::endless(EVENTS, comment), "it sent more than 64 MiB within 10 s"),
    ] {
        let (_server, mut stage) = serving(60, move |_| answer.clone()).await;
        let (effect, _) = stage.run("tea.pour", json!({})).await;
        assert!(effect.starts_with("unverified: "), "{effect}");
        stage.until(|_, troubles| troubles.iter().any(|it| it.starts_with(expected))).await;
    }
}

#[tokio::test]
async fn who_is_not_there_or_does_not_let_us_in_is_reported() {
    let refusing = Server::start(Answer::json(401, "")).await;
    let elsewhere = Server::start(Answer::json(307, "")).await;
    for (url, expected) in [
        ("http://127.0.0.1:9".to_owned(), "it cannot be reached: "),
        (
            refusing.address.clone(),
            "it does not accept the token (401 Unauthorized): see the variable of token_variable",
        ),
        (
            elsewhere.address.clone(),
            "it redirects (307 Temporary Redirect), and no redirect is followed: mend url",
        ),
    ] {
        let entry = format!("url = \"{url}/mcp?key=s3cret\"");
        let mut stage = Stage::of(&entry, &[]);
        stage.until(|_, troubles| troubles.iter().any(|it| it.starts_with(expected))).await;
        assert!(!stage.troubles.iter().any(|it| it.contains("s3cret")), "{:?}", stage.troubles);
    }
    let mut stage = Stage::of("url = \"https://tea.example/mcp\"\ntoken_variable = \"TEA_TOKEN\"", &[]);
    let expected = "the variable TEA_TOKEN is not set: set it to its token; mend [servers.tea], then start another session";
    stage.until(|_, troubles| troubles.iter().any(|it| it == expected)).await;
}

#[tokio::test]
async fn a_changed_list_is_heard_of_in_the_stream_of_notifications() {
    let changed = event(&json!({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}));
    let mut server = Server::start_with(move |request| {
        let message = serde_json::from_slice(&request.body).unwrap_or_default();
        match request.method.as_str() {
            "GET" => Answer::dripping(&format!("{EVENTS}{changed}"), ": x\n\n"),
            _ => usual(request, &message).unwrap(),
        }
    })
    .await;
    let stage = Stage::of(&format!("url = \"{}\"", server.address), &[]).ready().await;
    let mut lists = 0;
    while lists < 2 {
        let request = server.request().await;
        lists += usize::from(String::from_utf8_lossy(&request.body).contains("tools/list"));
    }
    tokio::time::timeout(Duration::from_secs(1), async { drop(stage) }).await.unwrap();
}
