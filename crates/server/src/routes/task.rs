//! The list of tasks, and one task.

use super::TaskPlace;
use crate::{
    app::{App, AppState, found},
    blocking::blocking,
    body::parameters,
    error::ApiError,
    logged_task::LoggedTask,
    path_parts::PathParts,
    reply::Json,
    task_changes::LISTED,
    task_replies::task_reply,
    task_row::task_rows,
};
use axum::{extract::State, http::Uri};
use deskpilot_log::{TaskQuery, folder_size};
use deskpilot_runtime::{
    Phase,
    control::{ControlCommand, SessionClient},
};
use serde::Deserialize;
use serde_json::{Value, json};

/// The parameters of a list.
#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
struct ListQuery {
    state: String,
    find: Option<String>,
    last: usize,
    sizes: bool,
}

impl Default for ListQuery {
    fn default() -> ListQuery {
        ListQuery { state: String::new(), find: None, last: LISTED, sizes: false }
    }
}

/// `GET /api/tasks`
pub(super) async fn list(State(app): State<App>, uri: Uri) -> Result<Json<Value>, ApiError> {
    let ListQuery { state, find, last, sizes } = parameters(&uri)?;
    let states = state.split(',').filter(|it| !it.is_empty()).map(str::to_owned).collect();
    let query = TaskQuery { states, text: find, most: Some(last) };
    blocking(move || {
        let (mut rows, left_out) = task_rows(&app, &query)?;
        if sizes {
            rows.iter_mut().for_each(|row| row["bytes"] = json!(size(&app, row)));
        }
        Ok(Json(json!({"tasks": rows, "left_out": left_out})))
    })
    .await
}

/// The bytes that the task of this row takes; `None` if it is gone by now.
fn size(app: &AppState, row: &Value) -> Option<u64> {
    let task = app.task(row["folder"].as_str()?, row["name"].as_str()?).ok()?;
    Some(folder_size(&task.folder()))
}

/// `GET /api/tasks/F/T`
pub(super) async fn show(
    State(app): State<App>,
    PathParts((folder, name)): TaskPlace,
) -> Result<Json<Value>, ApiError> {
    let task = found(&app, folder, name).await?;
    let (reader, place) = (app.clone(), task.clone());
    let mut shown = blocking(move || Ok(task_reply(&reader.folds, &place)?)).await?;
    shown["live"] = live(&app, &task).await;
    Ok(Json(shown))
}

/// What the process of the task does; null where none runs it.
async fn live(app: &AppState, task: &LoggedTask) -> Value {
    let Some(process) = task.process() else { return Value::Null };
    json!({"process": process, "phase": phase(app, task).await})
}

/// What the session does; `None` while it does not listen yet.
async fn phase(app: &AppState, task: &LoggedTask) -> Option<Phase> {
    let platform = app.options.environment.platform();
    let mut client = SessionClient::connect(platform, &task.folder()).await.ok()?;
    Some(client.send(ControlCommand::Status).await.ok()?.phase)
}
