//! What a page needs to know first: who it is, and what this server serves.

use crate::{access::Viewer, app::App, reply::Json};
use axum::{Extension, extract::State};
use serde_json::{Value, json};

/// `GET /api/about`
pub(super) async fn about(State(app): State<App>, Extension(viewer): Extension<Viewer>) -> Json<Value> {
    Json(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "viewer": viewer.to_string(),
        "port": app.hosts.0,
        "features": {"screen": true},
    }))
}
