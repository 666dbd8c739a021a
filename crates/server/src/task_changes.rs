//! Sends browsers the changes of all tasks.

use crate::{
    app::{App, AppState},
    attendance::Attendances,
    blocking::blocking,
    error::ApiError,
    feed::Rows,
    task_row::task_rows,
};
use axum::response::sse::Event;
use deskpilot_log::TaskQuery;
use serde_json::{Value, json};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};
use tokio::{sync::mpsc, time::sleep};

/// How many tasks a list begins with.
pub(crate) const LISTED: usize = 100;

/// How long a change may go untold.
const PAUSE: Duration = Duration::from_millis(500);

/// Reads the tasks again and again as long as a browser wants them. Meanwhile the person at it counts among those who can answer.
pub(crate) async fn keep_fresh(app: App) {
    loop {
        app.feed.wait_until_wanted().await;
        let mut present = Attendances::default();
        while app.feed.is_wanted() {
            if let Ok(rows) = read(&app).await {
                present.keep(&app, &running(&rows));
                app.feed.tell(rows);
            }
            sleep(PAUSE).await;
        }
    }
}

/// The folders of the tasks that a process runs now.
fn running(rows: &[Value]) -> Vec<PathBuf> {
    let folder = |row: &Value| Some(Path::new(row["log_dir"].as_str()?).join(row["name"].as_str()?));
    rows.iter().filter(|row| !row["process"].is_null()).filter_map(folder).collect()
}

/// Sends one browser all tasks, and then each change, until it is gone.
pub(crate) async fn follow_tasks(app: App, sender: mpsc::Sender<Event>) {
    // Before the first look, so that no change falls between the two.
    let mut changes = app.feed.subscribe();
    let Ok(first) = read(&app).await else { return };
    let mut known: Rows = Arc::new(first);
    let all = Event::default().event("tasks").data(json!({"tasks": *known}).to_string());
    if sender.send(all).await.is_err() {
        return;
    }
    loop {
        tokio::select! {
            () = sender.closed() => return,
            changed = changes.changed() => if changed.is_err() { return },
        }
        let rows = changes.borrow_and_update().clone();
        let (app, before, now) = (app.clone(), known, rows.clone());
        let Ok(events) = blocking(move || Ok(differences(&app, &before, &now))).await else { return };
        for event in events {
            if sender.send(event).await.is_err() {
                return;
            }
        }
        known = rows;
    }
}

async fn read(app: &App) -> Result<Vec<Value>, ApiError> {
    let app = app.clone();
    let query = TaskQuery { most: Some(LISTED), ..TaskQuery::default() };
    blocking(move || task_rows(&app, &query).map(|(rows, _)| rows)).await
}

/// What a browser that knows these rows has to learn.
fn differences(app: &AppState, known: &[Value], rows: &[Value]) -> Vec<Event> {
    let changed = rows.iter().filter(|row| !known.contains(row));
    let changed = changed.map(|row| Event::default().event("task").data(row.to_string()));
    let has_log = |folder: &str, name: &str| app.task(folder, name).is_ok();
    let gone = gone(known, rows, has_log).into_iter();
    let gone = gone.map(|place| Event::default().event("gone").data(place.to_string()));
    changed.chain(gone).collect()
}

/// The places of the tasks whose logs were deleted. A task that newer ones have moved out of the list has its log yet.
fn gone(known: &[Value], rows: &[Value], has_log: impl Fn(&str, &str) -> bool) -> Vec<Value> {
    let place = |row: &Value| json!({"folder": row["folder"], "name": row["name"]});
    let listed: Vec<Value> = rows.iter().map(place).collect();
    let missing = known.iter().map(place).filter(|it| !listed.contains(it));
    let is_gone = |it: &Value| match (it["folder"].as_str(), it["name"].as_str()) {
        (Some(folder), Some(name)) => !has_log(folder, name),
        _ => true,
    };
    missing.filter(is_gone).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_people_at_pages_count_in_the_tasks_that_run_and_in_no_other() {
        let row = |name: &str, process: Value| json!({"log_dir": "/logs", "name": name, "process": process});
        let rows = [row("runs", json!(7)), row("waits in its log", Value::Null), json!({"process": 8})];
        assert_eq!(running(&rows), [PathBuf::from("/logs/runs")]);
    }

    #[test]
    fn a_task_is_gone_when_its_log_is_and_not_when_newer_ones_fill_the_list() {
        let row = |name: &str| json!({"folder": "f", "name": name, "steps": 1});
        let known = [row("deleted"), row("moved out"), row("listed")];
        let rows = [json!({"folder": "f", "name": "listed", "steps": 2}), row("new")];
        let has_log = |folder: &str, name: &str| folder == "f" && name != "deleted";
        assert_eq!(gone(&known, &rows, has_log), [json!({"folder": "f", "name": "deleted"})]);
    }
}
