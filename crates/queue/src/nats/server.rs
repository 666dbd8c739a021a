//! Requests to a NATS server. Each has a deadline, and waits while the server is away.

use crate::QueueError;
use async_nats::{Client, HeaderMap, Message, Request, StatusCode, Subscriber, connection::State};
use futures::StreamExt;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{fmt, time::Duration};
use tokio::{
    sync::watch,
    time::{Instant, sleep, timeout},
};

/// How long the server may take for one reply. Then the request is sent again.
const REPLY_LIMIT: Duration = Duration::from_secs(2);

/// The pause before a request is sent again.
pub(super) const RETRY_PAUSE: Duration = Duration::from_millis(50);

/// The codes by which the server says that it is not ready yet.
const NOT_READY: [u64; 2] = [10_008, 10_039];

/// The header with the id of a message. The server stores no message twice whose id it remembers; after a restart it does not
/// remember all.
const ID: &str = "Nats-Msg-Id";

/// The code for a message that expects another last message of its subject.
const OUTDATED: u64 = 10_071;

/// The code for a message whose subject has as many as it may have.
const OCCUPIED: u64 = 10_077;

/// A connection to a NATS server.
#[derive(Clone)]
pub(super) struct Server {
    client: Client,
    name: String,
    patience: Duration,
    /// How often the connection was lost.
    losses: watch::Receiver<u64>,
}

/// The result of publishing a message that the server stores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Published {
    /// It is stored.
    Stored,
    /// Its subject has a message already.
    Occupied,
    /// Its subject has a newer message than its sender knew.
    Outdated,
}

/// An error in a reply of JetStream.
#[derive(Debug, Deserialize)]
pub(super) struct Refusal {
    #[serde(default)]
    pub(super) err_code: u64,
    #[serde(default)]
    description: String,
}

/// A reply to a message that was to be stored.
#[derive(Deserialize)]
struct Acknowledgement {
    error: Option<Refusal>,
}

/// A message that is to be stored.
#[derive(Clone, Debug)]
pub(super) struct Outgoing {
    stream: &'static str,
    subject: String,
    payload: String,
    headers: HeaderMap,
}

impl Outgoing {
    /// A message for a stream, with an id by which it is recognised.
    pub(super) fn new(server: &Server, stream: &'static str, subject: String, payload: String) -> Outgoing {
        let mut headers = HeaderMap::new();
        headers.insert(ID, server.client.new_inbox());
        Outgoing { stream, subject, payload, headers }
    }

    /// The same with one header more.
    pub(super) fn with(mut self, header: &str, value: &str) -> Outgoing {
        self.headers.insert(header, value);
        self
    }

    /// The same, to be stored only if this is the number of the last message of its subject, 0 for none.
    pub(super) fn after(self, last: u64) -> Outgoing {
        self.with("Nats-Expected-Last-Subject-Sequence", &last.to_string())
    }
}

impl Server {
    pub(super) const fn new(
        client: Client,
        name: String,
        patience: Duration,
        losses: watch::Receiver<u64>,
    ) -> Server {
        Server { client, name, patience, losses }
    }

    /// Sends a request that may be repeated, until there is a reply.
    pub(super) async fn request(
        &self,
        subject: &str,
        headers: &HeaderMap,
        payload: &str,
    ) -> Result<Message, QueueError> {
        let deadline = Instant::now() + self.patience;
        loop {
            let request = Request::new().payload(payload.to_owned().into());
            let request = if headers.is_empty() { request } else { request.headers(headers.clone()) };
            match self.request_once(subject, request).await {
                Err(error) if Instant::now() >= deadline => return Err(error),
                Err(_) => sleep(RETRY_PAUSE).await,
                Ok(message) => return Ok(message),
            }
        }
    }

    /// Sends a request once. Fails while the connection is lost: the client would keep the request, and send it after the caller
    /// has left.
    async fn request_once(&self, subject: &str, request: Request) -> Result<Message, QueueError> {
        let losses = self.watch_losses()?;
        let request = request.timeout(Some(self.reply_limit()));
        let reply = self.client.send_request(subject.to_owned(), request);
        self.reply(losses, reply).await?.map_err(|error| self.unreachable(&error.to_string()))
    }

    /// Notices from now on when the connection is lost; an error if it is.
    fn watch_losses(&self) -> Result<watch::Receiver<u64>, QueueError> {
        let mut losses = self.losses.clone();
        losses.mark_unchanged();
        match self.client.connection_state() {
            State::Connected => Ok(losses),
            State::Pending | State::Disconnected => Err(self.unreachable("the connection is lost")),
        }
    }

    /// Waits for a reply. Fails as soon as the connection is lost, because no reply comes after that.
    async fn reply<T>(
        &self,
        mut losses: watch::Receiver<u64>,
        reply: impl Future<Output = T>,
    ) -> Result<T, QueueError> {
        tokio::select! {
            reply = timeout(self.reply_limit(), reply) => {
                reply.map_err(|_| self.unreachable("a reply does not come"))
            }
            Ok(()) = losses.changed() => Err(self.unreachable("the connection was lost")),
        }
    }

    /// Asks a consumer for one message, without waiting.
    pub(super) async fn next(&self, api: &str) -> Result<Option<Message>, QueueError> {
        let request = Request::new().payload("{\"batch\":1,\"no_wait\":true}".into());
        // An inbox of its own: in the common one the client distinguishes replies by their subject, and this message has the
        // subject of the work.
        let message = self.request_once(api, request.inbox(self.client.new_inbox())).await?;
        Ok(Some(message).filter(|it| it.status.is_none()))
    }

    /// Asks JetStream; the reply, or its refusal.
    pub(super) async fn ask(
        &self,
        subject: &str,
        body: &Value,
    ) -> Result<Result<Value, Refusal>, QueueError> {
        let deadline = Instant::now() + self.patience;
        loop {
            let message = self.request(subject, &HeaderMap::new(), &body.to_string()).await?;
            let mut reply: Value = self.parse(&message.payload)?;
            let Some(error) = reply.get_mut("error").map(Value::take) else { return Ok(Ok(reply)) };
            let refusal: Refusal = self.parse(error.to_string().as_bytes())?;
            if !NOT_READY.contains(&refusal.err_code) || Instant::now() >= deadline {
                return Ok(Err(refusal));
            }
            sleep(RETRY_PAUSE).await;
        }
    }

    /// Asks JetStream; its refusal is an error.
    pub(super) async fn demand(&self, subject: &str, body: &Value) -> Result<Value, QueueError> {
        self.ask(subject, body).await?.map_err(|it| self.refused(it))
    }

    /// Stores a message exactly once, however often it has to be sent.
    pub(super) async fn publish(&self, message: &Outgoing) -> Result<Published, QueueError> {
        let deadline = Instant::now() + self.patience;
        loop {
            let reply = self.request(&message.subject, &message.headers, &message.payload).await?;
            match self.published(&reply)? {
                Ok(Published::Stored) => return Ok(Published::Stored),
                // An earlier try may have stored this message already, if only its reply was lost.
                Ok(_) if self.is_last(message).await? => return Ok(Published::Stored),
                Ok(refused) => return Ok(refused),
                Err(it) if NOT_READY.contains(&it.err_code) && Instant::now() < deadline => {
                    sleep(RETRY_PAUSE).await;
                }
                Err(it) => return Err(self.refused(it)),
            }
        }
    }

    /// Whether this is the last message of its subject.
    async fn is_last(&self, message: &Outgoing) -> Result<bool, QueueError> {
        let last = self.last(message.stream, &message.subject).await?;
        Ok(last.and_then(|it| it.headers?.get(ID).cloned()).as_ref() == message.headers.get(ID))
    }

    /// Stores messages exactly once and in their order, without waiting for one before the next. Only those whose replies do not
    /// come are sent again, behind the others.
    pub(super) async fn publish_all(&self, messages: &[Outgoing]) -> Result<Vec<Published>, QueueError> {
        let (inbox, losses) = (self.client.new_inbox(), self.watch_losses());
        let mut replies = self.subscribe(format!("{inbox}.*")).await?;
        for (number, message) in messages.iter().enumerate() {
            let Outgoing { subject, payload, headers, .. } = message.clone();
            let reply = format!("{inbox}.{number}");
            // Ignore errors: a message that was not sent gets no reply, and `publish` below tries it again.
            let sent = self.client.publish_with_reply_and_headers(subject, reply, headers, payload.into());
            let _ = sent.await;
        }
        let mut published: Vec<Option<Published>> = vec![None; messages.len()];
        let mut missing = messages.len();
        while missing > 0
            && let Ok(losses) = &losses
            && let Ok(Some(reply)) = self.reply(losses.clone(), replies.next()).await
        {
            let number = reply.subject.rsplit('.').next().and_then(|it| it.parse::<usize>().ok());
            let Some(place) = number.and_then(|it| published.get_mut(it)) else { continue };
            missing -= 1;
            // A refusal may be temporary, so `publish` below tries the message again alone.
            *place = if reply.status.is_none() { self.published(&reply)?.ok() } else { None };
        }
        let mut results = Vec::new();
        for (message, published) in messages.iter().zip(published) {
            results.push(match published {
                Some(published) => published,
                None => self.publish(message).await?,
            });
        }
        Ok(results)
    }

    fn published(&self, reply: &Message) -> Result<Result<Published, Refusal>, QueueError> {
        let reply: Acknowledgement = self.parse(&reply.payload)?;
        Ok(match reply.error {
            None => Ok(Published::Stored),
            Some(it) if it.err_code == OUTDATED => Ok(Published::Outdated),
            Some(it) if it.err_code == OCCUPIED => Ok(Published::Occupied),
            Some(it) => Err(it),
        })
    }

    /// The last message of this subject in a stream.
    pub(super) async fn last(&self, stream: &str, subject: &str) -> Result<Option<Message>, QueueError> {
        let api = format!("$JS.API.DIRECT.GET.{stream}.{subject}");
        let message = self.request(&api, &HeaderMap::new(), "").await?;
        match message.status {
            None => Ok(Some(message)),
            Some(StatusCode::NOT_FOUND) => Ok(None),
            Some(status) => Err(self.unexpected(&format!("the status {status} for a message"))),
        }
    }

    /// Tells subscribers something, without certainty.
    pub(super) async fn tell(&self, subject: String) {
        let _ = self.client.publish(subject, Vec::new().into()).await;
    }

    /// Acknowledges a message, once. Without it the message comes again, and its next worker sees by the job's record what to do.
    pub(super) async fn acknowledge(&self, reply: &str, payload: &str) -> Result<(), QueueError> {
        let request = Request::new().payload(payload.to_owned().into());
        self.request_once(reply, request).await.map(drop)
    }

    /// Receives the messages of this subject from now on.
    pub(super) async fn subscribe(&self, subject: String) -> Result<Subscriber, QueueError> {
        self.client.subscribe(subject).await.map_err(|error| self.unreachable(&error.to_string()))
    }

    /// Asks a consumer for up to this many messages, without waiting.
    pub(super) async fn pull(&self, api: &str, batch: u64) -> Result<Vec<Message>, QueueError> {
        let (inbox, losses) = (self.client.new_inbox(), self.watch_losses()?);
        let mut replies = self.subscribe(inbox.clone()).await?;
        let body = format!("{{\"batch\":{batch},\"no_wait\":true}}");
        let sent = self.client.publish_with_reply(api.to_owned(), inbox, body.into()).await;
        sent.map_err(|error| self.unreachable(&error.to_string()))?;
        let mut messages = Vec::new();
        while (messages.len() as u64) < batch {
            match self.reply(losses.clone(), replies.next()).await? {
                Some(message) if message.status.is_none() => messages.push(message),
                // The server says that there are no more.
                Some(message) if message.status != Some(StatusCode::NO_RESPONDERS) => break,
                Some(_) | None => return Err(self.unreachable("no consumer answers")),
            }
        }
        Ok(messages)
    }

    fn reply_limit(&self) -> Duration {
        REPLY_LIMIT.min(self.patience)
    }

    /// How long to wait while the server is away.
    pub(super) const fn patience(&self) -> Duration {
        self.patience
    }

    /// Reads JSON that the server, or a queue before, wrote.
    pub(super) fn parse<T: for<'a> Deserialize<'a>>(&self, bytes: &[u8]) -> Result<T, QueueError> {
        serde_json::from_slice(bytes).map_err(|error| self.unexpected(&error.to_string()))
    }

    /// The value as JSON, to be stored.
    pub(super) fn json(&self, value: &impl Serialize) -> Result<String, QueueError> {
        serde_json::to_string(value).map_err(|error| self.unexpected(&error.to_string()))
    }

    /// The error for a reply that the server should never give.
    pub(super) fn unexpected(&self, what: &str) -> QueueError {
        QueueError::BadReply { server: self.name.clone(), what: what.to_owned() }
    }

    pub(super) fn refused(&self, refusal: Refusal) -> QueueError {
        let Refusal { err_code, description } = refusal;
        QueueError::Server { server: self.name.clone(), code: err_code, description }
    }

    fn unreachable(&self, why: &str) -> QueueError {
        let (server, seconds) = (self.name.clone(), self.patience.as_secs());
        QueueError::Unreachable { server, seconds, why: why.to_owned() }
    }
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server").field("name", &self.name).finish_non_exhaustive()
    }
}
