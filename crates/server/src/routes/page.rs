//! The embedded page. Every path that is nothing else shows it, so that links into it survive a reload.

use crate::error::ApiError;
use axum::{
    http::{Method, header::CONTENT_TYPE},
    response::{IntoResponse, Response},
};

const INDEX: &[u8] = include_bytes!("../../page/dist/index.html");
const SCRIPT: &[u8] = include_bytes!("../../page/dist/app.js");
const STYLE: &[u8] = include_bytes!("../../page/dist/app.css");

/// The type of a page.
pub(super) const HTML: &str = "text/html; charset=utf-8";

/// `GET /` and every path that is nothing else.
pub(super) async fn index(method: Method) -> Response {
    match method {
        Method::GET | Method::HEAD => file(HTML, INDEX),
        _ => ApiError::WrongMethod.into_response(),
    }
}

/// `GET /assets/app.js`
pub(super) async fn script() -> Response {
    file("text/javascript; charset=utf-8", SCRIPT)
}

/// `GET /assets/app.css`
pub(super) async fn style() -> Response {
    file("text/css; charset=utf-8", STYLE)
}

fn file(kind: &'static str, bytes: &'static [u8]) -> Response {
    ([(CONTENT_TYPE, kind)], bytes).into_response()
}
