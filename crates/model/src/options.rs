//! Options of a hosted model: which model, where, and how to ask it.

use crate::{AccessKeys, Images, Provider, ReplyFormat, Secret, known_model, picture_limits};
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
    /// The access keys that sign requests where there is no key, for a provider that takes them.
    pub access_keys: Option<AccessKeys>,
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

    /// The default options for a model, without a key: what the table of models says of it, else what its provider usually
    /// has.
    pub fn with_defaults(provider: &'static Provider, model: &str) -> HostedOptions {
        let known = known_model(model).filter(|it| it.is_listed());
        HostedOptions {
            provider,
            model: model.to_owned(),
            base_url: None,
            key: None,
            access_keys: None,
            key_variable: provider.key_variable.to_owned(),
            timeout: HostedOptions::DEFAULT_TIMEOUT,
            temperature: None,
            max_output_tokens: None,
            images: known.map_or(provider.images, |it| it.images),
            pictures: picture_limits(model, None),
            reply_format: known.map_or(provider.reply_format, |it| it.reply_format),
            proxy: None,
            extra_headers: Vec::new(),
        }
    }

    /// The model's name for logs and people.
    pub(crate) fn name(&self) -> String {
        format!("{}/{}", self.provider.name, self.model)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_of_the_table_is_asked_as_the_table_says_and_another_as_its_provider_says() {
        for (provider, model, images, reply_format) in [
            ("deepseek", "deepseek-flash", Images::Send, ReplyFormat::JsonObject),
            ("deepseek", "deepseek-next", Images::Omit, ReplyFormat::JsonObject),
            ("openrouter", "deepseek/deepseek-v4-pro", Images::Omit, ReplyFormat::JsonObject),
            ("anthropic", "claude-opus-4-1-20250805", Images::Send, ReplyFormat::Text),
            ("anthropic", "claude-next", Images::Send, ReplyFormat::Schema),
            ("groq", "qwen/qwen9-32b", Images::Omit, ReplyFormat::JsonObject),
        ] {
            let options = HostedOptions::with_defaults(Provider::by_name(provider).unwrap(), model);
            assert_eq!((options.images, options.reply_format), (images, reply_format), "{provider}/{model}");
        }
    }
}
