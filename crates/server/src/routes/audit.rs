//! Whether a log is as it was written, and what its prompts took.

use super::TaskPlace;
use crate::{app::App, blocking::blocking, error::ApiError, path_parts::PathParts, reply::Json};
use axum::extract::State;
use deskpilot_core::Projection;
use deskpilot_log::{Audit, AuditRows, Blobs, read};
use deskpilot_runtime::{
    known_heads,
    tokens::{TokenReport, token_report},
};
use serde_json::{Value, json};

/// `GET /api/tasks/F/T/audit`
pub(super) async fn audit(
    State(app): State<App>,
    PathParts((folder, name)): TaskPlace,
) -> Result<Json<Value>, ApiError> {
    let (task, config) = (app.task(&folder, &name)?, app.config()?);
    blocking(move || {
        let audit = deskpilot_log::audit(&task.root, &task.name, None)?;
        let origin = known_heads(&config).map(|heads| audit.origin(&task.root, &task.name, &heads));
        let origin = origin.transpose()?.flatten();
        let (rows, is_sound) = (AuditRows::of(&audit.entries).rows, audit.is_sound());
        let Audit { damage, chain, blobs, .. } = &audit;
        Ok(Json(json!({
            "sound": is_sound, "entries": rows, "chain": chain, "origin": origin, "damage": damage, "blobs": blobs,
        })))
    })
    .await
}

/// `GET /api/tasks/F/T/tokens`
pub(super) async fn tokens(
    State(app): State<App>,
    PathParts((folder, name)): TaskPlace,
) -> Result<Json<TokenReport>, ApiError> {
    let task = app.task(&folder, &name)?;
    blocking(move || {
        let entries = read(&task.root, &task.name)?;
        Ok(Json(token_report(&entries, &Blobs::of(&task.folder()))))
    })
    .await
}
