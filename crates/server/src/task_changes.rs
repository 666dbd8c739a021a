//! Sends browsers the changes of all tasks.

use crate::{
    app::{App, AppState},
    attendance::Attendances,
    blocking::blocking,
    error::ApiError,
    feed::TaskList,
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
use tokio::{
    sync::{mpsc, watch},
    time::sleep,
};

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
            if let Ok(list) = read(&app).await {
                present.keep(&app, &running(&list.rows));
                app.feed.tell(list);
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
    let changes = app.feed.subscribe();
    if let Ok(first) = read(&app).await {
        send_changes(app, first, changes, sender).await;
    }
}

/// Sends one browser this list, and then what changes in it.
async fn send_changes(
    app: App,
    first: TaskList,
    mut changes: watch::Receiver<TaskList>,
    sender: mpsc::Sender<Event>,
) {
    let all = Event::default().event("tasks").data(json!({"tasks": *first.rows}).to_string());
    if sender.send(all).await.is_err() {
        return;
    }
    let mut known = first;
    loop {
        tokio::select! {
            () = sender.closed() => return,
            changed = changes.changed() => if changed.is_err() { return },
        }
        let now = changes.borrow_and_update().clone();
        // Read for others before the first list, and told after it.
        if now.look < known.look {
            continue;
        }
        let (app, before, after) = (app.clone(), known, now.clone());
        let Ok(events) = blocking(move || Ok(differences(&app, &before.rows, &after.rows))).await else {
            return;
        };
        for event in events {
            if sender.send(event).await.is_err() {
                return;
            }
        }
        known = now;
    }
}

async fn read(app: &App) -> Result<TaskList, ApiError> {
    // Before the look: what changes meanwhile is found by one with a higher number.
    let (app, look) = (app.clone(), app.feed.begin_look());
    let query = TaskQuery { most: Some(LISTED), ..TaskQuery::default() };
    blocking(move || task_rows(&app, &query).map(|(rows, _)| TaskList { look, rows: Arc::new(rows) })).await
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
    use crate::app::ServeOptions;
    use deskpilot_runtime::Environment;
    use deskpilot_testkit::TextPlatform;
    use std::io;

    #[tokio::test]
    async fn a_list_that_was_read_before_the_first_one_of_a_browser_is_not_told_to_it() {
        let environment = Environment::new(Vec::new(), Arc::new(TextPlatform::bare("")));
        let options = ServeOptions {
            environment,
            port: None,
            log_dir: None,
            features: Vec::new(),
            launch: Arc::new(|_| Err(io::ErrorKind::Unsupported.into())),
            notify: Arc::new(|_| {}),
            token_routes: None,
        };
        let app: App = Arc::new(AppState::new(options, 1));
        let list = |look, steps: u32| TaskList { look, rows: Arc::new(vec![json!({"steps": steps})]) };
        for (told, expected) in [(list(1, 1), 1), (list(3, 3), 2)] {
            let (tell, changes) = watch::channel(TaskList::default());
            let (sender, mut receiver) = mpsc::channel(8);
            tell.send_replace(told.clone());
            drop(tell);
            send_changes(app.clone(), list(2, 2), changes, sender).await;
            let mut events = 0;
            while receiver.recv().await.is_some() {
                events += 1;
            }
            assert_eq!(events, expected, "{told:?} after the look 2");
        }
    }

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
