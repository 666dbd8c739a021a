//! Models reached over HTTP: hosted ones, and servers on the user's own machine.
//!
//! [`encode`], [`decode`] and [`errors`] are pure; only [`wire`] opens connections.

mod address;
mod decode;
mod encode;
mod errors;
#[cfg(test)]
pub(crate) mod tests;
mod wire;

pub(crate) use decode::priced_usage;
pub(crate) use errors::{ErrorContext, ErrorResponse, retry_after};
pub(crate) use wire::http_client;

use crate::{HostedOptions, Model, ModelError, Prices, ReplyFormat};
use async_trait::async_trait;
use deskpilot_core::{Completion, PictureLimits, Prompt};
use jiff::Timestamp;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::time::timeout;
use wire::Wire;

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
    context: ErrorContext,
    wire: Wire,
    /// How the reply's format is requested: as the options say, until the server turns out not to support it.
    reply_format: Mutex<ReplyFormat>,
}

impl HostedModel {
    fn new(options: HostedOptions, prices: Arc<Prices>) -> Result<HostedModel, ModelError> {
        let address = options.address()?;
        let (context, wire) = (ErrorContext::new(&options, &address), Wire::new(&options, &address)?);
        let reply_format = Mutex::new(options.reply_format);
        Ok(HostedModel { name: options.name(), options, prices, context, wire, reply_format })
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
}

impl HostedModel {
    async fn call(&self, prompt: &Prompt, reply_format: ReplyFormat) -> Result<Completion, ModelError> {
        let options = HostedOptions { reply_format, ..self.options.clone() };
        let (request, chat_options) = encode::encode(prompt, &options);
        let called = timeout(self.options.timeout, self.wire.call(request, &chat_options)).await;
        let answered = called.map_err(|_| self.context.timed_out())?;
        let response = answered.map_err(|error| self.context.client_error(error, Timestamp::now()))?;
        decode::decode(&response, &self.options, &self.prices, &self.context)
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
