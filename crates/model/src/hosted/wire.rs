//! The only file that sends requests to a provider.

use super::body::{body_in_words, is_page, without_mark};
use super::errors::{ErrorContext, ErrorResponse, retry_after};
use super::signature::{Signer, Unsigned};
use super::support::ServerKind;
use crate::{HostedOptions, ModelError, Secret};
use deskpilot_core::ParsedJson;
use deskpilot_https::{ExchangeError, ExchangeLimits, HttpReply, exchange, is_this_machine};
use jiff::Timestamp;
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use reqwest::{Client, Proxy, Url};
use serde_json::Value;
use std::sync::OnceLock;
use std::time::Duration;

/// The maximum size of a reply in bytes, many times that of the longest that a model writes.
const MAX_REPLY_BYTES: usize = 4 << 20;

/// The connection timeout; a reply may take much longer.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// The type of each request's body.
const JSON: &str = "application/json";

/// How often an idle connection is probed, and how long the answer may take.
const KEEP_ALIVE: (Duration, Duration) = (Duration::from_secs(20), Duration::from_secs(10));

/// A connection to one method of a provider. Dropping a call closes it.
pub(crate) struct Wire {
    client: Client,
    url: Url,
    headers: HeaderMap,
    /// What signs the requests, if they carry no key.
    signer: Option<Signer>,
    limits: ExchangeLimits,
    /// What kind of server answers, once it has.
    server: OnceLock<ServerKind>,
    /// The model that errors name.
    pub(crate) context: ErrorContext,
}

impl Wire {
    /// A connection to this path below the provider's address, with these headers; those of the options replace them.
    pub(crate) fn new(
        options: &HostedOptions,
        path: &str,
        headers: &[(&str, Secret)],
    ) -> Result<Wire, ModelError> {
        let address = options.address()?;
        let mut url = address.join(path).map_err(|error| options.misconfigured(error.to_string()))?;
        // `join` drops the query of the base address, such as the `api-version` of Azure.
        url.set_query(address.query());
        let own = headers.iter().map(|(name, value)| (*name, value));
        let mut all = HeaderMap::new();
        for (name, value) in
            own.chain(options.extra_headers.iter().map(|(name, value)| (name.as_str(), value)))
        {
            let (name, value) = header(options, name, value)?;
            // Not `append`: a header of the options replaces ours of the same name.
            all.insert(name, value);
        }
        Ok(Wire {
            client: http_client(options, &address)?,
            signer: Signer::new(options, &url)?,
            url,
            headers: all,
            limits: ExchangeLimits { deadline: options.timeout, max_bytes: MAX_REPLY_BYTES },
            server: OnceLock::new(),
            context: ErrorContext::new(options, &address),
        })
    }

    /// What kind of server answers, as far as it has.
    pub(super) fn server(&self) -> ServerKind {
        self.server.get().copied().unwrap_or(ServerKind::Other)
    }

    /// Sends a request and returns the body of the reply.
    pub(crate) async fn post(&self, request: &Value) -> Result<Value, ModelError> {
        Ok(self.post_for_unique_keys(request).await?.value)
    }

    /// The same, with the first duplicate key in one object of the body.
    pub(crate) async fn post_for_unique_keys(&self, request: &Value) -> Result<ParsedJson, ModelError> {
        let body = request.to_string();
        let mut headers = self.headers.clone();
        headers.extend(self.signed(&body)?);
        let call = self.client.post(self.url.clone()).headers(headers);
        let call = call.header(CONTENT_TYPE, JSON).body(body);
        let reply = exchange(call, self.limits).await;
        self.read(&reply.map_err(|error| self.exchange_error(&error))?)
    }

    /// The headers that sign a request with this body; none if requests carry a key.
    fn signed(&self, body: &str) -> Result<Vec<(HeaderName, HeaderValue)>, ModelError> {
        let Some(signer) = &self.signer else { return Ok(Vec::new()) };
        let request = Unsigned { method: "POST", url: &self.url, content_type: Some(JSON), body };
        let headers = signer.headers(&request, Timestamp::now());
        let value = |(name, value): &(&'static str, Secret)| {
            let mut value = HeaderValue::from_str(value.reveal()).map_err(|_| {
                self.context
                    .misconfigured("an access key of Amazon Web Services has letters that no header takes")
            })?;
            // Keeps the key out of what the HTTP library prints for debugging.
            value.set_sensitive(true);
            Ok::<_, ModelError>((HeaderName::from_static(name), value))
        };
        headers.iter().map(value).collect()
    }

    /// Asks for what is at the address, and returns the body of the reply.
    pub(super) async fn get(&self) -> Result<Value, ModelError> {
        let call = self.client.get(self.url.clone()).headers(self.headers.clone());
        let reply = exchange(call, self.limits).await;
        Ok(self.read(&reply.map_err(|error| self.exchange_error(&error))?)?.value)
    }

    fn read(&self, reply: &HttpReply) -> Result<ParsedJson, ModelError> {
        self.server.get_or_init(|| ServerKind::of(&reply.headers));
        let body = without_mark(&reply.body);
        if !reply.status.is_success() {
            let retry_after = retry_after(&reply.headers, Timestamp::now());
            let (status, body) = (reply.status.as_u16(), String::from_utf8_lossy(body));
            return Err(self.context.response_error(&ErrorResponse { status, body: &body, retry_after }));
        }
        // The parser has a limit of its own for nesting.
        serde_json::from_slice(body).map_err(|error| {
            self.not_json(&error, &String::from_utf8_lossy(body), content_type(&reply.headers))
        })
    }

    /// The error for a body that is no JSON and came with a status of success.
    fn not_json(&self, error: &serde_json::Error, body: &str, other_type: Option<&str>) -> ModelError {
        let what = body_in_words(&self.context.without_secrets(body));
        match other_type {
            _ if body.trim().is_empty() => self.context.unreadable(&format!("it sent {what}")),
            _ if is_page(body) => self
                .context
                .unreadable(&format!("it sent {what}; is base_url right, and does a proxy answer?")),
            Some(other) => self.context.not_json(other, body),
            None => self.context.unreadable(&format!("broken JSON: {error}; it sent {what}")),
        }
    }

    fn exchange_error(&self, error: &ExchangeError) -> ModelError {
        let message = error.to_string();
        match error {
            ExchangeError::TimedOut(_) => self.context.timed_out(),
            ExchangeError::TooLarge(_) => self.context.unreadable(&format!("it {message}")),
            ExchangeError::Compressed(_) => self.context.refused(&format!("it {message}")),
            ExchangeError::Unreachable(_) => self.context.unreachable(&message),
            ExchangeError::Invalid(_) => self.context.misconfigured(&message),
            ExchangeError::Broken(_) => self.context.unavailable(&format!("the connection broke: {message}")),
        }
    }
}

/// The type that the reply has by its own account, unless it is JSON.
fn content_type(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(CONTENT_TYPE)?.to_str().ok()?;
    (!value.starts_with("application/json")).then_some(value)
}

fn header(
    options: &HostedOptions,
    name: &str,
    value: &Secret,
) -> Result<(HeaderName, HeaderValue), ModelError> {
    let wrong = || options.misconfigured(format!("the header {name} or its value cannot be sent"));
    let name = HeaderName::from_bytes(name.as_bytes()).map_err(|_| wrong())?;
    let mut value = HeaderValue::from_str(value.reveal()).map_err(|_| wrong())?;
    // Keeps the key out of what the HTTP library prints for debugging.
    value.set_sensitive(true);
    Ok((name, value))
}

/// An HTTP client for this address, through the proxy it needs and no other.
fn http_client(options: &HostedOptions, address: &Url) -> Result<Client, ModelError> {
    let builder = deskpilot_https::client().map_err(|error| options.misconfigured(error.to_string()))?;
    let (every, at_most) = KEEP_ALIVE;
    let builder = builder.connect_timeout(CONNECT_TIMEOUT).http2_keep_alive_interval(every);
    let builder = builder.http2_keep_alive_timeout(at_most).http2_keep_alive_while_idle(true);
    let builder = match &options.proxy {
        Some(proxy) => builder.proxy(parse_proxy(options, proxy.reveal())?),
        // A proxy from the environment cannot reach a server on this machine.
        None if is_this_machine(address) => builder.no_proxy(),
        None => builder,
    };
    builder.build().map_err(|error| options.misconfigured(error.to_string()))
}

fn parse_proxy(options: &HostedOptions, address: &str) -> Result<Proxy, ModelError> {
    // The error would repeat the address with its password.
    Proxy::all(address).map_err(|_| options.misconfigured("proxy is not an address such as http://host:3128"))
}
