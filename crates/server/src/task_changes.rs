//! Sends browsers the changes of all tasks.

use crate::{app::App, blocking::blocking, error::ApiError, task_row::task_rows};
use axum::response::sse::Event;
use deskpilot_log::TaskQuery;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::{sync::mpsc, time::sleep};

/// How many tasks a list begins with.
pub(crate) const LISTED: usize = 100;

/// How long a change may go untold.
const PAUSE: Duration = Duration::from_millis(500);

/// Reads the tasks again and again as long as a browser wants them.
pub(crate) async fn keep_fresh(app: App) {
    loop {
        app.feed.wait_until_wanted().await;
        if let Ok(rows) = read(&app).await {
            app.feed.tell(rows);
        }
        sleep(PAUSE).await;
    }
}

/// Sends one browser all tasks, and then each change, until it is gone.
pub(crate) async fn follow_tasks(app: App, sender: mpsc::Sender<Event>) {
    let mut changes = app.feed.subscribe();
    let Ok(mut known) = read(&app).await else { return };
    let all = Event::default().event("tasks").data(json!({"tasks": known}).to_string());
    if sender.send(all).await.is_err() {
        return;
    }
    loop {
        tokio::select! {
            () = sender.closed() => return,
            changed = changes.changed() => if changed.is_err() { return },
        }
        let rows = changes.borrow_and_update().clone();
        for event in differences(&known, &rows) {
            if sender.send(event).await.is_err() {
                return;
            }
        }
        known.clone_from(&rows);
    }
}

async fn read(app: &App) -> Result<Vec<Value>, ApiError> {
    let app = app.clone();
    let query = TaskQuery { most: Some(LISTED), ..TaskQuery::default() };
    blocking(move || task_rows(&app, &query).map(|(rows, _)| rows)).await
}

/// What a browser that knows these rows has to learn.
fn differences(known: &[Value], rows: &[Value]) -> Vec<Event> {
    let place = |row: &Value| (row["folder"].clone(), row["name"].clone());
    let changed = rows.iter().filter(|row| !known.contains(row));
    let changed = changed.map(|row| Event::default().event("task").data(row.to_string()));
    let is_gone = |row: &&Value| rows.iter().all(|it| place(it) != place(row));
    let gone = known.iter().filter(is_gone);
    let gone = gone.map(|row| {
        let data = json!({"folder": row["folder"], "name": row["name"]});
        Event::default().event("gone").data(data.to_string())
    });
    changed.chain(gone).collect()
}
