//! Whether a log is as it was written, and what its prompts took.

use super::TaskPlace;
use crate::{
    app::{App, found},
    blocking::blocking,
    error::ApiError,
    path_parts::PathParts,
    reply::Json,
    task_replies::{audit_reply, tokens_reply},
};
use axum::extract::State;
use deskpilot_runtime::tokens::TokenReport;
use serde_json::Value;

/// `GET /api/tasks/F/T/audit`
pub(super) async fn audit(
    State(app): State<App>,
    PathParts((folder, name)): TaskPlace,
) -> Result<Json<Value>, ApiError> {
    let (task, config) = (found(&app, folder, name).await?, app.config()?);
    blocking(move || Ok(Json(audit_reply(&config, &task)?))).await
}

/// `GET /api/tasks/F/T/tokens`
pub(super) async fn tokens(
    State(app): State<App>,
    PathParts((folder, name)): TaskPlace,
) -> Result<Json<TokenReport>, ApiError> {
    let task = found(&app, folder, name).await?;
    blocking(move || Ok(Json(tokens_reply(&task)?))).await
}
