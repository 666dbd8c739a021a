//! Streamable HTTP: each message is a request of its own, and its answer is a message or a stream of them.

use super::{events::EventReader, message::read_message, meter::Meter};
use deskpilot_core::Secret;
use deskpilot_https::{ExchangeError, is_this_machine};
use reqwest::{
    Client, RequestBuilder, Response, StatusCode,
    header::{ACCEPT, ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue},
    retry,
};
use rmcp::{
    RoleClient,
    model::{ClientNotification, JsonRpcMessage, ServerJsonRpcMessage, ServerResult},
    service::{RxJsonRpcMessage, TxJsonRpcMessage},
    transport::Transport,
};
use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use thiserror::Error;
use tokio::{
    sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel},
    time::{sleep, timeout},
};
use tokio_util::task::AbortOnDropHandle;
use url::Url;

const SESSION: HeaderName = HeaderName::from_static("mcp-session-id");
const VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
/// The longest name of a session, in bytes.
const MAX_SESSION_BYTES: usize = 1024;
/// How long the server may take to hear that the session is over.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);
/// How long a call may run past its time limit, because cancelling it at the server takes another request.
const GRACE: Duration = Duration::from_secs(5);
/// The pauses before the stream of notifications is opened again; the last one repeats.
const LISTEN_PAUSES: [u64; 4] = [1, 5, 15, 60];

/// Why a message did not get through. Sentences never contain the address, whose query may hold a key.
#[derive(Debug, Error)]
pub(crate) enum HttpError {
    /// It did not reach the server, and other messages would not either.
    #[error("{0}")]
    NotConnected(String),
    /// The server turned it away.
    #[error("{0}")]
    NotTaken(String),
    /// The server may have taken it.
    #[error("{0}")]
    Broken(String),
}

/// A server at an address, and how long it may take for an answer.
#[derive(Clone, Debug)]
pub(super) struct HttpServer {
    pub(super) url: Url,
    pub(super) token: Option<Secret>,
    pub(super) timeout: Duration,
}

/// A connection over streamable HTTP.
pub(super) struct HttpTransport {
    exchange: Arc<Exchange>,
    incoming: UnboundedReceiver<ServerJsonRpcMessage>,
}

/// What every request needs.
struct Exchange {
    client: Client,
    server: HttpServer,
    /// The headers that the server has chosen for this session.
    session: Mutex<HeaderMap>,
    /// Unbounded, because a whole answer arrives before it is read; the meter bounds it.
    messages: UnboundedSender<ServerJsonRpcMessage>,
    meter: Arc<Meter>,
    listening: Mutex<Option<AbortOnDropHandle<()>>>,
}

impl HttpTransport {
    /// Opens no connection yet.
    pub(super) fn new(server: HttpServer, meter: Arc<Meter>) -> Result<HttpTransport, String> {
        let mut client = deskpilot_https::client().map_err(|error| error.to_string())?;
        if is_this_machine(&server.url) {
            client = client.no_proxy();
        }
        // A request is never repeated, and goes over a connection that was open when it was sent.
        let client = client.retry(retry::never()).pool_max_idle_per_host(0);
        let client = client.build().map_err(|error| error.to_string())?;
        let (messages, incoming) = unbounded_channel();
        let (session, listening) = (Mutex::default(), Mutex::default());
        let exchange = Exchange { client, server, session, messages, meter, listening };
        Ok(HttpTransport { exchange: Arc::new(exchange), incoming })
    }
}

impl Transport<RoleClient> for HttpTransport {
    type Error = HttpError;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleClient>,
    ) -> impl Future<Output = Result<(), HttpError>> + Send + 'static {
        let exchange = Arc::clone(&self.exchange);
        async move {
            let limit = exchange.server.timeout + GRACE;
            let is_ready = matches!(
                &message,
                JsonRpcMessage::Notification(it)
                    if matches!(it.notification, ClientNotification::InitializedNotification(_))
            );
            // Boxed, because the client's future takes several kilobytes.
            let posted = timeout(limit, Box::pin(exchange.post(message))).await;
            posted.unwrap_or_else(|_| {
                Err(HttpError::Broken(format!("no answer within {} s", limit.as_secs())))
            })?;
            if is_ready {
                let listening = AbortOnDropHandle::new(tokio::spawn(listen(Arc::downgrade(&exchange))));
                *exchange.listening.lock().unwrap_or_else(PoisonError::into_inner) = Some(listening);
            }
            Ok(())
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleClient>> {
        tokio::select! {
            message = self.incoming.recv() => message,
            () = self.exchange.meter.ended() => None,
        }
    }

    /// Tells the server that the session is over, so that it can free what it keeps for it.
    async fn close(&mut self) -> Result<(), HttpError> {
        self.exchange.stop_listening();
        if self.exchange.session_headers().contains_key(SESSION) {
            let request =
                self.exchange.request(self.exchange.client.delete(self.exchange.server.url.clone()));
            // A server need not know this request.
            let _ = timeout(CLOSE_TIMEOUT, request.send()).await;
        }
        Ok(())
    }
}

impl Drop for HttpTransport {
    fn drop(&mut self) {
        self.exchange.stop_listening();
    }
}

impl Exchange {
    fn stop_listening(&self) {
        drop(self.listening.lock().unwrap_or_else(PoisonError::into_inner).take());
    }

    fn session_headers(&self) -> HeaderMap {
        self.session.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn keep(&self, name: HeaderName, value: HeaderValue) {
        self.session.lock().unwrap_or_else(PoisonError::into_inner).insert(name, value);
    }

    /// The request with what every request has.
    fn request(&self, request: RequestBuilder) -> RequestBuilder {
        // A kilobyte of a compressed body may become a megabyte.
        let request = request.header(ACCEPT_ENCODING, "identity").headers(self.session_headers());
        match &self.server.token {
            Some(token) => request.bearer_auth(token.reveal()),
            None => request,
        }
    }

    async fn post(&self, message: TxJsonRpcMessage<RoleClient>) -> Result<(), HttpError> {
        let body = serde_json::to_string(&message).map_err(|error| HttpError::NotTaken(error.to_string()))?;
        let expects_answer = matches!(message, JsonRpcMessage::Request(_));
        let request = self.request(self.client.post(self.server.url.clone()));
        let request = request.header(ACCEPT, "application/json, text/event-stream");
        let sent = request.header(CONTENT_TYPE, "application/json").body(body).send().await;
        let response = self.checked(sent.map_err(HttpError::from)?)?;
        if let Some(session) = response.headers().get(SESSION).filter(|it| it.len() <= MAX_SESSION_BYTES) {
            self.keep(SESSION, session.clone());
        }
        let is_answered = match content_type(&response) {
            _ if !expects_answer => return Ok(()),
            "text/event-stream" => self.read_events(response, Until::Answered).await?,
            "application/json" => self.read_message(response).await?,
            _ => return Err(HttpError::Broken("it answered neither JSON nor events".into())),
        };
        match is_answered {
            true => Ok(()),
            false => {
                let why = self.meter.noise().quoted_in("its answer ended too early".into());
                Err(HttpError::Broken(why))
            }
        }
    }

    /// The response, if the server has taken the message.
    fn checked(&self, response: Response) -> Result<Response, HttpError> {
        let status = response.status();
        if response.headers().get(CONTENT_ENCODING).is_some_and(|it| it != "identity") {
            return Err(HttpError::Broken("it answered compressed, which Deskpilot never asks for".into()));
        }
        if status.is_success() {
            return Ok(response);
        }
        if status == StatusCode::NOT_FOUND && self.session_headers().contains_key(SESSION) {
            return Err(HttpError::NotConnected("it has ended the session".into()));
        }
        let why = match status {
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => {
                format!("it does not accept the token ({status}): see the variable of token_variable")
            }
            _ if status.is_redirection() => {
                format!("it redirects ({status}), and no redirect is followed: mend url")
            }
            _ => format!("it answered {status}"),
        };
        // After an error inside the server, the call may have been carried out.
        Err(if status.is_server_error() { HttpError::Broken(why) } else { HttpError::NotTaken(why) })
    }

    async fn read_message(&self, mut response: Response) -> Result<bool, HttpError> {
        let mut body = Vec::new();
        while let Some(piece) = response.chunk().await? {
            body.extend_from_slice(&piece);
            self.count(0, piece.len(), body.len())?;
        }
        self.count(1, 0, 0)?;
        Ok(self.deliver(&body) == Delivered::Answer)
    }

    /// Delivers the messages of a stream; whether an answer was among them.
    async fn read_events(&self, mut response: Response, until: Until) -> Result<bool, HttpError> {
        let mut reader = EventReader::default();
        while let Some(piece) = response.chunk().await? {
            let events = reader.push(&piece);
            self.count(events.len(), piece.len(), reader.pending())?;
            for event in events {
                if self.deliver(event.as_bytes()) == Delivered::Answer && until == Until::Answered {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    fn count(&self, messages: usize, bytes: usize, unfinished: usize) -> Result<(), HttpError> {
        let within = self.meter.check_message(unfinished).and_then(|()| self.meter.count(messages, bytes));
        within.map_err(|_| HttpError::Broken(self.meter.why().unwrap_or_default()))
    }

    fn deliver(&self, text: &[u8]) -> Delivered {
        // Data that is not a message of the protocol is ignored, as over pipes.
        let Some(message) = read_message(text) else {
            self.meter.noise().note(text);
            return Delivered::Other;
        };
        if let JsonRpcMessage::Response(response) = &message
            && let ServerResult::InitializeResult(introduction) = &response.result
            && let Ok(version) = HeaderValue::from_str(introduction.protocol_version.as_str())
        {
            self.keep(VERSION, version);
        }
        let is_answer = matches!(message, JsonRpcMessage::Response(_) | JsonRpcMessage::Error(_));
        // If the receiver is gone, the connection has ended.
        let _ = self.messages.send(message);
        if is_answer { Delivered::Answer } else { Delivered::Other }
    }
}

/// What was delivered.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Delivered {
    Answer,
    Other,
}

/// How long a stream is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Until {
    /// Until it has answered.
    Answered,
    /// As long as it lasts.
    TheEnd,
}

/// Reads the notifications that belong to no answer, as long as the server offers them.
async fn listen(exchange: std::sync::Weak<Exchange>) {
    let mut pauses = LISTEN_PAUSES.into_iter();
    let mut pause = 0;
    loop {
        let Some(exchange) = exchange.upgrade() else { return };
        let request = exchange.request(exchange.client.get(exchange.server.url.clone()));
        let response = request.header(ACCEPT, "text/event-stream").send().await;
        match response {
            Ok(response) if response.status().is_client_error() => return,
            Ok(response)
                if response.status().is_success() && content_type(&response) == "text/event-stream" =>
            {
                let _ = exchange.read_events(response, Until::TheEnd).await;
            }
            // It may be back later.
            Ok(_) | Err(_) => {}
        }
        drop(exchange);
        pause = pauses.next().unwrap_or(pause);
        sleep(Duration::from_secs(pause)).await;
    }
}

fn content_type(response: &Response) -> &str {
    let written = response.headers().get(CONTENT_TYPE).and_then(|it| it.to_str().ok()).unwrap_or("");
    written.split(';').next().unwrap_or("").trim()
}

impl From<reqwest::Error> for HttpError {
    fn from(error: reqwest::Error) -> HttpError {
        match ExchangeError::from(error) {
            ExchangeError::Invalid(cause) | ExchangeError::Unreachable(cause) => {
                HttpError::NotConnected(format!("it cannot be reached: {cause}"))
            }
            ExchangeError::Broken(cause) => HttpError::Broken(cause),
            other => HttpError::Broken(other.to_string()),
        }
    }
}
