//! Models behind an HTTP address: hosted ones, and those of a server on the user's own machine.
//!
//! [`encode`], [`decode`] and [`errors`] are pure; [`wire`] alone opens connections.

mod decode;
mod encode;
mod errors;
mod options;
mod provider;
#[cfg(test)]
mod tests;
mod wire;

pub use options::HostedOptions;
pub use provider::{Images, KeyNeed, PROVIDERS, Provider, Structured};

use crate::{Model, ModelError, Prices};
use async_trait::async_trait;
use deskpilot_core::{Completion, PictureLimits, Prompt};
use errors::Place;
use jiff::Timestamp;
use std::sync::Arc;
use tokio::time::timeout;
use wire::Wire;

/// A model behind an HTTP address.
pub struct Hosted {
    name: String,
    options: HostedOptions,
    prices: Arc<Prices>,
    place: Place,
    wire: Wire,
}

impl Hosted {
    /// The model with these options; nothing is sent yet.
    pub fn new(options: HostedOptions, prices: Arc<Prices>) -> Result<Hosted, ModelError> {
        let address = options.address()?;
        let (place, wire) = (Place::new(&options, &address), Wire::new(&options, &address)?);
        Ok(Hosted { name: options.name(), options, prices, place, wire })
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
        let (request, chat_options) = encode::encode(prompt, &self.options);
        let called = timeout(self.options.timeout, self.wire.call(request, &chat_options)).await;
        let answered = called.map_err(|_| self.place.timed_out())?;
        let response = answered.map_err(|error| self.place.error(error, Timestamp::now()))?;
        decode::decode(&response, &self.options, &self.prices, &self.place)
    }
}
