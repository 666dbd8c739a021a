//! Reads what a request says: a JSON body within a size and a time, and the parameters of its address.

use crate::error::ApiError;
use axum::{
    body::{Body, Bytes, to_bytes},
    extract::{Query, Request},
    http::{Uri, header::CONTENT_TYPE},
};
use serde::{Deserialize, de::DeserializeOwned};
use std::time::Duration;
use tokio::time::timeout;

/// The largest body, in bytes: a request has at most some thousand letters.
const LARGEST: usize = 64 << 10;

/// How long a body may take.
pub(crate) const DEADLINE: Duration = Duration::from_secs(10);

/// The JSON body of a request. A form of another site cannot send this type.
pub(crate) async fn json_body<T: DeserializeOwned>(request: Request) -> Result<T, ApiError> {
    let kind = request.headers().get(CONTENT_TYPE).and_then(|it| it.to_str().ok()).unwrap_or_default();
    if kind.split(';').next().map(str::trim) != Some("application/json") {
        return Err(ApiError::NotJson);
    }
    let bytes = whole_body(request.into_body(), LARGEST, DEADLINE).await?;
    // A list in the order of the keys would be read as an object, too.
    if bytes.trim_ascii_start().first() != Some(&b'{') {
        return Err(ApiError::Wrong("the body is no JSON object".to_owned()));
    }
    serde_json::from_slice(&bytes).map_err(|error| ApiError::Wrong(error.to_string()))
}

/// A body of at most so many bytes, which arrives within a deadline.
pub(crate) async fn whole_body(body: Body, largest: usize, deadline: Duration) -> Result<Bytes, ApiError> {
    let read = timeout(deadline, to_bytes(body, largest)).await;
    read.map_err(|_| ApiError::Slow)?.map_err(|_| ApiError::TooLarge(largest))
}

/// Reads the body of a request that says nothing more: `{}`.
pub(crate) async fn empty_body(request: Request) -> Result<(), ApiError> {
    json_body(request).await.map(|Nothing {}| ())
}

/// A body without content.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

/// The parameters of an address.
pub(crate) fn parameters<T: DeserializeOwned>(uri: &Uri) -> Result<T, ApiError> {
    let read = Query::<T>::try_from_uri(uri);
    read.map(|Query(read)| read).map_err(|error| ApiError::Wrong(error.body_text()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::stream;
    use std::io;

    #[tokio::test]
    async fn a_body_has_a_size_and_a_time() {
        let whole = whole_body(Body::from(vec![b'x'; LARGEST]), LARGEST, DEADLINE).await.unwrap();
        assert_eq!(whole.len(), LARGEST);
        let large = whole_body(Body::from(vec![b'x'; LARGEST + 1]), LARGEST, DEADLINE).await.unwrap_err();
        assert!(matches!(large, ApiError::TooLarge(_)), "{large}");
        let never = Body::from_stream(stream::pending::<io::Result<Vec<u8>>>());
        let slow = whole_body(never, LARGEST, Duration::from_millis(1)).await.unwrap_err();
        assert!(matches!(slow, ApiError::Slow), "{slow}");
    }
}
