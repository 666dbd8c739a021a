//! Starts and resumes tasks, each in a process of its own, with the checks of the command line.

use super::TaskPlace;
use crate::{
    app::{App, AppState, found},
    attendance::attend,
    blocking::blocking,
    body::json_body,
    error::ApiError,
    launched::begun,
    logged_task::{LoggedTask, folder_key},
    path_parts::PathParts,
    reply::json_reply,
};
use axum::{
    extract::{Request, State},
    http::StatusCode,
    response::Response,
};
use deskpilot_core::Mode;
use deskpilot_runtime::{Config, check_request, deciders_of_mode, new_task_name, real_path, task_origin};
use deskpilot_settings::RunFlags;
use serde::Deserialize;
use serde_json::json;
use std::io::ErrorKind;
use tokio::process::Child;

/// The body that starts a task: the request, and the flags of `deskpilot run`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewTask {
    request: String,
    name: Option<String>,
    mode: Option<String>,
    model: Option<String>,
    base_url: Option<String>,
    desktop: Option<String>,
    home: Option<String>,
    out: Option<String>,
    max_steps: Option<u32>,
    policy: Option<String>,
    evaluate: Option<String>,
    grounding: Option<String>,
}

/// The body that resumes a task.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Continuation {
    request: Option<String>,
}

/// A task whose settings were checked, and the words that start it.
struct CheckedStart {
    task: LoggedTask,
    words: Vec<String>,
}

/// `POST /api/tasks`
pub(super) async fn start(State(app): State<App>, request: Request) -> Result<Response, ApiError> {
    let new: NewTask = json_body(request).await?;
    let checker = app.clone();
    let checked = blocking(move || new.check(&checker)).await?;
    let child = launch(&app, &checked.words)?;
    let task = checked.task;
    begun(child, || task.state().is_ok()).await?;
    Ok(answered(StatusCode::CREATED, app, &task))
}

/// `POST /api/tasks/F/T/resume`
pub(super) async fn resume(
    State(app): State<App>,
    PathParts((folder, name)): TaskPlace,
    request: Request,
) -> Result<Response, ApiError> {
    let Continuation { request } = json_body(request).await?;
    let task = found(&app, folder, name).await?;
    let (config, place) = (app.config()?, task.clone());
    let words = blocking(move || continuation(config, &place, request.as_deref())).await?;
    let before = task.state()?.last;
    let child = launch(&app, &words)?;
    // One that ends at once has begun if it wrote into the log.
    begun(child, || task.process().is_some() || task.state().is_ok_and(|it| it.last > before)).await?;
    Ok(answered(StatusCode::OK, app, &task))
}

/// Starts the process of a task. A text that no command line takes is for the person to change.
fn launch(app: &AppState, words: &[String]) -> Result<Child, ApiError> {
    (app.options.launch)(words).map_err(|error| match error.kind() {
        ErrorKind::InvalidInput => {
            ApiError::Wrong("a text has a zero byte, which no command line takes".to_owned())
        }
        _ => error.into(),
    })
}

/// The reply that names the task. Its person counts among those who can answer it from now on.
fn answered(status: StatusCode, app: App, task: &LoggedTask) -> Response {
    tokio::spawn(attend(app, task.folder()));
    json_reply(status, &json!({"folder": task.key, "name": task.name}))
}

/// The words that continue the task.
fn continuation(config: Config, task: &LoggedTask, request: Option<&str>) -> Result<Vec<String>, ApiError> {
    request.map_or(Ok(()), check_request)?;
    if let Some(process) = task.process() {
        let says = format!("the task {:?} runs in process {process}", task.name);
        return Err(ApiError::Conflict("running", says));
    }
    let config = Config { log_dir: task.root.clone(), ..config };
    let origin = task_origin(&task.name, &config)?;
    if !origin.is_own() && request.is_none() {
        return Err(ApiError::Wrong(format!(
            "{origin}: resume it at a terminal, which shows you what it would do: deskpilot resume {}",
            task.name
        )));
    }
    let mut words = vec!["resume".to_owned(), format!("--log-dir={}", task.root.display())];
    words.extend(request.map(|it| format!("--request={it}")));
    // The name of a task may begin with a hyphen.
    words.extend(["--".to_owned(), task.name.clone()]);
    Ok(words)
}

impl NewTask {
    /// Checks what the command line would check.
    fn check(self, app: &AppState) -> Result<CheckedStart, ApiError> {
        let mode = self.mode()?;
        if self.request.trim().is_empty() {
            return Err(ApiError::Wrong("the request is empty: say what you want done".to_owned()));
        }
        check_request(&self.request)?;
        let flags = self.flags(app);
        let config = flags.config(&app.options.environment, mode)?;
        deciders_of_mode(&config, mode, None)?;
        let name = self.name.unwrap_or_else(new_task_name);
        let folder = deskpilot_log::folder(&config.log_dir, &name);
        let folder = folder.map_err(|error| ApiError::Wrong(error.to_string()))?;
        if folder.exists() {
            return Err(ApiError::Conflict("exists", format!("there is a task {name:?} already")));
        }
        let mut words = vec!["run".to_owned(), format!("--mode={}", mode.word()), format!("--task={name}")];
        words.extend(flags.words());
        // A request may begin with a hyphen.
        words.extend(["--".to_owned(), self.request]);
        let root = real_path(&config.log_dir);
        Ok(CheckedStart { task: LoggedTask { key: folder_key(&root), root, name }, words })
    }

    fn mode(&self) -> Result<Mode, ApiError> {
        let word = self.mode.as_deref().unwrap_or(Mode::Normal.word());
        let wrong = || ApiError::Wrong(format!("there is no mode {word:?}"));
        let mode: Mode = word.parse().map_err(|_| wrong())?;
        if mode.is_planned() {
            return Err(ApiError::Wrong(format!(
                "the mode {mode} follows plans: use `deskpilot run --plan`"
            )));
        }
        Ok(mode)
    }

    fn flags(&self, app: &AppState) -> RunFlags {
        RunFlags {
            model: self.model.clone(),
            base_url: self.base_url.clone(),
            desktop: self.desktop.clone(),
            home: self.home.clone(),
            out: self.out.clone(),
            max_steps: self.max_steps.map(|it| it.to_string()),
            policy: self.policy.clone(),
            evaluate: self.evaluate.clone(),
            grounding: self.grounding.clone(),
            ..app.flags()
        }
    }
}
