//! Every yes that lasts, and how it is taken back.

use crate::{
    app::{App, AppState},
    blocking::blocking,
    body::json_body,
    error::ApiError,
    reply::Json,
};
use axum::extract::{Request, State};
use deskpilot_core::{Answer, Rule};
use deskpilot_runtime::{answers, is_added, read_policy, take_back_rule};
use serde::Deserialize;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// What is taken back: one of them.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum LastingYes {
    /// The rule of this name.
    Rule(String),
    /// The answer to this question.
    Answer(String),
}

/// `GET /api/approvals`
pub(super) async fn list(State(app): State<App>) -> Result<Json<Value>, ApiError> {
    blocking(move || Ok(Json(lasting(&app)?))).await
}

/// `POST /api/approvals/take-back`
pub(super) async fn take_back(State(app): State<App>, request: Request) -> Result<Json<Value>, ApiError> {
    let yes: LastingYes = json_body(request).await?;
    blocking(move || {
        let was_there = match &yes {
            LastingYes::Rule(name) => match policy_file(&app)? {
                Some(file) => take_back_rule(&file, name)?,
                None => false,
            },
            LastingYes::Answer(question) => match answers::path(&app.options.environment) {
                Some(file) => answers::forget(&file, question)?,
                None => false,
            },
        };
        if !was_there {
            return Err(ApiError::NotFound("it is not there any more".to_owned()));
        }
        Ok(Json(lasting(&app)?))
    })
    .await
}

/// The policy file of the settings, if it is there.
fn policy_file(app: &AppState) -> Result<Option<PathBuf>, ApiError> {
    Ok(app.config()?.policy.file.filter(|it| it.exists()))
}

fn lasting(app: &AppState) -> Result<Value, ApiError> {
    let file = policy_file(app)?;
    let rules = file.as_deref().map_or(Ok(Vec::new()), added_rules)?;
    let kept: Vec<Answer> = match answers::path(&app.options.environment) {
        Some(file) => answers::read(&file)?,
        None => Vec::new(),
    };
    let row = |it: &Rule| json!({"name": it.name, "says": it.to_string(), "rule": it});
    Ok(json!({
        "rules": {
            "file": file.map(|it| it.display().to_string()),
            "rules": rules.iter().map(row).collect::<Vec<_>>(),
        },
        "answers": kept,
    }))
}

/// The rules that a yes added.
fn added_rules(file: &Path) -> Result<Vec<Rule>, ApiError> {
    Ok(read_policy(file)?.rules.into_iter().filter(is_added).collect())
}
