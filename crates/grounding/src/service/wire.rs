//! The one file that opens connections to a grounding service.

use super::address;
use crate::ServiceOptions;
use reqwest::{
    Client, Response, Url,
    header::{AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderValue},
};
use std::{error::Error, time::Duration};

/// The connection timeout.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// The maximum size of an answer in bytes; some services return the annotated picture.
const MAX_ANSWER_BYTES: usize = 16 << 20;

/// A connection to a service. Dropping a request closes it.
pub(super) struct Wire {
    client: Client,
    address: Url,
    deadline: Duration,
}

impl Wire {
    pub(super) fn new(options: &ServiceOptions) -> Result<Wire, String> {
        let address = address::parse_address(&options.url, options.plain_http)?;
        let builder = deskpilot_https::client().map_err(|error| error.to_string())?;
        let builder =
            builder.default_headers(headers(options.token.as_deref())?).connect_timeout(CONNECT_TIMEOUT);
        let builder = if deskpilot_https::is_this_machine(&address) { builder.no_proxy() } else { builder };
        let client = builder.build().map_err(|error| error.to_string())?;
        Ok(Wire { client, address, deadline: options.deadline })
    }

    /// Sends a request and returns the bytes of the answer.
    pub(super) async fn ask(&self, body: String) -> Result<Vec<u8>, String> {
        let asking = Box::pin(self.exchange(body));
        let answered = tokio::time::timeout(self.deadline, asking).await;
        answered.map_err(|_| {
            let millis = self.deadline.as_millis();
            self.error(&format!("did not answer within {millis} ms; see grounding.timeout_seconds"))
        })?
    }

    async fn exchange(&self, body: String) -> Result<Vec<u8>, String> {
        let sent = self.client.post(self.address.clone()).body(body).send().await;
        let response = sent.map_err(|error| self.network_error(error))?;
        let status = response.status();
        if status.is_redirection() {
            return Err(self.error(&format!("answered {status}; set grounding.url to where it redirects")));
        }
        if !status.is_success() {
            return Err(self.error(&format!("answered {status}")));
        }
        self.read_body(response).await
    }

    async fn read_body(&self, mut response: Response) -> Result<Vec<u8>, String> {
        let too_large = || self.error(&format!("answered more than {} MB", MAX_ANSWER_BYTES >> 20));
        if response.content_length().is_some_and(|length| length > MAX_ANSWER_BYTES as u64) {
            return Err(too_large());
        }
        let mut bytes = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(|error| self.network_error(error))? {
            if bytes.len() + chunk.len() > MAX_ANSWER_BYTES {
                return Err(too_large());
            }
            bytes.extend_from_slice(&chunk);
        }
        Ok(bytes)
    }

    fn error(&self, what: &str) -> String {
        format!("the grounding service at {} {what}", address::without_query(&self.address))
    }

    /// Reports the innermost cause, because outer ones repeat the address with its query.
    fn network_error(&self, error: reqwest::Error) -> String {
        let error = error.without_url();
        let mut cause: &dyn Error = &error;
        while let Some(inner) = cause.source() {
            cause = inner;
        }
        self.error(&format!("cannot be asked: {cause}"))
    }
}

fn headers(token: Option<&str>) -> Result<HeaderMap, String> {
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    if let Some(token) = token {
        let value = HeaderValue::from_str(&format!("Bearer {token}"));
        let mut value = value.map_err(|_| "the grounding key holds characters that no header may hold")?;
        value.set_sensitive(true);
        headers.insert(AUTHORIZATION, value);
    }
    Ok(headers)
}
