//! Models reached over HTTP: hosted ones, and servers on the user's own machine.
//!
//! [`dialect`], [`decode`], [`gbnf`] and [`errors`] are pure; only [`wire`] opens connections.

mod address;
mod answer_in_call;
mod body;
mod context_size;
mod decode;
mod dialect;
mod errors;
#[cfg(any(test, fuzzing))]
pub(crate) mod fuzz;
mod gbnf;
mod limits;
mod signature;
mod support;
#[cfg(test)]
pub(crate) mod tests;
mod usage;
mod wire;

pub use context_size::context_size;
pub(crate) use dialect::{
    Ending, anthropic_ending, anthropic_usage, interaction_ending, interaction_usage, partner_version,
    path as method_path, responses_ending, responses_usage,
};
pub(crate) use errors::UnfinishedReply;
pub(crate) use limits::{rejects_length, reply_limit};
pub(crate) use usage::{ReportedUsage, priced_usage};
pub(crate) use wire::Wire;

use crate::provider::Dialect;
use crate::{HostedOptions, KeyNeed, Model, ModelError, Prices, Secret};
use async_trait::async_trait;
use decode::Request;
use deskpilot_core::{Completion, PictureLimits, Prompt};
use std::sync::{Arc, Mutex, PoisonError};
use support::{ServerKind, ServerSupport};

/// A model with these options. Sends nothing yet.
///
/// # Errors
/// Options that make no sense, such as an address without a scheme or a key that is missing.
pub fn hosted(options: HostedOptions, prices: Arc<Prices>) -> Result<Arc<dyn Model>, ModelError> {
    Ok(Arc::new(HostedModel::new(options, prices)?))
}

/// A model reached over HTTP.
struct HostedModel {
    name: String,
    options: HostedOptions,
    prices: Arc<Prices>,
    wire: Wire,
    /// What the server supports of a request: all that the options say, until it refuses something.
    support: Mutex<ServerSupport>,
}

impl HostedModel {
    fn new(options: HostedOptions, prices: Arc<Prices>) -> Result<HostedModel, ModelError> {
        let wire = Wire::new(&options, &dialect::path(&options), &key_headers(&options)?)?;
        let support = Mutex::new(ServerSupport::assumed(options.reply_format));
        Ok(HostedModel { name: options.name(), options, prices, wire, support })
    }
}

#[async_trait]
impl Model for HostedModel {
    fn name(&self) -> &str {
        &self.name
    }

    fn pictures(&self) -> PictureLimits {
        self.options.pictures
    }

    async fn complete(&self, prompt: &Prompt) -> Result<Completion, ModelError> {
        match self.as_supported(prompt).await {
            // The limit was raised after a cut reply. The server may not allow that much, so the usual one
            // goes once more.
            Err(error) if prompt.reply_length.cut_after().is_some() && rejects_length(&error) => {
                let reply_length = prompt.reply_length.in_usual_length();
                self.as_supported(&Prompt { reply_length, ..prompt.clone() }).await
            }
            answered => answered,
        }
    }
}

impl HostedModel {
    /// Asks for all that the server turns out to support.
    async fn as_supported(&self, prompt: &Prompt) -> Result<Completion, ModelError> {
        loop {
            // Copied out, so that nobody waits for the lock while the server answers.
            let support = *self.support.lock().unwrap_or_else(PoisonError::into_inner);
            match self.call(prompt, support).await {
                Err(error) => {
                    // The loop ends: each refusal leaves less that can be refused.
                    let simpler = support.after(&error, prompt, self.server()).ok_or(error)?;
                    *self.support.lock().unwrap_or_else(PoisonError::into_inner) = simpler;
                }
                answered => return answered,
            }
        }
    }

    /// What kind of server answers, where that says how it can be asked.
    fn server(&self) -> ServerKind {
        match self.options.provider.dialect {
            Dialect::OpenAi => self.wire.server(),
            _ => ServerKind::Other,
        }
    }

    async fn call(&self, prompt: &Prompt, support: ServerSupport) -> Result<Completion, ModelError> {
        let options = HostedOptions { reply_format: support.format_for(prompt), ..self.options.clone() };
        let prompt = &Prompt { reply_length: support.length_for(prompt), ..prompt.clone() };
        let body = self.wire.post_for_unique_keys(&dialect::request(prompt, &options)).await?;
        let request =
            Request { prompt, options: &options, limit: reply_limit(&options, prompt.reply_length) };
        decode::decode(&body, &request, &self.prices, &self.wire.context)
    }
}

/// The headers with the key; those besides it for a server that needs no key, or whose requests are signed.
pub(crate) fn key_headers(options: &HostedOptions) -> Result<Vec<(&'static str, Secret)>, ModelError> {
    match (&options.key, options.provider.key) {
        (Some(key), _) => Ok(dialect::headers(options.provider.dialect, key)),
        (None, KeyNeed::Optional) => Ok(Vec::new()),
        (None, KeyNeed::OrAccessKeys) if options.access_keys.is_some() => {
            Ok(dialect::headers_besides_key(options.provider.dialect))
        }
        (None, KeyNeed::OrAccessKeys) => {
            Err(options.unauthorized("there is none, and no AWS_ACCESS_KEY_ID with AWS_SECRET_ACCESS_KEY"))
        }
        (None, KeyNeed::Required) => Err(options.unauthorized("there is none")),
    }
}
