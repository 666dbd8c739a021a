//! Servers that play hosted providers by their rules: a request that the provider would refuse is refused, with its sentence.

mod api;
mod replies;
mod rules;
mod schema;
#[cfg(test)]
mod tests;
mod translation;

pub use api::Api;

use super::chat::{self, ChatRequest, Refusal};
use super::http::{Request, Response};
use super::{Site, open};
use crate::bound_reply;
use async_trait::async_trait;
use deskpilot_core::{Completion, Secret};
use deskpilot_model::Model;
use serde_json::Value;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::task::JoinHandle;

/// A running server with the API of a provider, which answers with any [`Model`]; dropping it stops it.
pub struct ProviderServer {
    base_url: String,
    site: Arc<ProviderSite>,
    listening: JoinHandle<()>,
}

impl ProviderServer {
    /// Starts a server that answers with this model every client that has the token and follows the provider's rules. Needs a
    /// tokio runtime.
    pub async fn start(api: Api, model: Arc<dyn Model>, token: Secret) -> io::Result<ProviderServer> {
        let site = Arc::new(ProviderSite { api, model, token, record: Mutex::default() });
        let (address, listening) = open(Arc::clone(&site)).await?;
        let base_url = format!("{}{}", address.trim_end_matches("/v1/"), api.base_path());
        Ok(ProviderServer { base_url, site, listening })
    }

    /// Its address, as the provider's base URL.
    pub fn base_url(&self) -> &str {
        &self.base_url
    }

    /// How many requests it answered.
    pub fn answered(&self) -> usize {
        self.site.with_record(|it| it.answered)
    }

    /// Why it refused requests, in order.
    pub fn refusals(&self) -> Vec<String> {
        self.site.with_record(|it| it.refusals.clone())
    }
}

impl Drop for ProviderServer {
    fn drop(&mut self) {
        self.listening.abort();
    }
}

struct ProviderSite {
    api: Api,
    model: Arc<dyn Model>,
    token: Secret,
    record: Mutex<Record>,
}

/// What a server has seen.
#[derive(Default)]
struct Record {
    answered: usize,
    refusals: Vec<String>,
}

#[async_trait]
impl Site for ProviderSite {
    async fn answer(&self, request: &Request) -> Response {
        let (status, body) = match self.reply(request).await {
            Ok(body) => {
                self.with_record(|it| it.answered += 1);
                (200, body)
            }
            Err(refusal) => {
                self.with_record(|it| it.refusals.push(refusal.message.clone()));
                (refusal.status, replies::error(self.api, &refusal))
            }
        };
        Response { status, headers: Vec::new(), body: body.to_string() }
    }
}

impl ProviderSite {
    fn with_record<T>(&self, use_it: impl FnOnce(&mut Record) -> T) -> T {
        use_it(&mut self.record.lock().unwrap_or_else(PoisonError::into_inner))
    }

    async fn reply(&self, request: &Request) -> Result<Value, Refusal> {
        let ChatRequest { prompt, max_tokens } = self.read(request)?;
        let completion = self.model.complete(&prompt).await?;
        let text = bound_reply(&completion.text, &prompt.contract).map_err(|why| {
            Refusal::new(422, format!("a model bound to the schema cannot reply so: {why}"))
        })?;
        let chat = chat::reply(&Completion { text, ..completion }, max_tokens);
        Ok(replies::reply(self.api, chat))
    }

    /// The prompt of a valid request.
    fn read(&self, request: &Request) -> Result<ChatRequest, Refusal> {
        let api = self.api;
        if !api.token(request).is_some_and(|token| self.token.matches(token)) {
            return Err(Refusal::new(401, "this server was started with another token"));
        }
        if (request.method.as_str(), request.path.as_str()) != ("POST", api.path().as_str()) {
            return Err(Refusal::new(404, format!("there is only POST {}", api.path())));
        }
        let wrong = |why: String| Refusal::new(400, why);
        let body: Value = serde_json::from_slice(&request.body).map_err(|error| wrong(error.to_string()))?;
        if let Some(other) = body.get("model").filter(|it| **it != api.model()) {
            return Err(Refusal::new(404, format!("The model {other} does not exist.")));
        }
        rules::check(api, request, &body).map_err(wrong)?;
        let chat = translation::chat_request(api, &body).map_err(wrong)?;
        chat::request(chat.to_string().as_bytes()).map_err(wrong)
    }
}
