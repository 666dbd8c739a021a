//! Derives address and secrets of a hosted model from its options.

use crate::{HostedOptions, ModelError, Secret};
use reqwest::Url;

impl HostedOptions {
    /// All secrets, which no message may contain.
    pub(super) fn secrets(&self) -> Vec<Secret> {
        let headers = self.extra_headers.iter().map(|(_, value)| value.clone());
        let access = self.access_keys.iter().flat_map(|it| [Some(&it.secret), it.session_token.as_ref()]);
        let access = access.flatten().cloned();
        self.key.clone().into_iter().chain(access).chain(self.proxy.clone()).chain(headers).collect()
    }

    /// The error for a missing key.
    pub(crate) fn unauthorized(&self, message: &str) -> ModelError {
        let (model, variable) = (self.name(), self.key_variable.clone());
        ModelError::Unauthorized { model, message: message.to_owned(), variable }
    }

    /// The error for invalid options.
    pub(crate) fn misconfigured(&self, message: impl Into<String>) -> ModelError {
        ModelError::Misconfigured { what: self.name(), message: message.into() }
    }

    /// The base address of the dialect's paths; it ends with a slash.
    pub(crate) fn address(&self) -> Result<Url, ModelError> {
        let Some(given) = self.base_url.as_deref().or(self.provider.base_url) else {
            return Err(
                self.misconfigured(format!("{} has no address of its own; set base_url", self.provider.name))
            );
        };
        let mut url = Url::parse(given).map_err(|error| self.misconfigured(format!("base_url: {error}")))?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(self.misconfigured("base_url must begin with http:// or https://"));
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(
                self.misconfigured("base_url must not hold a password; set a key or a header instead")
            );
        }
        if url.path() == "/" {
            url.set_path(self.provider.bare_path);
        }
        if !url.path().ends_with('/') {
            let path = format!("{}/", url.path());
            url.set_path(&path);
        }
        Ok(url)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hosted::tests::options;

    #[test]
    fn an_address_ends_in_a_slash() {
        for (provider, given, address) in [
            ("openai", None, "https://api.openai.com/v1/"),
            ("ollama", None, "http://127.0.0.1:11434/v1/"),
            ("ollama", Some("http://box:11434"), "http://box:11434/v1/"),
            ("ollama", Some("http://box/ollama/v1"), "http://box/ollama/v1/"),
            ("openai-compatible", Some("http://box:8080/v1"), "http://box:8080/v1/"),
            ("openai-compatible", Some("http://box:8080/v1/"), "http://box:8080/v1/"),
            ("openai-compatible", Some("http://box:8080"), "http://box:8080/"),
            ("azure", Some("https://a.b/openai/v1?api-version=1"), "https://a.b/openai/v1/?api-version=1"),
        ] {
            let options =
                HostedOptions { base_url: given.map(str::to_owned), ..options(provider, "m", None) };
            assert_eq!(options.address().unwrap().as_str(), address);
        }
    }

    #[test]
    fn a_bad_address_is_reported_without_its_password() {
        for (given, expected) in [
            (
                None,
                "openai-compatible/m cannot be used: openai-compatible has no address of its own; set base_url",
            ),
            (Some("box:8080"), "base_url must begin with http:// or https://"),
            (Some("not an address"), "base_url: relative URL without a base"),
            (Some("http://me:hidden@box/v1"), "base_url must not hold a password"),
        ] {
            let base_url = given.map(str::to_owned);
            let options = HostedOptions { base_url, ..options("openai-compatible", "m", None) };
            let error = options.address().unwrap_err().to_string();
            assert!(error.contains(expected) && !error.contains("hidden"), "{error}");
        }
    }
}
