//! Tests of providers that send too much: bytes, headers, compressed bytes, brackets, or one byte now and then.

use super::{HostedOptions, hosted, options};
use crate::{Model, ModelError};
use deskpilot_core::Remedy;
use deskpilot_testkit::{
    loopback::{Answer, Server, ServerEvent},
    prompt,
};
use flate2::{Compression, write::GzEncoder};
use serde_json::json;
use std::{
    io::Write,
    time::{Duration, Instant},
};

/// The timeout where something else ends the call.
const LONG: Duration = Duration::from_secs(60);

/// The error for an answer without end. The connection is closed when it is returned.
async fn error(answer: Answer, timeout: Duration) -> ModelError {
    let mut server = Server::start(answer).await;
    let options = HostedOptions { timeout, ..options("openai", "gpt-6-luna", Some(server.address.clone())) };
    let error = hosted(options).complete(&prompt()).await.unwrap_err();
    server.request().await;
    assert!(matches!(server.next().await, ServerEvent::Disconnected), "{error}");
    error
}

/// A megabyte of blanks in a kilobyte; several of them in a row are one body too.
fn packed_megabyte() -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(&vec![b' '; 1 << 20]).unwrap();
    packed.finish().unwrap()
}

fn head(headers: &str) -> String {
    format!("HTTP/1.1 200 OK\r\n{headers}\r\n\r\n")
}

#[tokio::test]
async fn a_reply_without_end_is_cut_off_at_four_megabytes() {
    let plain = head("content-type: application/json\r\nconnection: close");
    let chunked = head("content-type: application/json\r\ntransfer-encoding: chunked");
    let long = head("content-type: application/json\r\ncontent-length: 1000000000000");
    let events = head("content-type: text/event-stream\r\nconnection: close");
    let chunk = format!("1000\r\n{}\r\n", " ".repeat(0x1000));
    for (head, piece) in
        [(&plain, " "), (&plain, "["), (&chunked, chunk.as_str()), (&long, " "), (&events, "data: x")]
    {
        let error = error(Answer::endless(head, piece), LONG).await;
        assert!(error.to_string().contains("it answered more than 4 MB"), "{piece:?}: {error}");
        assert_eq!(error.remedy(), Remedy::Retry);
    }
}

#[tokio::test]
async fn a_compressed_reply_is_refused_unread() {
    for (encoding, piece) in [
        ("gzip", packed_megabyte()),
        ("br", vec![0]),
        ("deflate", vec![0]),
        ("zstd", vec![0]),
        ("GZIP", vec![0]),
    ] {
        let head = head(&format!("content-type: application/json\r\ncontent-encoding: {encoding}"));
        let error = error(Answer::endless(&head, piece), LONG).await;
        assert!(error.to_string().contains(&format!("it answered compressed ({encoding})")), "{error}");
        assert_eq!(error.remedy(), Remedy::GiveUp);
    }
}

#[tokio::test]
async fn plain_replies_are_asked_for() {
    let mut server = Server::start(Answer::json(500, "{}")).await;
    hosted(options("openai", "gpt-6-luna", Some(server.address.clone())))
        .complete(&prompt())
        .await
        .unwrap_err();
    assert_eq!(server.request().await.header("accept-encoding"), Some("identity"));
}

#[tokio::test]
async fn a_reply_that_trickles_in_ends_at_the_timeout() {
    let json = head("content-type: application/json\r\nconnection: close");
    let wait = "HTTP/1.1 100 Continue\r\n\r\n";
    let timeout = Duration::from_secs(1);
    for (head, piece) in [(json.as_str(), " "), ("HTTP/1.1 200 OK\r\n", "a"), ("", wait)] {
        let begun = Instant::now();
        let error = error(Answer::dripping(head, piece), timeout).await;
        assert!(begun.elapsed() < LONG / 2, "{:?}", begun.elapsed());
        assert!(matches!(error, ModelError::TimedOut { .. }), "{piece:?}: {error}");
    }
}

#[tokio::test]
async fn headers_without_end_are_an_error() {
    for piece in ["x-a: b\r\n", "x"] {
        let error = error(Answer::endless("HTTP/1.1 200 OK\r\n", piece), LONG).await;
        assert!(error.to_string().contains("the connection broke"), "{error}");
    }
}

#[tokio::test]
async fn brackets_in_brackets_are_broken_json() {
    for (depth, expected) in [(128, "recursion limit"), (100_000, "recursion limit"), (127, "gave no text")] {
        let body = format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        let server = Server::start(Answer::json(200, body)).await;
        let model = hosted(options("openai", "gpt-6-luna", Some(server.address.clone())));
        let error = model.complete(&prompt()).await.unwrap_err().to_string();
        assert!(error.contains(expected), "{depth}: {error}");
    }
}

#[tokio::test]
async fn a_long_reply_within_the_limit_is_read() {
    let text = "x".repeat(3 << 20);
    let body = json!({"choices": [{"message": {"content": text}}]}).to_string();
    let server = Server::start(Answer::json(200, body)).await;
    let model = hosted(options("openai", "gpt-6-luna", Some(server.address.clone())));
    assert_eq!(model.complete(&prompt()).await.unwrap().text.len(), 3 << 20);
}
