//! Commands go out with numbers, and replies come back by these numbers.

use super::BrowserError;
use serde_json::Value;
use std::collections::HashMap;
use tokio::sync::{mpsc, oneshot};

/// What a browser replies to a command.
pub(crate) type Reply = Result<Value, BrowserError>;

/// A command on its way to a browser.
#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) method: &'static str,
    pub(crate) params: Value,
    /// The part of the browser that it is for, where the protocol has parts.
    pub(crate) to: Option<String>,
    reply: oneshot::Sender<Reply>,
}

/// Sends commands to a browser; dropping it ends the connection.
#[derive(Debug)]
pub(crate) struct Caller(mpsc::UnboundedSender<Request>);

impl Caller {
    /// A caller, and the queue of its requests.
    pub(crate) fn new() -> (Caller, mpsc::UnboundedReceiver<Request>) {
        let (requests, queue) = mpsc::unbounded_channel();
        (Caller(requests), queue)
    }

    /// Sends a command, once, and waits for its reply. A command whose future is dropped may still be carried out.
    pub(crate) async fn call(&self, to: Option<String>, method: &'static str, params: Value) -> Reply {
        let (reply, replied) = oneshot::channel();
        self.0.send(Request { method, params, to, reply }).map_err(|_| BrowserError::Lost)?;
        replied.await.unwrap_or(Err(BrowserError::Lost))
    }

    /// Sends a command without waiting for the reply.
    pub(crate) fn post(&self, to: Option<String>, method: &'static str, params: Value) {
        // A browser that has gone no longer needs the command.
        let _ = self.0.send(Request::unanswered(to, method, params));
    }

    /// Whether the browser is still there.
    pub(crate) fn is_open(&self) -> bool {
        !self.0.is_closed()
    }

    /// Returns when the browser has gone.
    pub(crate) async fn closed(&self) {
        self.0.closed().await;
    }
}

impl Request {
    /// A command without a caller that waits for its reply.
    pub(crate) fn unanswered(to: Option<String>, method: &'static str, params: Value) -> Request {
        Request { method, params, to, reply: oneshot::channel().0 }
    }
}

/// Those who wait for replies.
#[derive(Debug, Default)]
pub(crate) struct PendingReplies {
    waiting: HashMap<u64, oneshot::Sender<Reply>>,
    last: u64,
}

impl PendingReplies {
    /// The number of a request, by which its reply comes.
    pub(crate) fn number(&mut self, request: Request) -> u64 {
        self.last += 1;
        // Nobody waits for these any more.
        self.waiting.retain(|_, reply| !reply.is_closed());
        self.waiting.insert(self.last, request.reply);
        self.last
    }

    pub(crate) fn answer(&mut self, id: u64, reply: Reply) {
        if let Some(waiting) = self.waiting.remove(&id) {
            // The caller may have gone.
            let _ = waiting.send(reply);
        }
    }
}
