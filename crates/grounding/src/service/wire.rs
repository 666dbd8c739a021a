//! The one file that opens connections to a grounding service.

use super::address;
use crate::ServiceOptions;
use deskpilot_https::{ExchangeError, ExchangeLimits, exchange};
use reqwest::{
    Client, Url,
    header::{AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderValue},
};
use std::time::Duration;

/// The connection timeout.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// The maximum size of an answer in bytes; some services return the annotated picture.
const MAX_ANSWER_BYTES: usize = 16 << 20;

/// A connection to a service. Dropping a request closes it.
pub(super) struct Wire {
    client: Client,
    address: Url,
    limits: ExchangeLimits,
}

impl Wire {
    pub(super) fn new(options: &ServiceOptions) -> Result<Wire, String> {
        let address = address::parse_address(&options.url, options.plain_http)?;
        let builder = deskpilot_https::client().map_err(|error| error.to_string())?;
        let builder =
            builder.default_headers(headers(options.token.as_deref())?).connect_timeout(CONNECT_TIMEOUT);
        let builder = if deskpilot_https::is_this_machine(&address) { builder.no_proxy() } else { builder };
        let client = builder.build().map_err(|error| error.to_string())?;
        let limits = ExchangeLimits { deadline: options.deadline, max_bytes: MAX_ANSWER_BYTES };
        Ok(Wire { client, address, limits })
    }

    /// Sends a request and returns the bytes of the answer.
    pub(super) async fn ask(&self, body: String) -> Result<Vec<u8>, String> {
        let request = self.client.post(self.address.clone()).body(body);
        let reply = exchange(request, self.limits).await.map_err(|error| self.exchange_error(&error))?;
        let status = reply.status;
        if status.is_redirection() {
            return Err(self.error(&format!("answered {status}; set grounding.url to where it redirects")));
        }
        if !status.is_success() {
            return Err(self.error(&format!("answered {status}")));
        }
        Ok(reply.body)
    }

    fn error(&self, what: &str) -> String {
        format!("the grounding service at {} {what}", address::without_query(&self.address))
    }

    fn exchange_error(&self, error: &ExchangeError) -> String {
        match error {
            ExchangeError::TimedOut(_) => self.error(&format!("{error}; see grounding.timeout_seconds")),
            ExchangeError::TooLarge(_) | ExchangeError::Compressed(_) => self.error(&error.to_string()),
            ExchangeError::Unreachable(_) | ExchangeError::Invalid(_) | ExchangeError::Broken(_) => {
                self.error(&format!("cannot be asked: {error}"))
            }
        }
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
