//! Tasks as rows of lists: what a listing has of them, and the question that waits.

use crate::{
    app::AppState,
    error::ApiError,
    logged_task::{LoggedTask, folder_key},
    question_json::question_json,
    task_folds::TaskFolds,
};
use deskpilot_log::{LogError, Task, TaskQuery, TaskState, matching_tasks, written_at};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// The rows of the tasks that match a query, the newest last, and how many older ones are left out.
pub(crate) fn task_rows(app: &AppState, query: &TaskQuery) -> Result<(Vec<Value>, usize), ApiError> {
    let roots = app.log_folders()?;
    let (found, left_out) = matching_tasks(&roots, query)?;
    let row = |(root, task): &(&PathBuf, Task)| {
        let place = LoggedTask { key: folder_key(root), root: root.to_path_buf(), name: task.name.clone() };
        task_row(&app.folds, &place, task)
    };
    Ok((found.iter().map(row).collect(), left_out))
}

/// The row of a task that is in this state.
pub(crate) fn task_row(folds: &TaskFolds, place: &LoggedTask, task: &Task) -> Value {
    let process = place.process();
    let waits = process.is_some() && is_waiting(&task.state);
    // The listing of a running task is as of its last step; its log goes on.
    let written = process.and_then(|_| written_at(&place.folder()));
    let question = waits.then(|| question(folds, &place.folder())).flatten();
    json!({
        "folder": place.key,
        "log_dir": place.root.display().to_string(),
        "name": task.name,
        "started": task.started,
        "last": task.last.max(written.unwrap_or_default()),
        "request": task.request,
        "state": task.state,
        "word": task.state.word(),
        "says": task.state.to_string(),
        "process": process,
        "steps": task.steps,
        "cost": task.cost,
        "bytes": null,
        "question": question,
    })
}

/// The row of the task as it is now.
pub(crate) fn current_row(folds: &TaskFolds, place: &LoggedTask) -> Result<Value, LogError> {
    Ok(task_row(folds, place, &place.state()?))
}

const fn is_waiting(state: &TaskState) -> bool {
    matches!(state, TaskState::Asking | TaskState::Confirming | TaskState::Paused)
}

/// The open question of the log; none where the log cannot be read, which its own page says.
fn question(folds: &TaskFolds, folder: &Path) -> Option<Value> {
    let open = folds.read(folder, |it| it.question()).ok()??;
    Some(question_json(&open))
}
