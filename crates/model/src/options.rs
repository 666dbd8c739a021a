//! Which model to ask, where, and how.

use crate::{Images, Provider, Secret, Structured, picture_limits};
use deskpilot_core::PictureLimits;
use std::time::Duration;

/// Which model to ask, where, and how.
#[derive(Clone, Debug)]
pub struct HostedOptions {
    /// Who runs it.
    pub provider: &'static Provider,
    /// Its name there.
    pub model: String,
    /// Another address than the provider's own.
    pub base_url: Option<String>,
    /// The key.
    pub key: Option<Secret>,
    /// Where the key is taken from, for errors.
    pub key_variable: String,
    /// How long one call may take.
    pub timeout: Duration,
    /// How much replies may vary; not sent to models that reason, they refuse it.
    pub temperature: Option<f64>,
    /// How long a reply may be; what the provider thinks right when absent.
    pub max_output_tokens: Option<u32>,
    /// Whether pictures are sent.
    pub images: Images,
    /// How large they are best.
    pub pictures: PictureLimits,
    /// How the provider is told the shape of the reply.
    pub structured: Structured,
    /// The proxy's address, which may hold a password; the environment's when absent, and none to this machine.
    pub proxy: Option<Secret>,
    /// What a gateway wants besides: names and values of HTTP headers.
    pub extra_headers: Vec<(String, Secret)>,
}

impl HostedOptions {
    /// How long one call may take where nobody says so.
    const PATIENCE: Duration = Duration::from_secs(120);

    /// A model as its provider's models are usually asked, without a key.
    pub fn usual(provider: &'static Provider, model: &str) -> HostedOptions {
        HostedOptions {
            provider,
            model: model.to_owned(),
            base_url: None,
            key: None,
            key_variable: provider.key_variable.to_owned(),
            timeout: HostedOptions::PATIENCE,
            temperature: None,
            max_output_tokens: None,
            images: provider.images,
            pictures: picture_limits(model, None),
            structured: provider.structured,
            proxy: None,
            extra_headers: Vec::new(),
        }
    }

    /// The model's name for logs and people.
    pub(crate) fn name(&self) -> String {
        format!("{}/{}", self.provider.name, self.model)
    }
}
