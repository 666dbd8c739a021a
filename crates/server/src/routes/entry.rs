//! How a browser gets in: a token for one use becomes a cookie, and the address bar forgets it.

use crate::{
    app::App,
    body::{empty_body, parameters},
    error::ApiError,
    reply::Json,
};
use axum::{
    extract::{Request, State},
    http::{
        HeaderValue, Method, Uri,
        header::{REFRESH, SET_COOKIE},
    },
    response::{Html, IntoResponse, Response},
};
use serde::Deserialize;
use serde_json::{Value, json};

/// What a browser shows for a moment. Viewers of plain text have styles of their own, which the policy of all replies forbids.
const EMPTY: &str = "<!doctype html><title>Deskpilot</title>";

/// The parameters of `/open`.
#[derive(Deserialize)]
struct Opening {
    token: String,
    #[serde(default)]
    to: String,
}

/// `GET /open`
pub(super) async fn open(State(app): State<App>, method: Method, uri: Uri) -> Response {
    // What looks whether an address is there does not use its token up.
    if method != Method::GET {
        return ApiError::WrongMethod.into_text();
    }
    match admitted(&app, &uri).await {
        Ok(response) => response,
        Err(error) => error.into_text(),
    }
}

async fn admitted(app: &App, uri: &Uri) -> Result<Response, ApiError> {
    let Opening { token, to } = parameters(uri)?;
    let Some(cookie) = app.access.exchange(&token)? else {
        app.slowdown.wrong_guess().await?;
        return Err(ApiError::WrongToken);
    };
    tell_next_address(app);
    let name = app.hosts.cookie();
    let cookie = format!("{name}={cookie}; HttpOnly; SameSite=Strict; Path=/");
    let cookie = HeaderValue::try_from(cookie).map_err(|error| ApiError::failed(&error))?;
    let to = local(&to);
    // Not a redirect: behind a link on another site it would still come from there, without the cookie.
    let refresh = HeaderValue::try_from(format!("0;url={to}"));
    let refresh = refresh.map_err(|error| ApiError::Wrong(error.to_string()))?;
    Ok(([(REFRESH, refresh), (SET_COOKIE, cookie)], Html(EMPTY)).into_response())
}

/// The path to go to, which leads to this server alone.
fn local(to: &str) -> &str {
    let is_local = to.starts_with('/') && !to.starts_with("//") && !to.contains('\\');
    if is_local && to.bytes().all(|it| it.is_ascii_graphic()) { to } else { "/" }
}

/// The address was used up, so the person gets the next one.
fn tell_next_address(app: &App) {
    if let Ok(address) = app.invitation("/") {
        (app.options.notify)(&format!("a browser was let in; for another one: {address}"));
    }
}

/// `POST /api/invitations`
pub(super) async fn invite(State(app): State<App>, request: Request) -> Result<Json<Value>, ApiError> {
    empty_body(request).await?;
    Ok(Json(json!({"address": app.invitation("/")?})))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_redirect_leads_to_this_server_alone() {
        for (to, expected) in [
            ("/tasks/3f2a9c0d11e4b7a6/a", "/tasks/3f2a9c0d11e4b7a6/a"),
            ("", "/"),
            ("//evil.example.org", "/"),
            ("/\\evil.example.org", "/"),
            ("https://evil.example.org", "/"),
            ("javascript:alert(1)", "/"),
            ("/a\r\nSet-Cookie: x=y", "/"),
        ] {
            assert_eq!(local(to), expected, "{to:?}");
        }
    }
}
