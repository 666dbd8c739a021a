//! The only file that opens connections to a provider.

use crate::provider::Dialect;
use crate::{HostedOptions, KeyNeed, ModelError};
use deskpilot_https::is_this_machine;
use genai::adapter::AdapterKind;
use genai::chat::{ChatOptions, ChatRequest, ChatResponse};
use genai::resolver::{AuthData, Endpoint};
use genai::{Client, ModelIden, ServiceTarget, WebConfig};
use reqwest::{Proxy, Url};
use std::time::Duration;

/// A connection to one model. Dropping a call closes it.
pub(super) struct Wire {
    client: Client,
    target: ServiceTarget,
}

/// The connection timeout; a reply may take much longer.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

impl Wire {
    pub(super) fn new(options: &HostedOptions, address: &Url) -> Result<Wire, ModelError> {
        let client = Client::builder().with_reqwest(http_client(options, address)?).build();
        let target = ServiceTarget {
            endpoint: Endpoint::from_owned(address.as_str()),
            auth: auth(options, address)?,
            model: ModelIden::new(adapter(options.provider.dialect), options.model.as_str()),
        };
        Ok(Wire { client: client.map_err(|error| options.misconfigured(error.to_string()))?, target })
    }

    pub(super) async fn call(
        &self,
        request: ChatRequest,
        options: &ChatOptions,
    ) -> genai::Result<ChatResponse> {
        // Boxed, because the client's future takes several kilobytes.
        Box::pin(self.client.exec_chat(self.target.clone(), request, Some(options))).await
    }
}

/// The client library's name for a dialect.
const fn adapter(dialect: Dialect) -> AdapterKind {
    match dialect {
        Dialect::OpenAi => AdapterKind::OpenAI,
        Dialect::OpenAiResponses => AdapterKind::OpenAIResp,
        Dialect::Anthropic => AdapterKind::Anthropic,
        Dialect::Gemini => AdapterKind::Gemini,
        Dialect::Xai => AdapterKind::Xai,
    }
}

/// An HTTP client for this address, through the proxy it needs and no other.
pub(crate) fn http_client(options: &HostedOptions, address: &Url) -> Result<reqwest::Client, ModelError> {
    let builder = deskpilot_https::client().map_err(|error| options.misconfigured(error.to_string()))?;
    let builder = WebConfig::default().apply_to_builder(builder).connect_timeout(CONNECT_TIMEOUT);
    let builder = match &options.proxy {
        Some(proxy) => builder.proxy(parse_proxy(options, proxy.reveal())?),
        None if is_this_machine(address) => builder.no_proxy(),
        None => builder,
    };
    builder.build().map_err(|error| options.misconfigured(error.to_string()))
}

fn parse_proxy(options: &HostedOptions, address: &str) -> Result<Proxy, ModelError> {
    // The error would repeat the address with its password.
    Proxy::all(address).map_err(|_| options.misconfigured("proxy is not an address such as http://host:3128"))
}

fn auth(options: &HostedOptions, address: &Url) -> Result<AuthData, ModelError> {
    match (&options.key, options.provider.key) {
        (Some(key), _) => Ok(AuthData::from_single(key.reveal())),
        (None, KeyNeed::Required) => Err(ModelError::Unauthorized {
            model: options.name(),
            message: "there is none".into(),
            variable: options.key_variable.clone(),
        }),
        (None, KeyNeed::Optional) => keyless(options, address),
    }
}

/// The client library does not support calls without a key, but allows overriding the whole request.
fn keyless(options: &HostedOptions, address: &Url) -> Result<AuthData, ModelError> {
    let mut url =
        address.join("chat/completions").map_err(|error| options.misconfigured(error.to_string()))?;
    url.set_query(address.query());
    Ok(AuthData::RequestOverride { url: url.to_string(), headers: options.headers() })
}
