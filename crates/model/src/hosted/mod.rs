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

pub(crate) use decode::priced;
pub(crate) use errors::{Place, Said, retry_after};
pub(crate) use wire::http;

use crate::{HostedOptions, Model, ModelError, Prices, Structured};
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
    Ok(Arc::new(Hosted::new(options, prices)?))
}

/// A model reached over HTTP.
struct Hosted {
    name: String,
    options: HostedOptions,
    prices: Arc<Prices>,
    place: Place,
    wire: Wire,
    /// How the reply's format is requested: as the options say, until the server turns out not to support it.
    structured: Mutex<Structured>,
}

impl Hosted {
    fn new(options: HostedOptions, prices: Arc<Prices>) -> Result<Hosted, ModelError> {
        let address = options.address()?;
        let (place, wire) = (Place::new(&options, &address), Wire::new(&options, &address)?);
        let structured = Mutex::new(options.structured);
        Ok(Hosted { name: options.name(), options, prices, place, wire, structured })
    }
}

#[async_trait]
impl Model for Hosted {
    fn name(&self) -> &str {
        &self.name
    }

    fn pictures(&self) -> PictureLimits {
        self.options.pictures
    }

    async fn complete(&self, prompt: &Prompt) -> Result<Completion, ModelError> {
        loop {
            let structured = *self.structured.lock().unwrap_or_else(PoisonError::into_inner);
            match self.call(prompt, structured).await {
                Err(error) if is_about_shape(&error) && structured != Structured::Text => {
                    let simpler = structured.simpler();
                    *self.structured.lock().unwrap_or_else(PoisonError::into_inner) = simpler;
                }
                answered => return answered,
            }
        }
    }
}

impl Hosted {
    async fn call(&self, prompt: &Prompt, structured: Structured) -> Result<Completion, ModelError> {
        let options = HostedOptions { structured, ..self.options.clone() };
        let (request, chat_options) = encode::encode(prompt, &options);
        let called = timeout(self.options.timeout, self.wire.call(request, &chat_options)).await;
        let answered = called.map_err(|_| self.place.timed_out())?;
        let response = answered.map_err(|error| self.place.error(error, Timestamp::now()))?;
        decode::decode(&response, &self.options, &self.prices, &self.place)
    }
}

/// Words in the errors of servers that do not support the requested reply format.
const SHAPE_WORDS: &[&str] = &[
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
fn is_about_shape(error: &ModelError) -> bool {
    let ModelError::Refused { message, .. } = error else { return false };
    let message = message.to_lowercase();
    SHAPE_WORDS.iter().any(|word| message.contains(word))
}
