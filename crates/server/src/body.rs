//! Reads what a request says: a JSON body within a size and a time, and the parameters of its address.

use crate::error::ApiError;
use axum::{
    body::{Body, Bytes},
    extract::{Query, Request},
    http::{Uri, header::CONTENT_TYPE},
};
use futures::StreamExt;
use serde::{Deserialize, de::DeserializeOwned};
use std::time::Duration;
use tokio::time::timeout;

/// The largest body, in bytes: a request has at most some thousand letters.
const LARGEST: usize = 64 << 10;

/// How much of a body is thrown away that is too large, in bytes: many clients read a reply only after they have sent everything, and none
/// once the connection is cut.
const THROWN_AWAY: usize = 64 << 20;

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
    timeout(deadline, read_whole(body, largest)).await.unwrap_or(Err(ApiError::Slow))
}

async fn read_whole(body: Body, largest: usize) -> Result<Bytes, ApiError> {
    let mut parts = body.into_data_stream();
    let (mut bytes, mut length) = (Vec::new(), 0_usize);
    while let Some(part) = parts.next().await {
        // The rest does not come any more.
        let part = part.map_err(|_| ApiError::Slow)?;
        length = length.saturating_add(part.len());
        if length <= largest {
            bytes.extend_from_slice(&part);
        } else if length > largest.saturating_add(THROWN_AWAY) {
            break;
        }
    }
    if length <= largest { Ok(bytes.into()) } else { Err(ApiError::TooLarge(largest)) }
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
