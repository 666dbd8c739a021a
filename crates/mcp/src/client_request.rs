//! Requests of the server's to a client.

use rmcp::{
    RoleServer,
    model::ServerRequest,
    service::{PeerRequestOptions, RequestContext, RequestHandle},
};

/// Sends a request within a call, so that it takes the way to the client that belongs to the call; `None` if it cannot be sent.
pub async fn request_client(
    request: ServerRequest,
    context: &RequestContext<RoleServer>,
) -> Option<RequestHandle<RoleServer>> {
    context.peer.send_cancellable_request(request, PeerRequestOptions::no_options()).await.ok()
}
