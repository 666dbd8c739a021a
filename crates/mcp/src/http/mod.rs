//! Serves MCP clients over Streamable HTTP. The HTTP server of this machine mounts it, and checks each request's place and token.

mod connection;
mod idle_slot;
mod token_clients;

pub(crate) use connection::HttpConnection;

use crate::{
    client_services::deskpilot_offer,
    offer::Offer,
    options::McpOptions,
    tokens::{TokenFile, TokenHash},
};
use axum::{
    Router,
    extract::{Request, State},
    http::{Extensions, StatusCode},
    response::{IntoResponse, Response},
    routing::any,
};
use connection::Connections;
use deskpilot_runtime::{Notifier, with_causes};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use token_clients::TokenClients;
use tokio::{task::spawn_blocking, time::sleep};

/// How soon what was opened with a token ends after it was taken back.
const LOOK: Duration = Duration::from_secs(2);

/// MCP clients over HTTP. Those of one token know nothing of those of another.
#[derive(Clone)]
pub struct McpHttp(Arc<HttpState>);

struct HttpState {
    tokens: TokenFile,
    notify: Notifier,
    connections: Connections,
    clients: Mutex<HashMap<TokenHash, Arc<TokenClients>>>,
}

impl McpHttp {
    /// The path at which clients find it.
    pub const PATH: &'static str = "/mcp";

    /// The largest message of a client, in bytes.
    pub const LARGEST_MESSAGE: usize = 4 << 20;

    /// Serves the clients that send one of these tokens.
    pub fn new(options: McpOptions, tokens: TokenFile) -> McpHttp {
        let notify = options.notify.clone();
        McpHttp::offering(deskpilot_offer(options), tokens, notify)
    }

    /// Offers something else to clients that come with one of these tokens. The warnings go to the notifier.
    pub fn offering(offer: Offer, tokens: TokenFile, notify: Notifier) -> McpHttp {
        let connections = Connections::new(offer);
        McpHttp(Arc::new(HttpState { tokens, notify, connections, clients: Mutex::default() }))
    }

    /// Whether anybody can come at all.
    pub fn has_tokens(&self) -> bool {
        self.0.tokens.rows().is_ok_and(|it| !it.is_empty())
    }

    /// What the routes have to find in a request with this token; `None` for a wrong one. Reads the file of tokens, so that one that was
    /// taken back lets nobody in.
    pub fn admit(&self, token: &str) -> Option<Extensions> {
        let found = self.0.tokens.found(token).unwrap_or_else(|error| {
            (self.0.notify)(&format!("warning: no MCP client is let in: {}", with_causes(&error)));
            None
        });
        let token = found?;
        let mut holder = Extensions::new();
        holder.insert(token);
        Some(holder)
    }

    /// The routes, for requests that were admitted.
    pub fn router(&self) -> Router {
        Router::new().route(McpHttp::PATH, any(serve)).with_state(self.clone())
    }

    /// Ends all sessions, and waits until the tasks of all clients have stopped. They can be resumed.
    pub async fn end(&self) {
        self.0.connections.end().await;
    }

    /// The clients of this token.
    fn clients_of(&self, token: TokenHash) -> Arc<TokenClients> {
        let mut all = self.0.clients();
        if let Some(known) = all.get(&token) {
            return known.clone();
        }
        let clients = Arc::new(TokenClients::new(self.0.connections.of_one_token()));
        all.insert(token, clients.clone());
        tokio::spawn(self.clone().watch(token, clients.clone()));
        clients
    }

    /// Ends what clients have opened once their token is taken back.
    async fn watch(self, token: TokenHash, clients: Arc<TokenClients>) {
        loop {
            tokio::select! {
                () = self.0.connections.ending.cancelled() => return,
                () = sleep(LOOK) => {}
            }
            let tokens = self.0.tokens.clone();
            // A file that cannot be read lets nobody in, and ends nothing.
            if let Ok(Ok(false)) = spawn_blocking(move || tokens.has(token)).await {
                self.0.clients().remove(&token);
                clients.end();
                return;
            }
            clients.end_if_idle();
        }
    }
}

impl HttpState {
    fn clients(&self) -> MutexGuard<'_, HashMap<TokenHash, Arc<TokenClients>>> {
        self.clients.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn serve(State(http): State<McpHttp>, request: Request) -> Response {
    let token = request.extensions().get::<TokenHash>().copied();
    match token {
        Some(token) => http.clients_of(token).reply(request).await,
        None => StatusCode::UNAUTHORIZED.into_response(),
    }
}
