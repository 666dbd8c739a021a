//! Models reached over HTTP: hosted ones, and servers on the user's own machine.
//!
//! [`dialect`], [`decode`] and [`errors`] are pure; only [`wire`] opens connections.

mod address;
mod decode;
mod dialect;
mod errors;
#[cfg(any(test, fuzzing))]
pub(crate) mod fuzz;
mod limits;
#[cfg(test)]
pub(crate) mod tests;
mod usage;
mod wire;

pub(crate) use dialect::{Ending, anthropic_ending, anthropic_usage, responses_ending, responses_usage};
pub(crate) use errors::UnfinishedReply;
pub(crate) use limits::{rejects_length, reply_limit};
pub(crate) use usage::{ReportedUsage, priced_usage};
pub(crate) use wire::Wire;

use crate::{HostedOptions, KeyNeed, Model, ModelError, Prices, ReplyFormat, Secret};
use async_trait::async_trait;
use deskpilot_core::{Completion, PictureLimits, Prompt, ReplyLength};
use std::sync::{Arc, Mutex, PoisonError};

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
    /// How the reply's format is requested: as the options say, until the server turns out not to support it.
    reply_format: Mutex<ReplyFormat>,
}

impl HostedModel {
    fn new(options: HostedOptions, prices: Arc<Prices>) -> Result<HostedModel, ModelError> {
        let wire = Wire::new(&options, &dialect::path(&options), &key_headers(&options)?)?;
        let reply_format = Mutex::new(options.reply_format);
        Ok(HostedModel { name: options.name(), options, prices, wire, reply_format })
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
        match self.in_its_format(prompt).await {
            Err(error) if !prompt.reply_length.is_usual() && rejects_length(&error) => {
                let usual = Prompt { reply_length: ReplyLength::Usual, ..prompt.clone() };
                self.in_its_format(&usual).await
            }
            answered => answered,
        }
    }
}

impl HostedModel {
    /// Asks in the simplest format that the server turns out to need.
    async fn in_its_format(&self, prompt: &Prompt) -> Result<Completion, ModelError> {
        loop {
            let reply_format = *self.reply_format.lock().unwrap_or_else(PoisonError::into_inner);
            match self.call(prompt, reply_format).await {
                Err(error) if rejects_format(&error) && reply_format != ReplyFormat::Text => {
                    let simpler = reply_format.fallback();
                    *self.reply_format.lock().unwrap_or_else(PoisonError::into_inner) = simpler;
                }
                answered => return answered,
            }
        }
    }

    async fn call(&self, prompt: &Prompt, reply_format: ReplyFormat) -> Result<Completion, ModelError> {
        let options = HostedOptions { reply_format, ..self.options.clone() };
        let body = self.wire.post(&dialect::request(prompt, &options)).await?;
        let limit = reply_limit(&options, prompt.reply_length);
        decode::decode(&body, &options, limit, &self.prices, &self.wire.context)
    }
}

/// The headers with the key; none for a server that needs no key.
fn key_headers(options: &HostedOptions) -> Result<Vec<(&'static str, Secret)>, ModelError> {
    match (&options.key, options.provider.key) {
        (Some(key), _) => Ok(dialect::headers(options.provider.dialect, key)),
        (None, KeyNeed::Optional) => Ok(Vec::new()),
        (None, KeyNeed::Required) => Err(options.unauthorized("there is none")),
    }
}

/// Words in the errors of servers that do not support the requested reply format.
const FORMAT_WORDS: &[&str] = &[
    "response_format",
    "json_schema",
    "json_object",
    "output_format",
    "structured output",
    "guided",
    "grammar",
];

/// Whether the server rejects the requested reply format. There are simpler ways to request it, and the prompt
/// also describes it in words.
fn rejects_format(error: &ModelError) -> bool {
    let ModelError::Refused { message, .. } = error else { return false };
    let message = message.to_lowercase();
    FORMAT_WORDS.iter().any(|word| message.contains(word))
}
