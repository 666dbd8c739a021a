//! Requests as they go over the wire, replies as they come back, and what happens when they do not.

mod bad_luck;
mod loopback;
mod replies;
mod requests;
mod server;
mod simpler;

use super::{Hosted, HostedOptions, Images, Provider, Structured};
use crate::{Prices, Secret};
use deskpilot_core::PictureLimits;
use std::sync::Arc;
use std::time::Duration;

/// Options with nothing special about them; the key is `test-key`.
pub(crate) fn options(provider: &str, model: &str, base_url: Option<String>) -> HostedOptions {
    let provider = Provider::named(provider).unwrap();
    HostedOptions {
        provider,
        model: model.into(),
        base_url,
        key: Some(Secret::new("test-key")),
        key_variable: provider.key_variable.into(),
        timeout: Duration::from_secs(5),
        temperature: None,
        max_output_tokens: None,
        images: Images::Send,
        pictures: PictureLimits::NONE,
        structured: Structured::Schema,
        proxy: None,
        extra_headers: Vec::new(),
    }
}

fn hosted(options: HostedOptions) -> Hosted {
    Hosted::new(options, Arc::new(Prices::embedded().unwrap())).unwrap()
}
