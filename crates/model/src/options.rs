//! Options of a hosted model: which model, where, and how to ask it.

use crate::{Images, Provider, ReplyFormat, Secret, picture_limits};
use deskpilot_core::PictureLimits;
use std::time::Duration;

/// Options of a hosted model: which model, where, and how to ask it.
#[derive(Clone, Debug)]
pub struct HostedOptions {
    /// The provider.
    pub provider: &'static Provider,
    /// The model's name at the provider.
    pub model: String,
    /// An address that replaces the provider's own.
    pub base_url: Option<String>,
    /// The key.
    pub key: Option<Secret>,
    /// The variable that supplies the key, for error messages.
    pub key_variable: String,
    /// The time limit of a call.
    pub timeout: Duration,
    /// The temperature; not sent to reasoning models, which reject it.
    pub temperature: Option<f64>,
    /// The maximum reply length in tokens; `None` means all that the model allows. After a cut more is asked for.
    pub max_output_tokens: Option<u32>,
    /// Whether to send pictures.
    pub images: Images,
    /// The picture size that the model handles best.
    pub pictures: PictureLimits,
    /// How to request the reply's format.
    pub reply_format: ReplyFormat,
    /// The proxy's address, which may contain a password. `None` means the environment's proxy, and no proxy
    /// for this machine.
    pub proxy: Option<Secret>,
    /// Additional HTTP headers, such as a gateway requires.
    pub extra_headers: Vec<(String, Secret)>,
}

impl HostedOptions {
    /// The default time limit of a call.
    const DEFAULT_TIMEOUT: Duration = Duration::from_secs(120);

    /// The provider's default options for a model, without a key.
    pub fn with_defaults(provider: &'static Provider, model: &str) -> HostedOptions {
        HostedOptions {
            provider,
            model: model.to_owned(),
            base_url: None,
            key: None,
            key_variable: provider.key_variable.to_owned(),
            timeout: HostedOptions::DEFAULT_TIMEOUT,
            temperature: None,
            max_output_tokens: None,
            images: provider.images,
            pictures: picture_limits(model, None),
            reply_format: provider.reply_format,
            proxy: None,
            extra_headers: Vec::new(),
        }
    }

    /// The model's name for logs and people.
    pub(crate) fn name(&self) -> String {
        format!("{}/{}", self.provider.name, self.model)
    }
}
