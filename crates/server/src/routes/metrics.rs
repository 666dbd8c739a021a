//! The numbers of all tasks and of the page, for a scraper of Prometheus.

use crate::{
    app::{App, AppState},
    blocking::blocking,
    error::ApiError,
    metrics::{CONTENT_TYPE, TaskMetrics},
};
use axum::{
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use deskpilot_log::{TaskQuery, matching_tasks};

/// `GET /metrics`
pub(super) async fn metrics(State(app): State<App>) -> Response {
    match blocking(move || text(&app)).await {
        Ok(text) => ([(header::CONTENT_TYPE, CONTENT_TYPE)], text).into_response(),
        Err(error) => error.into_text(),
    }
}

fn text(app: &AppState) -> Result<String, ApiError> {
    let roots = app.log_folders()?;
    let (tasks, _) = matching_tasks(&roots, &TaskQuery::default())?;
    let mut metrics = TaskMetrics::default();
    tasks.iter().for_each(|(_, task)| metrics.add(task));
    Ok(metrics.text(app.page_counts()))
}
