//! Servers on loopback that play providers: [`ChatServer`] speaks OpenAI's chat dialect and answers with any [`Model`], bound to
//! the schema that the request has,
//! [`ProviderServer`] does the same with the API of a provider and by its rules, [`OperatorServer`] speaks a dialect of
//! computer-use models and plays prepared answers, and [`Server`] gives any answer of a test, well-formed or not.
//!
//! They test the whole path to a hosted model without one: HTTP request, parsing, answer. All listen on 127.0.0.1 only; all but
//! the last require a token.

mod answers;
mod chat;
mod claude;
mod fields;
mod gemini;
mod http;
mod operators;
mod providers;
mod screenshots;
mod server;
#[cfg(test)]
mod tests;

pub use http::{Request, Response};
pub use operators::{Dialect, OperatorReply};
pub use providers::{Api, ProviderServer};
pub use server::{Answer, Server, ServerEvent};

use crate::bound_reply;
use async_trait::async_trait;
use chat::{ChatRequest, Refusal};
use deskpilot_core::{Completion, Prompt, Secret};
use deskpilot_model::{Model, ModelError};
use http::RequestError;
use operators::OperatorSite;
use serde_json::{Value, json};
use std::io;
use std::net::Ipv4Addr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::{sleep, timeout};

/// A running server; dropping it stops it and all its calls.
pub struct ChatServer {
    base_url: String,
    site: Arc<ChatSite>,
    listening: JoinHandle<()>,
}

impl ChatServer {
    /// Starts a server that answers with this model every client that has the token. Needs a tokio runtime.
    pub async fn start(model: Arc<dyn Model>, token: Secret) -> io::Result<ChatServer> {
        ChatServer::open(model, token, Enforcement::Schema).await
    }

    /// Starts a server that gives any reply of the model, as providers do that enforce no schema.
    pub async fn start_unenforced(model: Arc<dyn Model>, token: Secret) -> io::Result<ChatServer> {
        ChatServer::open(model, token, Enforcement::None).await
    }

    async fn open(model: Arc<dyn Model>, token: Secret, enforcement: Enforcement) -> io::Result<ChatServer> {
        let site = Arc::new(ChatSite { model, token, enforcement, prompts: Mutex::default() });
        let (base_url, listening) = open(Arc::clone(&site)).await?;
        Ok(ChatServer { base_url, site, listening })
    }

    /// Its address, as the base URL of an OpenAI-compatible provider.
    pub fn base_url(&self) -> &str {
        &self.base_url
    }

    /// The prompts received so far; their pictures are reduced to caption, hash and size.
    pub fn requests(&self) -> Vec<Prompt> {
        self.site.prompts.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for ChatServer {
    fn drop(&mut self) {
        self.listening.abort();
    }
}

/// A running server for a dialect of computer-use models; dropping it stops it.
pub struct OperatorServer {
    base_url: String,
    site: Arc<OperatorSite>,
    listening: JoinHandle<()>,
}

impl OperatorServer {
    /// Starts a server that gives these answers in order to clients that have the token and follow the
    /// provider's protocol. Needs a tokio runtime.
    pub async fn start(
        dialect: Dialect,
        answers: Vec<OperatorReply>,
        token: Secret,
    ) -> io::Result<OperatorServer> {
        let site = Arc::new(OperatorSite::new(dialect, answers, token));
        let (base_url, listening) = open(Arc::clone(&site)).await?;
        Ok(OperatorServer { base_url, site, listening })
    }

    /// Its address, as the provider's base URL.
    pub fn base_url(&self) -> &str {
        &self.base_url
    }

    /// The requests received so far, with pictures replaced by their sizes.
    pub fn requests(&self) -> Vec<Value> {
        self.site.requests()
    }
}

impl Drop for OperatorServer {
    fn drop(&mut self) {
        self.listening.abort();
    }
}

/// The behaviour of a server.
#[async_trait]
trait Site: Send + Sync + 'static {
    async fn answer(&self, request: &Request) -> Response;
}

/// Opens the server. Returns its address and the task to abort.
async fn open(site: Arc<impl Site>) -> io::Result<(String, JoinHandle<()>)> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
    let base_url = format!("http://{}/v1/", listener.local_addr()?);
    Ok((base_url, tokio::spawn(listen(listener, site))))
}

/// How a server treats the schema of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Enforcement {
    /// The server rejects a reply that the schema does not allow.
    Schema,
    /// Any reply is given.
    None,
}

struct ChatSite {
    model: Arc<dyn Model>,
    token: Secret,
    enforcement: Enforcement,
    prompts: Mutex<Vec<Prompt>>,
}

/// The maximum size of a request in bytes: a long prompt with some pictures of a large screen.
const REQUEST_LIMIT: usize = 64 << 20;
/// The maximum number of concurrent calls.
const CALL_LIMIT: usize = 16;
/// The pause before listening again when the system has no resources for a call.
const PAUSE: Duration = Duration::from_millis(100);
/// The time limit for a request to arrive.
const READ_DEADLINE: Duration = Duration::from_secs(30);
/// The time limit of the model.
const ANSWER_DEADLINE: Duration = Duration::from_secs(300);

/// Dropping this future ends the calls, because its set owns them.
async fn listen(listener: TcpListener, site: Arc<impl Site>) {
    let mut calls = JoinSet::new();
    loop {
        tokio::select! {
            Some(_) = calls.join_next() => {}
            accepted = listener.accept(), if calls.len() < CALL_LIMIT => match accepted {
                Ok((stream, _)) => drop(calls.spawn(call(stream, Arc::clone(&site)))),
                // For example too many open files: others must close theirs first.
                Err(_) => sleep(PAUSE).await,
            },
        }
    }
}

async fn call(mut stream: TcpStream, site: Arc<impl Site>) {
    let read = timeout(READ_DEADLINE, http::read_request(&mut stream, REQUEST_LIMIT)).await;
    let response = match read.unwrap_or(Err(RequestError::Late)) {
        Ok(request) => tokio::select! {
            response = site.answer(&request) => response,
            // The client has gone, so the reply is discarded.
            () = http::wait_for_disconnect(&mut stream) => return,
        },
        Err(RequestError::Gone) => return,
        Err(error) => error_response(&error.into()),
    };
    // Ignore a client that does not read its response.
    let _ = timeout(READ_DEADLINE, stream.write_all(response.text().as_bytes())).await;
}

#[async_trait]
impl Site for ChatSite {
    async fn answer(&self, request: &Request) -> Response {
        match chat_reply(request, self).await {
            Ok(body) => Response { status: 200, headers: Vec::new(), body: body.to_string() },
            Err(refusal) => error_response(&refusal),
        }
    }
}

async fn chat_reply(request: &Request, site: &ChatSite) -> Result<Value, Refusal> {
    let token = request.header("authorization").and_then(|header| header.strip_prefix("Bearer "));
    if !token.is_some_and(|token| site.token.matches(token)) {
        return Err(Refusal::new(401, "this server was started with another token"));
    }
    if (request.method.as_str(), request.path.as_str()) != ("POST", "/v1/chat/completions") {
        return Err(Refusal::new(404, "there is only POST /v1/chat/completions"));
    }
    let ChatRequest { prompt, max_tokens } =
        chat::request(&request.body).map_err(|message| Refusal::new(400, message))?;
    site.record(&prompt);
    let completed = timeout(ANSWER_DEADLINE, site.model.complete(&prompt)).await;
    match completed.map_err(|_| Refusal::new(504, "the model did not reply in time"))? {
        Ok(completion) if site.enforcement == Enforcement::None => Ok(chat::reply(&completion, max_tokens)),
        Ok(completion) => {
            let text = bound_reply(&completion.text, &prompt.contract).map_err(|why| {
                Refusal::new(422, format!("a model bound to the schema cannot reply so: {why}"))
            })?;
            Ok(chat::reply(&Completion { text, ..completion }, max_tokens))
        }
        Err(error) => chat::unfinished(&error).ok_or_else(|| error.into()),
    }
}

impl ChatSite {
    fn record(&self, prompt: &Prompt) {
        let mut recorded = prompt.clone();
        recorded.pictures.iter_mut().for_each(|picture| picture.png = [].into());
        self.prompts.lock().unwrap_or_else(PoisonError::into_inner).push(recorded);
    }
}

fn error_response(refusal: &Refusal) -> Response {
    let wait = refusal.retry_after.map(|wait| ("retry-after", wait.as_secs_f64().to_string()));
    Response {
        status: refusal.status,
        headers: wait.into_iter().collect(),
        body: match refusal.code {
            Some(code) => json!({"error": {"message": refusal.message, "code": code}}),
            None => json!({"error": {"message": refusal.message, "code": refusal.status}}),
        }
        .to_string(),
    }
}

impl From<ModelError> for Refusal {
    fn from(error: ModelError) -> Refusal {
        let status = match &error {
            ModelError::RateLimited { .. } => 429,
            ModelError::TimedOut { .. } => 504,
            ModelError::Unavailable { .. }
            | ModelError::Unreadable { .. }
            | ModelError::Unreachable { .. }
            | ModelError::NoText { .. } => 503,
            ModelError::Unauthorized { .. } => 401,
            ModelError::Refused { .. }
            | ModelError::Cut { .. }
            | ModelError::Withheld { .. }
            | ModelError::OnlyThoughts { .. }
            | ModelError::ConversationLost { .. }
            | ModelError::Misconfigured { .. }
            | ModelError::Exhausted { .. }
            | ModelError::Diverged { .. } => 400,
        };
        Refusal { status, code: None, retry_after: error.retry_after(), message: error.to_string() }
    }
}

impl From<RequestError> for Refusal {
    fn from(error: RequestError) -> Refusal {
        match error {
            RequestError::TooLarge => {
                Refusal::new(413, format!("a request has at most {REQUEST_LIMIT} bytes"))
            }
            RequestError::Late => Refusal::new(408, "the request did not arrive in time"),
            RequestError::Malformed(what) => Refusal::new(400, what),
            RequestError::Gone => Refusal::new(400, "the caller has gone"),
        }
    }
}
