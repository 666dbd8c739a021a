//! What a tool tells its client while it works: how far it is, or what it does.

use deskpilot_mcp::{CallProgress, has_handshake};
use rmcp::{RoleServer, model::ServerNotification, service::RequestContext};
use serde_json::json;
use std::time::Duration;
use tokio::time::sleep;

/// The pause between two notes, which the suite suggests.
const PAUSE: Duration = Duration::from_millis(50);

/// The levels at which a client gets the notes of a tool, all of which have the level `info`.
const LEVELS: [&str; 2] = ["debug", "info"];

/// Tells how far it is, if the client wants to know.
pub(crate) async fn tell_progress(context: &RequestContext<RoleServer>) {
    let progress = CallProgress::of(context);
    for done in [0.0, 50.0, 100.0] {
        progress.tell(done, |it| it.with_total(100.0)).await;
        sleep(PAUSE).await;
    }
}

/// Tells what it does, if the client wants to know: since it set this level for its session, or with the request.
pub(crate) async fn tell_log(context: &RequestContext<RoleServer>, of_session: Option<String>) {
    let of_request = || json!(context.meta.log_level()).as_str().map(str::to_owned);
    let level = if has_handshake(context) { of_session } else { of_request() };
    if !level.is_some_and(|it| LEVELS.contains(&it.as_str())) {
        return;
    }
    for text in ["Tool execution started", "Tool processing data", "Tool execution completed"] {
        let note = json!({"method": "notifications/message", "params": {"level": "info", "data": text}});
        if let Ok(note) = serde_json::from_value::<ServerNotification>(note) {
            // A client that is gone hears nothing.
            let _ = context.peer.send_notification(note).await;
        }
        sleep(PAUSE).await;
    }
}
