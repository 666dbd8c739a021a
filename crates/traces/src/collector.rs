//! Sends spans to a collector: the one file of this crate that opens connections.

use crate::{
    EndpointError, Span,
    endpoint::{site, traces_address},
    headers::parse_headers,
    otlp::{export_request, rejected_spans},
};
use deskpilot_core::Secret;
use deskpilot_https::{ExchangeError, ExchangeLimits, exchange, is_this_machine};
use reqwest::{
    Client, StatusCode, Url,
    header::{CONTENT_TYPE, HeaderMap, HeaderValue},
};
use std::time::Duration;
use thiserror::Error;

/// The limits of a request: a reply has nothing but the number of rejected spans and a sentence.
const LIMITS: ExchangeLimits = ExchangeLimits { deadline: Duration::from_secs(2), max_bytes: 64 << 10 };

/// Why a collector did not take spans.
#[derive(Debug, Error)]
pub enum SendError {
    /// It may take them later.
    #[error("{0}")]
    Later(String),
    /// It did not take them in time. It may take fewer of them later.
    #[error("{0}")]
    TooSlow(String),
    /// They are too large for one request.
    #[error("{0}")]
    TooLarge(String),
    /// It will never take these.
    #[error("{0}")]
    Never(String),
}

/// A collector of OpenTelemetry.
#[derive(Debug)]
pub struct Collector {
    client: Client,
    address: Url,
}

impl Collector {
    /// The collector at this endpoint, with these headers. Sends nothing yet.
    ///
    /// # Errors
    /// As [`EndpointError`] describes.
    pub fn new(endpoint: &str, headers: Option<&Secret>) -> Result<Collector, EndpointError> {
        let address = traces_address(endpoint)?;
        let mut headers = match headers {
            Some(headers) => parse_headers(headers.reveal())?,
            None => HeaderMap::new(),
        };
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        let builder =
            deskpilot_https::client().map_err(|error| EndpointError::NoClient(error.to_string()))?;
        let builder = builder.default_headers(headers);
        let builder = if is_this_machine(&address) { builder.no_proxy() } else { builder };
        let client =
            builder.build().map_err(|error| EndpointError::NoClient(error.without_url().to_string()))?;
        Ok(Collector { client, address })
    }

    /// Its machine and port, for messages.
    pub fn site(&self) -> String {
        site(&self.address)
    }

    /// Sends spans in one request, and returns how many of them it rejected.
    ///
    /// # Errors
    /// It did not take them, now or ever.
    pub async fn send(&self, spans: &[Span]) -> Result<u64, SendError> {
        let request = self.client.post(self.address.clone()).body(export_request(spans).to_string());
        let reply = exchange(request, LIMITS).await.map_err(|error| of_exchange(&error))?;
        match reply.status {
            status if status.is_success() => Ok(rejected_spans(&reply.body)),
            // The statuses that OTLP/HTTP calls retryable, and no others.
            status @ (StatusCode::TOO_MANY_REQUESTS
            | StatusCode::BAD_GATEWAY
            | StatusCode::SERVICE_UNAVAILABLE
            | StatusCode::GATEWAY_TIMEOUT) => Err(SendError::Later(format!("it answered {status}"))),
            status @ StatusCode::PAYLOAD_TOO_LARGE => {
                Err(SendError::TooLarge(format!("it answered {status}")))
            }
            status => Err(SendError::Never(format!("it answered {status}"))),
        }
    }
}

fn of_exchange(error: &ExchangeError) -> SendError {
    let text = error.to_string();
    match error {
        ExchangeError::TimedOut(_) => SendError::TooSlow(text),
        ExchangeError::Unreachable(_) | ExchangeError::Broken(_) => SendError::Later(text),
        ExchangeError::TooLarge(_) | ExchangeError::Compressed(_) | ExchangeError::Invalid(_) => {
            SendError::Never(text)
        }
    }
}
