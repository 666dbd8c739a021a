//! The screen of a running task, over a WebSocket.

use super::{TaskPlace, stream::place};
use crate::{
    access::Viewer,
    app::{App, found},
    error::ApiError,
    path_parts::PathParts,
    screen_socket::ScreenSocket,
    session::join,
};
use axum::{
    Extension,
    body::Body,
    extract::{Request, State},
    http::{
        HeaderMap, StatusCode,
        header::{
            CONNECTION, ORIGIN, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY, SEC_WEBSOCKET_VERSION, UPGRADE,
        },
    },
    response::Response,
};
use hyper::upgrade::OnUpgrade;
use hyper_util::rt::TokioIo;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;

/// The only version of WebSockets.
const VERSION: &str = "13";

/// `GET /api/tasks/F/T/screen`
pub(super) async fn screen(
    State(app): State<App>,
    Extension(viewer): Extension<Viewer>,
    PathParts((folder, name)): TaskPlace,
    mut request: Request,
) -> Result<Response, ApiError> {
    let accept = accept_key(request.headers())?;
    let upgrade = request.extensions_mut().remove::<OnUpgrade>();
    let upgrade = upgrade.ok_or_else(|| ApiError::Wrong("the connection cannot be upgraded".to_owned()))?;
    let (place, task) = (place(&app)?, found(&app, folder, name).await?);
    let screen = app.screens.take(&task.folder())?;
    let client = join(&app, &task).await?;
    // Not awaited here: the connection is upgraded only once this request has its reply.
    tokio::spawn(async move {
        let _places = (place, screen);
        if let Ok(upgraded) = upgrade.await {
            ScreenSocket::new(app, TokioIo::new(upgraded), client, viewer).await.run().await;
        }
    });
    let response = Response::builder()
        .status(StatusCode::SWITCHING_PROTOCOLS)
        .header(CONNECTION, "upgrade")
        .header(UPGRADE, "websocket")
        .header(SEC_WEBSOCKET_ACCEPT, accept);
    response.body(Body::empty()).map_err(|error| ApiError::failed(&error))
}

/// The reply to the key of a request for a WebSocket. Unlike with other requests, its `Origin` has to be there: a page of another site
/// may open a WebSocket, too.
fn accept_key(headers: &HeaderMap) -> Result<String, ApiError> {
    let is = |name, wanted: &str| {
        let value = headers.get(name).and_then(|it| it.to_str().ok()).unwrap_or_default();
        value.split(',').any(|it| it.trim().eq_ignore_ascii_case(wanted))
    };
    // The gate has checked an origin that is there; browsers send one with every WebSocket.
    if headers.get(ORIGIN).is_none() {
        return Err(ApiError::ForeignOrigin);
    }
    let is_wanted =
        is(UPGRADE, "websocket") && is(CONNECTION, "upgrade") && is(SEC_WEBSOCKET_VERSION, VERSION);
    match headers.get(SEC_WEBSOCKET_KEY) {
        Some(key) if is_wanted => Ok(derive_accept_key(key.as_bytes())),
        _ => Err(ApiError::Wrong("the screen is shown over a WebSocket".to_owned())),
    }
}
