//! Reads many messages of a stream.

use super::{
    server::{RETRY_PAUSE, Server},
    streams::nanos,
};
use crate::QueueError;
use async_nats::Message;
use deskpilot_core::Timestamp;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// How many messages one request asks for.
const BATCH: u64 = 500;

/// After how long the server forgets a consumer that nobody uses.
const FORGET_AFTER: Duration = Duration::from_secs(30);

/// Which part of a stream to read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scan<'a> {
    pub(super) stream: &'a str,
    /// Only messages of these subjects.
    pub(super) filter: &'a str,
    /// Only messages from this number on.
    pub(super) from: u64,
    /// The most messages.
    pub(super) limit: u64,
    pub(super) content: Content,
}

/// Which part of each message to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    /// All of it.
    Whole,
    /// Its subject and headers.
    Headers,
}

/// The messages that were read.
#[derive(Debug)]
pub(super) struct Scanned {
    pub(super) messages: Vec<Message>,
    /// How many more there are.
    pub(super) rest: u64,
}

impl Scan<'_> {
    /// Reads, and starts over if the server goes away meanwhile.
    pub(super) async fn run(&self, server: &Server) -> Result<Scanned, QueueError> {
        let deadline = Instant::now() + server.patience();
        loop {
            match self.run_once(server).await {
                Err(QueueError::Unreachable { .. }) if Instant::now() < deadline => sleep(RETRY_PAUSE).await,
                result => return result,
            }
        }
    }

    async fn run_once(&self, server: &Server) -> Result<Scanned, QueueError> {
        let body = json!({
            "stream_name": self.stream,
            "config": {
                "filter_subject": self.filter,
                "deliver_policy": "by_start_sequence",
                "opt_start_seq": self.from.max(1),
                "ack_policy": "none",
                "mem_storage": true,
                "headers_only": self.content == Content::Headers,
                "inactive_threshold": nanos(FORGET_AFTER),
            },
        });
        let created = server.demand(&format!("$JS.API.CONSUMER.CREATE.{}", self.stream), &body).await?;
        let (Some(name), Some(mut rest)) = (created["name"].as_str(), created["num_pending"].as_u64()) else {
            return Err(server.unexpected("a consumer without name and number"));
        };
        let mut messages = Vec::new();
        while rest > 0 && (messages.len() as u64) < self.limit {
            let batch = BATCH.min(rest).min(self.limit - messages.len() as u64);
            let pulled =
                server.pull(&format!("$JS.API.CONSUMER.MSG.NEXT.{}.{name}", self.stream), batch).await?;
            // An empty batch means that others have removed the rest in the meantime.
            rest = if pulled.is_empty() { 0 } else { rest.saturating_sub(pulled.len() as u64) };
            messages.extend(pulled);
        }
        server.tell(format!("$JS.API.CONSUMER.DELETE.{}.{name}", self.stream)).await;
        Ok(Scanned { messages, rest })
    }
}

/// The number in its stream, and the time, of a message that a consumer delivered. Its reply subject has them.
pub(super) fn delivery(message: &Message) -> Option<(u64, Timestamp)> {
    let parts: Vec<&str> = message.reply.as_ref()?.split('.').collect();
    // Servers with a domain add two parts in front.
    let base = if parts.len() > 9 { 7 } else { 5 };
    let nanos: u64 = parts.get(base + 2)?.parse().ok()?;
    Some((parts.get(base)?.parse().ok()?, Timestamp(nanos / 1_000_000)))
}

/// Every subject of a stream that fits the filter.
pub(super) async fn subjects(server: &Server, stream: &str, filter: &str) -> Result<Vec<String>, QueueError> {
    let mut subjects = Vec::new();
    loop {
        let body = json!({"subjects_filter": filter, "offset": subjects.len()});
        let mut info = server.demand(&format!("$JS.API.STREAM.INFO.{stream}"), &body).await?;
        let Value::Object(page) = info["state"]["subjects"].take() else { return Ok(subjects) };
        let total = info["total"].as_u64().unwrap_or_default();
        let is_last = page.is_empty();
        subjects.extend(page.into_iter().map(|(subject, _)| subject));
        if is_last || subjects.len() as u64 >= total {
            return Ok(subjects);
        }
    }
}
