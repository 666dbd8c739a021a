//! Browsers that do not keep to the protocol.

use super::*;
use crate::session::{BrowserError, Session};
use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::net::SocketAddr;
use tokio::net::TcpListener;
use tokio_tungstenite::{accept_async, tungstenite::Message};

/// A browser that answers each command with this.
async fn browser(answer: impl Fn(u64, &str) -> String + Send + 'static) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        let mut socket = accept_async(listener.accept().await.unwrap().0).await.unwrap();
        while let Some(Ok(Message::Text(text))) = socket.next().await {
            let command: Value = serde_json::from_str(&text).unwrap();
            let (id, method) = (command["id"].as_u64().unwrap(), command["method"].as_str().unwrap());
            // The caller may have gone.
            let _ = socket.send(Message::text(answer(id, method))).await;
        }
    });
    address
}

fn success(id: u64, result: &Value) -> String {
    json!({"type": "success", "id": id, "result": result}).to_string()
}

#[tokio::test]
async fn a_session_that_another_program_has_is_reported() {
    let address = browser(|id, _| {
        let message = "Maximum number of active sessions";
        json!({"type": "error", "id": id, "error": "session not created", "message": message}).to_string()
    });
    let error = BidiSession::open(address.await).await.unwrap_err().to_string();
    assert!(error.starts_with("another program controls this browser"), "{error}");
}

#[tokio::test]
async fn what_cannot_be_read_ends_the_connection() {
    for nonsense in ["{", "null", r#"{"type": "error", "id": null}"#, &"[".repeat(100_000)] {
        let nonsense = nonsense.to_owned();
        let address = browser(move |id, method| match method {
            "browsingContext.getTree" => nonsense.clone(),
            _ => success(id, &json!({})),
        });
        let session = BidiSession::open(address.await).await.unwrap();
        assert!(matches!(session.tabs().await, Err(BrowserError::Lost)));
        assert!(!session.is_open());
    }
    let address = browser(|id, _| success(id, &json!({"contexts": "none"})));
    let session = BidiSession::open(address.await).await.unwrap();
    assert!(matches!(session.tabs().await, Err(BrowserError::Unreadable(_))));
}
