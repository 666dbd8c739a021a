//! The folds of a log after any of its entries.

use super::TaskPlace;
use crate::{
    app::{App, found},
    blocking::blocking,
    body::parameters,
    error::ApiError,
    path_parts::PathParts,
    reply::Json,
    task_replies::LogFolds,
};
use axum::{extract::State, http::Uri};
use deskpilot_log::Tail;
use serde::Deserialize;
use serde_json::Value;

/// The entry after which the folds are wanted.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Moment {
    at: Option<u64>,
}

/// `GET /api/tasks/F/T/state`
pub(super) async fn state(
    State(app): State<App>,
    PathParts((folder, name)): TaskPlace,
    uri: Uri,
) -> Result<Json<Value>, ApiError> {
    let Moment { at } = parameters(&uri)?;
    let task = found(&app, folder, name).await?;
    blocking(move || Ok(Json(LogFolds::up_to(Tail::new(&task.folder()), at)?.json()))).await
}
