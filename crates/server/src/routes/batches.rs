//! Batches by the results that they wrote beside the logs of their tasks.

use crate::{
    app::{App, AppState},
    blocking::blocking,
    error::ApiError,
    logged_task::folder_key,
    reply::Json,
};
use axum::extract::State;
use deskpilot_system::ReadLimit;
use serde_json::{Value, json};
use std::{fs, path::Path};

/// The file with the results, in the folder of a batch.
const RESULTS: &str = "results.json";

/// The largest results that are read: those of some ten thousand trials.
const LARGEST: ReadLimit = ReadLimit::mib(32);

/// `GET /api/batches`
pub(super) async fn list(State(app): State<App>) -> Result<Json<Value>, ApiError> {
    blocking(move || Ok(Json(json!({"batches": batches(&app)?})))).await
}

fn batches(app: &AppState) -> Result<Vec<Value>, ApiError> {
    let folders = app.log_folders()?;
    Ok(folders.iter().flat_map(|root| of_folder(root)).collect())
}

/// The batches of one folder of logs, by name. Skips what is not a batch or cannot be read.
fn of_folder(root: &Path) -> Vec<Value> {
    let Ok(entries) = fs::read_dir(root) else { return Vec::new() };
    let mut named: Vec<(String, Value)> = entries
        .flatten()
        .filter_map(|entry| {
            let text = LARGEST.read_text(&entry.path().join(RESULTS)).ok()?;
            Some((entry.file_name().into_string().ok()?, serde_json::from_str(&text).ok()?))
        })
        .collect();
    named.sort_by(|(one, _), (other, _)| one.cmp(other));
    let key = folder_key(root);
    let row = |(name, results): (String, Value)| json!({"folder": key, "name": name, "results": results});
    named.into_iter().map(row).collect()
}
