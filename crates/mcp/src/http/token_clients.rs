//! The clients that come with one token: their sessions are found by them alone.

use super::{
    McpHttp,
    connection::{Connections, HttpConnection, SharedConnection},
};
use crate::{client_source::ClientSource, server::OfferServer};
use axum::{
    extract::Request,
    http::{Method, StatusCode},
    response::{IntoResponse, Response},
};
use rmcp::{
    model::ProtocolVersion,
    transport::{
        StreamableHttpServerConfig, StreamableHttpService,
        streamable_http_server::{
            SessionId,
            session::local::{LocalSessionHandle, LocalSessionManager},
        },
    },
};
use std::{collections::HashMap, sync::Arc, time::Duration};
use tokio_util::sync::CancellationToken;

/// How long a session may be without a message in either direction, and the tasks of clients without a session without a request.
const IDLE: Duration = Duration::from_secs(30 * 60);

/// The most sessions at once.
const MOST_SESSIONS: usize = 64;

/// The header that names a session.
const SESSION: &str = "mcp-session-id";

/// The header that names a revision of the protocol.
const REVISION: &str = "mcp-protocol-version";

/// The clients that come with one token.
pub(super) struct TokenClients {
    service: StreamableHttpService<OfferServer, LocalSessionManager>,
    sessions: Arc<LocalSessionManager>,
    shared: Arc<SharedConnection>,
    ending: CancellationToken,
}

impl TokenClients {
    pub(super) fn new(connections: Connections) -> TokenClients {
        let ending = connections.ending.clone();
        let mut sessions = LocalSessionManager::default();
        sessions.session_config.keep_alive = Some(IDLE);
        let sessions = Arc::new(sessions);
        let offer = connections.offer.clone();
        let shared = Arc::new(SharedConnection::new(connections));
        let of_servers = shared.clone();
        // Called for each session, and for each request without one.
        let server = move || {
            let source = ClientSource::Http(HttpConnection::new(of_servers.clone()));
            Ok(OfferServer::new(&offer, source))
        };
        let config = StreamableHttpServerConfig::default()
            .with_cancellation_token(ending.clone())
            .with_max_request_body_bytes(McpHttp::LARGEST_MESSAGE);
        let service = StreamableHttpService::new(server, sessions.clone(), config);
        TokenClients { service, sessions, shared, ending }
    }

    /// The reply to a request whose token is this one.
    pub(super) async fn reply(&self, request: Request) -> Response {
        let known = self.sessions.sessions.read().await;
        let refused = refusal(&known, &request);
        // Before the service has the request: it writes to this list.
        drop(known);
        match refused {
            Some(refusal) => refusal.into_response(),
            None => Box::pin(self.service.handle(request)).await.into_response(),
        }
    }

    /// Ends what no request has used for long. Sessions look after themselves.
    pub(super) fn end_if_idle(&self) {
        self.shared.end_if_idle(IDLE);
    }

    /// Ends all sessions, and the tasks of all clients.
    pub(super) fn end(&self) {
        self.ending.cancel();
    }
}

/// Why a request is not looked at.
fn refusal(
    sessions: &HashMap<SessionId, LocalSessionHandle>,
    request: &Request,
) -> Option<(StatusCode, &'static str)> {
    let text = |name: &str| request.headers().get(name).and_then(|it| it.to_str().ok());
    // A handshake comes without this header (MCP 2025-06-18). Revisions are dates, which compare as texts.
    let has_handshake = text(REVISION).is_none_or(|it| it < ProtocolVersion::V_2026_07_28.as_str());
    match text(SESSION) {
        // The service takes the end of a session that it does not know for one that was ended twice.
        Some(session) if request.method() == Method::DELETE && !sessions.contains_key(session) => {
            Some((StatusCode::NOT_FOUND, "there is no such session"))
        }
        None if request.method() == Method::POST && has_handshake && sessions.len() >= MOST_SESSIONS => {
            Some((StatusCode::TOO_MANY_REQUESTS, "too many sessions: end one with DELETE"))
        }
        _ => None,
    }
}
