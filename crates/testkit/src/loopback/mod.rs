//! Servers on loopback in the place of providers: [`Loopback`] speaks OpenAI's chat dialect and answers with any [`Model`],
//! [`Operators`] speaks a dialect of computer-use models and plays answers written beforehand, and [`Server`] answers
//! whatever a test tells it to, well-formed or not.
//!
//! They try the whole way to a hosted model where there is none: the request goes over HTTP, is read back and answered.
//! All listen on 127.0.0.1 only; the first two want a token.

mod answers;
mod chat;
mod http;
mod operators;
#[cfg(test)]
mod tests;

pub use answers::{Answer, Happened, Server};
pub use http::{Request, Response};
pub use operators::{Dialect, Line};

use async_trait::async_trait;
use chat::Refusal;
use deskpilot_core::{Completion, Prompt, Secret};
use deskpilot_model::{Model, ModelError};
use http::Fault;
use operators::Stage;
use serde_json::{Value, json};
use std::io;
use std::net::Ipv4Addr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::{sleep, timeout};

/// A running server; dropping it ends it and all its calls.
pub struct Loopback {
    base_url: String,
    served: Arc<Served>,
    listening: JoinHandle<()>,
}

impl Loopback {
    /// Starts a server that answers with this model every client that has the token. Needs a tokio runtime.
    pub async fn start(model: Arc<dyn Model>, token: Secret) -> io::Result<Loopback> {
        let served = Arc::new(Served { model, token, prompts: Mutex::default() });
        let (base_url, listening) = open(Arc::clone(&served)).await?;
        Ok(Loopback { base_url, served, listening })
    }

    /// Its address, as the base URL of an OpenAI-compatible provider.
    pub fn base_url(&self) -> &str {
        &self.base_url
    }

    /// The prompts received so far; their pictures are reduced to caption, hash and size.
    pub fn requests(&self) -> Vec<Prompt> {
        self.served.prompts.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for Loopback {
    fn drop(&mut self) {
        self.listening.abort();
    }
}

/// A running server for a dialect of computer-use models; dropping it ends it.
pub struct Operators {
    base_url: String,
    stage: Arc<Stage>,
    listening: JoinHandle<()>,
}

impl Operators {
    /// Starts a server that gives these answers in order to clients that have the token and follow the
    /// provider's protocol. Needs a tokio runtime.
    pub async fn start(dialect: Dialect, answers: Vec<Line>, token: Secret) -> io::Result<Operators> {
        let stage = Arc::new(Stage::new(dialect, answers, token));
        let (base_url, listening) = open(Arc::clone(&stage)).await?;
        Ok(Operators { base_url, stage, listening })
    }

    /// Its address, as the provider's base URL.
    pub fn base_url(&self) -> &str {
        &self.base_url
    }

    /// The requests received so far, with pictures replaced by their sizes.
    pub fn requests(&self) -> Vec<Value> {
        self.stage.requests()
    }
}

impl Drop for Operators {
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

struct Served {
    model: Arc<dyn Model>,
    token: Secret,
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
    let response = match read.unwrap_or(Err(Fault::Late)) {
        Ok(request) => tokio::select! {
            response = site.answer(&request) => response,
            // The client has gone: nobody needs the reply.
            () = http::hung_up(&mut stream) => return,
        },
        Err(Fault::Gone) => return,
        Err(fault) => refused(&fault.into()),
    };
    // Ignore a client that does not read its response.
    let _ = timeout(READ_DEADLINE, stream.write_all(response.text().as_bytes())).await;
}

#[async_trait]
impl Site for Served {
    async fn answer(&self, request: &Request) -> Response {
        match completion(request, self).await {
            Ok(completion) => {
                Response { status: 200, headers: Vec::new(), body: chat::reply(&completion).to_string() }
            }
            Err(refusal) => refused(&refusal),
        }
    }
}

async fn completion(request: &Request, served: &Served) -> Result<Completion, Refusal> {
    let told = request.header("authorization").and_then(|header| header.strip_prefix("Bearer "));
    if !told.is_some_and(|told| served.token.matches(told)) {
        return Err(Refusal::new(401, "this server was started with another token"));
    }
    if (request.method.as_str(), request.path.as_str()) != ("POST", "/v1/chat/completions") {
        return Err(Refusal::new(404, "there is only POST /v1/chat/completions"));
    }
    let prompt = chat::prompt(&request.body).map_err(|message| Refusal::new(400, message))?;
    served.keep(&prompt);
    let completed = timeout(ANSWER_DEADLINE, served.model.complete(&prompt)).await;
    completed.map_err(|_| Refusal::new(504, "the model did not reply in time"))?.map_err(Refusal::from)
}

impl Served {
    fn keep(&self, prompt: &Prompt) {
        let mut kept = prompt.clone();
        kept.pictures.iter_mut().for_each(|picture| picture.png = [].into());
        self.prompts.lock().unwrap_or_else(PoisonError::into_inner).push(kept);
    }
}

fn refused(refusal: &Refusal) -> Response {
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
            ModelError::Unavailable { .. } | ModelError::Unreachable { .. } | ModelError::NoText { .. } => {
                503
            }
            ModelError::Unauthorized { .. } => 401,
            ModelError::Refused { .. }
            | ModelError::ConversationLost { .. }
            | ModelError::Misconfigured { .. }
            | ModelError::Exhausted { .. }
            | ModelError::Diverged { .. } => 400,
        };
        Refusal { status, code: None, retry_after: error.retry_after(), message: error.to_string() }
    }
}

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Refusal {
        match fault {
            Fault::TooLarge => Refusal::new(413, format!("a request has at most {REQUEST_LIMIT} bytes")),
            Fault::Late => Refusal::new(408, "the request did not arrive in time"),
            Fault::Malformed(what) => Refusal::new(400, what),
            Fault::Gone => Refusal::new(400, "the caller has gone"),
        }
    }
}
