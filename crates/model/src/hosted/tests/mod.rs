//! Tests of requests and replies on the wire, and of failures.

mod bodies;
mod calls;
mod endings;
mod failures;
mod limits;
mod replies;
mod requests;
mod simpler;
mod thoughts;

use super::HostedModel;
use crate::{HostedOptions, Images, Prices, Provider, ReplyFormat, Secret};
use deskpilot_core::PictureLimits;
use std::sync::Arc;
use std::time::Duration;

/// Default options; the key is `test-key`.
pub(crate) fn options(provider: &str, model: &str, base_url: Option<String>) -> HostedOptions {
    let provider = Provider::by_name(provider).unwrap();
    HostedOptions {
        base_url,
        key: Some(Secret::new("test-key")),
        timeout: Duration::from_secs(5),
        images: Images::Send,
        pictures: PictureLimits::NONE,
        reply_format: ReplyFormat::Schema,
        ..HostedOptions::with_defaults(provider, model)
    }
}

fn hosted(options: HostedOptions) -> HostedModel {
    HostedModel::new(options, Arc::new(Prices::embedded())).unwrap()
}
