//! Tasks as plain HTML, for a browser without script. Every text goes through one function.

use super::{TaskPlace, page::HTML};
use crate::{
    app::{App, AppState},
    blocking::blocking,
    error::ApiError,
    logged_task::LoggedTask,
    path_parts::PathParts,
    task_changes::LISTED,
    task_row::task_rows,
};
use axum::{
    extract::State,
    http::header::CONTENT_TYPE,
    response::{IntoResponse, Response},
};
use deskpilot_core::{Entry, Event, fold::transcript_line};
use deskpilot_log::{TaskQuery, read};
use deskpilot_runtime::plain;
use serde_json::Value;

/// How many of its last lines a task shows.
const LINES: usize = 500;

/// `GET /plain`
pub(super) async fn list(State(app): State<App>) -> Response {
    page(blocking(move || list_page(&app)).await)
}

/// `GET /plain/tasks/F/T`
pub(super) async fn task(State(app): State<App>, PathParts((folder, name)): TaskPlace) -> Response {
    page(blocking(move || task_page(&app.task(&folder, &name)?)).await)
}

fn page(made: Result<String, ApiError>) -> Response {
    match made {
        Ok(text) => ([(CONTENT_TYPE, HTML)], text).into_response(),
        Err(error) => error.into_text(),
    }
}

fn list_page(app: &AppState) -> Result<String, ApiError> {
    let query = TaskQuery { most: Some(LISTED), ..TaskQuery::default() };
    let (rows, _) = task_rows(app, &query)?;
    let items: String = rows.iter().rev().map(item).collect();
    let empty = "<p>There are no tasks yet: type <code>deskpilot run \"...\"</code>.</p>";
    Ok(document("Deskpilot", if items.is_empty() { empty } else { items.as_str() }))
}

fn item(row: &Value) -> String {
    let text = |key: &str| escaped(row[key].as_str().unwrap_or_default());
    let (folder, name) = (text("folder"), text("name"));
    format!(
        "<p><a href=\"/plain/tasks/{folder}/{name}\">{name}</a>: {}<br>{}</p>\n",
        text("says"),
        text("request")
    )
}

fn task_page(task: &LoggedTask) -> Result<String, ApiError> {
    let entries = read(&task.root, &task.name)?;
    let shown: Vec<String> = entries.iter().filter_map(|it| line(task, it)).collect();
    let first = shown.len().saturating_sub(LINES);
    let says = escaped(&task.state()?.state.to_string());
    let body = format!("<p><a href=\"/plain\">all tasks</a></p>\n<p>{says}</p>\n{}", shown[first..].concat());
    Ok(document(&task.name, &body))
}

/// An entry that a person wants to see: its words, or its picture.
fn line(task: &LoggedTask, entry: &Entry) -> Option<String> {
    if let Event::Observed { view } = &entry.event {
        let picture = view.pictures().clean.as_ref()?;
        let (key, name, hash) = (&task.key, escaped(&task.name), escaped(&picture.hash));
        return Some(format!(
            "<p><img src=\"/api/tasks/{key}/{name}/blobs/{hash}\" alt=\"screen\" width=\"640\"></p>\n"
        ));
    }
    transcript_line(entry).map(|it| format!("<p>{}</p>\n", escaped(&it)))
}

fn document(title: &str, body: &str) -> String {
    let title = escaped(title);
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title></head>\n\
         <body>\n<h1>{title}</h1>\n{body}</body></html>\n"
    )
}

/// A text as HTML, without what could steer the page or reverse the order of reading.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in plain(text).chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            other => safe.push(other),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_shown_as_text() {
        for (text, expected) in [
            ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
            ("\" onload='x'", "&quot; onload=&#39;x&#39;"),
            ("a & b", "a &amp; b"),
            ("pay\u{202e}001\x1b[2J", "pay\u{fffd}001\u{fffd}[2J"),
            ("Größe 漢字", "Größe 漢字"),
        ] {
            assert_eq!(escaped(text), expected);
        }
    }
}
