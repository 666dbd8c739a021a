//! Every yes that lasts, where it was given, and how it is taken back.

use crate::{
    app::{App, AppState},
    blocking::blocking,
    body::json_body,
    error::ApiError,
    logged_task::LoggedTask,
    reply::Json,
};
use axum::extract::{Request, State};
use deskpilot_core::Answer;
use deskpilot_runtime::{
    AddedRule, ConsentOrigin, added_rules,
    answers::{self, KeptAnswer},
    take_back_rule,
};
use serde::Deserialize;
use serde_json::{Value, json};
use std::path::PathBuf;

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
    let kept: Vec<KeptAnswer> = match answers::path(&app.options.environment) {
        Some(file) => answers::read(&file)?,
        None => Vec::new(),
    };
    let roots = app.log_folders()?;
    let place = |given: &Option<ConsentOrigin>| given.as_ref().map(|it| place(app, &roots, it));
    let rule = |AddedRule { rule, given }: &AddedRule| {
        let (name, says) = (&rule.name, rule.to_string());
        json!({"name": name, "says": says, "rule": rule, "given": place(given)})
    };
    let answer = |KeptAnswer { answer, given }: &KeptAnswer| {
        let Answer { question, answer } = answer;
        json!({"question": question, "answer": answer, "given": place(given)})
    };
    Ok(json!({
        "rules": {
            "file": file.map(|it| it.display().to_string()),
            "rules": rules.iter().map(rule).collect::<Vec<_>>(),
        },
        "answers": kept.iter().map(answer).collect::<Vec<_>>(),
    }))
}

/// Where a yes was given. The task has a place as long as its log is there, and the question a step as long as that can be read.
fn place(app: &AppState, roots: &[PathBuf], given: &ConsentOrigin) -> Value {
    let root = roots.iter().find(|it| it.display().to_string() == given.log_dir);
    let task = root.and_then(|it| LoggedTask::at(it, &given.task).ok());
    let step = task
        .as_ref()
        .and_then(|it| app.folds.read(&it.folder(), |fold| fold.step_of(given.question.0)).ok().flatten());
    json!({
        "by": given.by,
        "at": given.at,
        "name": given.task,
        "folder": task.map(|it| it.key),
        "entry": given.question,
        "step": step,
    })
}
