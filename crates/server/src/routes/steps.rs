//! The steps of a task, and what a step saw.

use super::TaskPlace;
use crate::{
    app::{App, found},
    blocking::blocking,
    body::parameters,
    error::ApiError,
    path_parts::PathParts,
    reply::{Json, JsonText},
    task_fold::{FoldedStep, TaskFold, view_at},
};
use axum::{extract::State, http::Uri};
use deskpilot_core::View;
use deskpilot_log::UiNode;
use serde::Deserialize;
use serde_json::{Value, json};

/// The most steps of a piece.
const MOST: usize = 500;

/// Which piece is wanted.
#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Piece {
    from: usize,
    limit: usize,
}

impl Default for Piece {
    fn default() -> Piece {
        Piece { from: 0, limit: 100 }
    }
}

/// Which observation of a step is wanted.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Observation {
    entry: Option<u64>,
}

/// The parts of an address that name a step.
type StepPlace = PathParts<(String, String, usize)>;

/// `GET /api/tasks/F/T/steps`
pub(super) async fn list(
    State(app): State<App>,
    PathParts((folder, name)): TaskPlace,
    uri: Uri,
) -> Result<JsonText, ApiError> {
    let Piece { from, limit } = parameters(&uri)?;
    let (task, limit) = (found(&app, folder, name).await?, limit.clamp(1, MOST));
    blocking(move || {
        let end = from.saturating_add(limit);
        let piece = |fold: &TaskFold| {
            let step = |at: usize| fold.step(from.checked_add(at)?);
            let steps: Vec<String> = (0..limit).map_while(step).map(|it| it.text).collect();
            (steps, fold.step_count())
        };
        // One step more than is asked for says that there are more.
        let (steps, count) = app.folds.read_until(&task.folder(), |fold| fold.closed_count() > end, piece)?;
        let next = from.saturating_add(steps.len());
        let more = next < count;
        Ok(JsonText(format!("{{\"steps\":[{}],\"next\":{next},\"more\":{more}}}", steps.join(","))))
    })
    .await
}

/// `GET /api/tasks/F/T/steps/N`
pub(super) async fn show(
    State(app): State<App>,
    PathParts((folder, name, number)): StepPlace,
) -> Result<JsonText, ApiError> {
    Ok(JsonText(step(app, folder, name, number).await?.text))
}

async fn step(app: App, folder: String, name: String, number: usize) -> Result<FoldedStep, ApiError> {
    let task = found(&app, folder, name.clone()).await?;
    blocking(move || {
        let is_closed = |fold: &TaskFold| fold.closed_count() > number;
        let step = app.folds.read_until(&task.folder(), is_closed, |fold| fold.step(number))?;
        step.ok_or_else(|| ApiError::NotFound(format!("the task {name:?} has no step {number}")))
    })
    .await
}

/// `GET /api/tasks/F/T/steps/N/tree`
pub(super) async fn tree(
    State(app): State<App>,
    PathParts((folder, name, number)): StepPlace,
    uri: Uri,
) -> Result<Json<Value>, ApiError> {
    let Observation { entry } = parameters(&uri)?;
    let task = found(&app, folder.clone(), name.clone()).await?;
    let observed = step(app, folder, name, number).await?.observed;
    let entry = match entry {
        Some(entry) => observed.contains(&entry).then_some(entry),
        None => observed.last().copied(),
    };
    let nothing = move || ApiError::NotFound(format!("step {number} has no such observation"));
    let entry = entry.ok_or_else(nothing)?;
    blocking(move || {
        let view = view_at(&task.folder(), entry)?.ok_or_else(nothing)?;
        Ok(Json(seen(entry, &view)))
    })
    .await
}

fn seen(entry: u64, view: &View) -> Value {
    match view {
        View::App(view) => {
            let tree = UiNode::of(&view.window, &view.controls, &view.levels);
            json!({"entry": entry, "kind": "app", "tree": tree, "view": view})
        }
        View::Desktop(view) => json!({"entry": entry, "kind": "desktop", "tree": null, "view": view}),
    }
}
