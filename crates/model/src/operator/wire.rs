//! The only file of the operators that opens connections. The requests are written by hand, because the client
//! library of the other models supports no computer tools and ignores their answers.

use super::port::OperatorAnswer;
use crate::hosted::{ErrorContext, ErrorResponse, http_client, priced_usage, retry_after};
use crate::{HostedOptions, ModelError, Prices, Secret};
use jiff::Timestamp;
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use reqwest::{Client, Response, Url};
use serde_json::Value;
use std::sync::Arc;
use tokio::time::timeout;

/// The maximum size of an answer in bytes, larger than any answer in words.
const MAX_ANSWER_BYTES: usize = 16 << 20;

/// A connection to one model. Dropping a call closes it.
pub(super) struct Wire {
    client: Client,
    url: Url,
    headers: HeaderMap,
    /// The model that errors name.
    context: ErrorContext,
    /// The model's name in logs.
    pub(super) name: String,
    /// The model and its options.
    pub(super) options: HostedOptions,
    prices: Arc<Prices>,
}

/// Reads the usage from an answer of a dialect.
pub(super) type UsageParser = fn(&Value) -> genai::chat::Usage;

impl Wire {
    /// A connection to this path of the provider, with these headers in addition to those of the options.
    pub(super) fn new(
        options: HostedOptions,
        prices: Arc<Prices>,
        path: &str,
        headers: &[(&str, Secret)],
    ) -> Result<Wire, ModelError> {
        let address = options.address()?;
        let mut url = address.join(path).map_err(|error| options.misconfigured(error.to_string()))?;
        url.set_query(address.query());
        let own = headers.iter().map(|(name, value)| (*name, value));
        let all = own.chain(options.extra_headers.iter().map(|(name, value)| (name.as_str(), value)));
        Ok(Wire {
            client: http_client(&options, &address)?,
            url,
            headers: all.map(|(name, value)| header(&options, name, value)).collect::<Result<_, _>>()?,
            context: ErrorContext::new(&options, &address),
            name: options.name(),
            options,
            prices,
        })
    }

    /// Sends a request; returns the answer with its usage. The error for an unusable but billed answer has the
    /// usage too.
    pub(super) async fn ask<State>(
        &self,
        request: &Value,
        parse_usage: UsageParser,
        decode: impl FnOnce(&Value) -> Result<OperatorAnswer<State>, String>,
    ) -> Result<OperatorAnswer<State>, ModelError> {
        let body = self.post(request).await?;
        let model = body["model"].as_str().unwrap_or(&self.options.model);
        let usage = priced_usage(&parse_usage(&body), model, &self.options, &self.prices);
        let decoded = decode(&body).map_err(|why| self.context.no_text(&body, &why, usage))?;
        Ok(OperatorAnswer { model: model.to_owned(), usage, ..decoded })
    }

    async fn post(&self, request: &Value) -> Result<Value, ModelError> {
        let answered = timeout(self.options.timeout, Box::pin(self.exchange(request))).await;
        answered.map_err(|_| self.context.timed_out())?
    }

    async fn exchange(&self, request: &Value) -> Result<Value, ModelError> {
        let network = |error: reqwest::Error| self.context.network_error(&error.without_url());
        let call = self.client.post(self.url.clone()).headers(self.headers.clone());
        let call = call.header(CONTENT_TYPE, "application/json").body(request.to_string());
        let mut response = call.send().await.map_err(network)?;
        let mut body = Vec::new();
        while let Some(piece) = response.chunk().await.map_err(network)? {
            body.extend_from_slice(&piece);
            if body.len() > MAX_ANSWER_BYTES {
                return Err(self.context.unavailable("its answer has no end"));
            }
        }
        self.read(&response, &body)
    }

    fn read(&self, response: &Response, body: &[u8]) -> Result<Value, ModelError> {
        if !response.status().is_success() {
            let retry_after = retry_after(response.headers(), Timestamp::now());
            let (status, body) = (response.status().as_u16(), String::from_utf8_lossy(body));
            return Err(self.context.response_error(&ErrorResponse { status, body: &body, retry_after }));
        }
        serde_json::from_slice(body)
            .map_err(|error| self.context.unavailable(&format!("broken JSON: {error}")))
    }
}

fn header(
    options: &HostedOptions,
    name: &str,
    value: &Secret,
) -> Result<(HeaderName, HeaderValue), ModelError> {
    let wrong = || options.misconfigured(format!("the header {name} or its value cannot be sent"));
    let name = HeaderName::from_bytes(name.as_bytes()).map_err(|_| wrong())?;
    let mut value = HeaderValue::from_str(value.reveal()).map_err(|_| wrong())?;
    value.set_sensitive(true);
    Ok((name, value))
}
