//! Replies: JSON, and nothing that a browser would take for a page.

use axum::{
    http::{StatusCode, header::CONTENT_TYPE},
    response::{IntoResponse, Response},
};
use serde::Serialize;

/// The type of every reply of the interface.
const JSON: &str = "application/json";

/// A reply with this value.
pub(crate) fn json_reply(status: StatusCode, value: &impl Serialize) -> Response {
    // Maps with keys that are no texts, which nothing here has, are all that cannot be written.
    let text = serde_json::to_string(value).unwrap_or_default();
    (status, [(CONTENT_TYPE, JSON)], text).into_response()
}

/// A value as the reply to a request that was done.
pub(crate) struct Json<T>(pub(crate) T);

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        json_reply(StatusCode::OK, &self.0)
    }
}

/// A JSON text as the reply to a request that was done.
pub(crate) struct JsonText(pub(crate) String);

impl IntoResponse for JsonText {
    fn into_response(self) -> Response {
        ([(CONTENT_TYPE, JSON)], self.0).into_response()
    }
}
