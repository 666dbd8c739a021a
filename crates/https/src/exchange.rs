//! One request and its whole reply, within limits: every whole body that Deskpilot reads from a network is read here.

use reqwest::{
    RequestBuilder, Response, StatusCode,
    header::{ACCEPT_ENCODING, CONTENT_ENCODING, HeaderMap, HeaderValue},
};
use std::{error::Error, time::Duration};
use thiserror::Error;
use tokio::time::timeout;

/// The limits of an exchange.
#[derive(Clone, Copy, Debug)]
pub struct ExchangeLimits {
    /// The time for everything from the connection to the last byte of the body.
    pub deadline: Duration,
    /// The maximum size of the body in bytes.
    pub max_bytes: usize,
}

/// A whole reply.
#[derive(Debug)]
pub struct HttpReply {
    /// The status.
    pub status: StatusCode,
    /// The headers.
    pub headers: HeaderMap,
    /// The body, uncompressed.
    pub body: Vec<u8>,
}

/// Why an exchange gave no reply. Messages never contain the address, whose query may hold a key.
#[derive(Debug, Error)]
pub enum ExchangeError {
    /// The reply did not end in time.
    #[error("did not answer within {} ms", .0.as_millis())]
    TimedOut(Duration),
    /// The body is too large.
    #[error("answered more than {} MB", .0 >> 20)]
    TooLarge(usize),
    /// The body is compressed, although that was not asked for.
    #[error(
        "answered compressed ({0}), which Deskpilot never asks for; switch compression off there, or in the proxy before it"
    )]
    Compressed(String),
    /// There is no connection.
    #[error("{0}")]
    Unreachable(String),
    /// The request cannot be built from the settings.
    #[error("{0}")]
    Invalid(String),
    /// The connection broke.
    #[error("{0}")]
    Broken(String),
}

/// Sends a request and reads the whole reply, whatever its status. Dropping the future closes the connection.
///
/// # Errors
/// Fails as [`ExchangeError`] describes; of a body that is too large at most `max_bytes` are kept before that.
pub async fn exchange(request: RequestBuilder, limits: ExchangeLimits) -> Result<HttpReply, ExchangeError> {
    // Boxed, because the client's future takes several kilobytes.
    let exchanged = timeout(limits.deadline, Box::pin(send(request, limits.max_bytes))).await;
    exchanged.unwrap_or(Err(ExchangeError::TimedOut(limits.deadline)))
}

async fn send(request: RequestBuilder, max_bytes: usize) -> Result<HttpReply, ExchangeError> {
    // A kilobyte of a compressed body may become a megabyte: text is small enough without.
    let plain = HeaderValue::from_static("identity");
    let mut response = request.header(ACCEPT_ENCODING, plain).send().await?;
    if let Some(encoding) = encoding(response.headers()) {
        return Err(ExchangeError::Compressed(encoding));
    }
    let body = read_body(&mut response, max_bytes).await?;
    Ok(HttpReply { status: response.status(), headers: std::mem::take(response.headers_mut()), body })
}

/// The encoding of a body that is not plain.
fn encoding(headers: &HeaderMap) -> Option<String> {
    let mut values = headers.get_all(CONTENT_ENCODING).iter();
    let value = values.find(|it| !it.as_bytes().eq_ignore_ascii_case(b"identity"))?;
    Some(String::from_utf8_lossy(value.as_bytes()).chars().take(20).collect())
}

async fn read_body(response: &mut Response, max_bytes: usize) -> Result<Vec<u8>, ExchangeError> {
    if response.content_length().is_some_and(|length| length > max_bytes as u64) {
        return Err(ExchangeError::TooLarge(max_bytes));
    }
    let mut body = Vec::new();
    while let Some(piece) = response.chunk().await? {
        if piece.len() > max_bytes - body.len() {
            return Err(ExchangeError::TooLarge(max_bytes));
        }
        body.extend_from_slice(&piece);
    }
    Ok(body)
}

impl From<reqwest::Error> for ExchangeError {
    fn from(error: reqwest::Error) -> ExchangeError {
        let error = error.without_url();
        let cause = root_cause(&error);
        match () {
            () if error.is_builder() => ExchangeError::Invalid(cause),
            () if error.is_connect() => ExchangeError::Unreachable(cause),
            () => ExchangeError::Broken(cause),
        }
    }
}

/// The innermost cause: outer ones repeat the address.
fn root_cause(error: &dyn Error) -> String {
    let mut cause = error;
    while let Some(inner) = cause.source() {
        cause = inner;
    }
    cause.to_string()
}
