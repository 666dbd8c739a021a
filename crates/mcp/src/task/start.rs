//! Begins a task as `deskpilot run` does, and continues one as `deskpilot resume` does.

use crate::{
    client::{ClientConnection, respondent},
    client_task::ClientTask,
    options::WantedSettings,
    sampling::{SampledModel, client_model},
    tool_error::ToolError,
};
use deskpilot_core::{Entry, Event, Mode, Projection, fold::Round};
use deskpilot_model::Model;
use deskpilot_runtime::{
    Attendance, Config, OpenedLog, Respondents, RuntimeError, SessionHandle, SessionSpec, check_request,
    deciders_with_client, is_lent, log_origin, new_task_name, verdict,
};
use rmcp::{RoleServer, service::RequestContext};
use std::{path::Path, sync::Arc};

/// What a client wants of a task besides its request.
struct ClientWishes {
    settings: WantedSettings,
    /// Its own model, if that is wanted.
    sampled: Option<Arc<SampledModel>>,
}

/// Begins a task with this request. Must be called within a tokio runtime.
///
/// # Errors
/// The request or a setting is wrong, too many tasks run, or the log cannot be written.
pub(crate) async fn start(
    client: &ClientConnection,
    context: &RequestContext<RoleServer>,
    request: &str,
    wanted: WantedSettings,
) -> Result<ClientTask, ToolError> {
    if request.trim().is_empty() {
        return Err(ToolError("the request is empty: say what is to be done".to_owned()));
    }
    check_request(request)?;
    if let Some(folder) = &wanted.folder
        && !(Path::new(folder).is_absolute() && Path::new(folder).is_dir())
    {
        return Err(ToolError(format!("{folder:?} is no folder: give the absolute path of one that exists")));
    }
    let config = client.options.config(Mode::Normal, &wanted)?;
    let task = new_task_name();
    let sampled = client_model(&config, context, &respondent(context))?;
    let deciders = deciders_with_client(&config, Mode::Normal, as_model(sampled.as_ref())).await?;
    let spec = SessionSpec::with(config, &task, [request.to_owned()], deciders);
    begin(client, ClientWishes { settings: wanted, sampled }, spec, |spec| client.sessions.start(spec))
}

/// Continues the task of this name in this folder of logs: with the settings that this client wanted for it, or with the user's if it is
/// of another connection. Must be called within a tokio runtime.
///
/// # Errors
/// It has ended or runs, somebody else wrote its log, too many tasks run, or it cannot be continued this way.
pub(crate) async fn resume(
    client: &ClientConnection,
    context: &RequestContext<RoleServer>,
    root: &Path,
    task: &str,
) -> Result<ClientTask, ToolError> {
    // Opened before it is judged: no other process can continue the task meanwhile.
    let opened = OpenedLog::open(root, task)?;
    let round = Round::of(&opened.entries);
    let is_limited = round.limited.is_some();
    if let (Some(verdict), false) = (verdict(&opened.entries), is_limited) {
        return Err(ToolError(format!(
            "the task {task:?} has ended ({verdict}): start another with run_task"
        )));
    }
    if is_lent(&opened.entries) {
        return Err(ToolError(format!(
            "the task {task:?} was a desktop that is closed: call open for another"
        )));
    }
    let mode = mode_of(&opened.entries);
    if mode.is_planned() {
        return Err(ToolError(format!(
            "the task {task:?} follows a plan: the user continues it with `deskpilot resume {task}`"
        )));
    }
    let wanted = client.task(task).map(|it| it.wanted().clone()).unwrap_or_default();
    let config = client.options.config(mode, &wanted)?;
    let config = Config { log_dir: root.to_owned(), ..config };
    let origin = log_origin(&opened.log, &config);
    if !origin.is_own() {
        return Err(ToolError(format!("{origin}: the user decides with `deskpilot resume {task}`")));
    }
    let sampled = client_model(&config, context, &respondent(context))?;
    let deciders = deciders_with_client(&config, mode, as_model(sampled.as_ref())).await?;
    let request = is_limited.then_some(round.request);
    let spec = SessionSpec { mode, ..SessionSpec::with(config, task, request, deciders) };
    begin(client, ClientWishes { settings: wanted, sampled }, spec, |spec| {
        client.sessions.resume(spec, opened)
    })
}

fn as_model(sampled: Option<&Arc<SampledModel>>) -> Option<Arc<dyn Model>> {
    sampled.map(|it| Arc::clone(it) as Arc<dyn Model>)
}

fn begin(
    client: &ClientConnection,
    wishes: ClientWishes,
    spec: SessionSpec,
    run: impl FnOnce(SessionSpec) -> Result<SessionHandle, RuntimeError>,
) -> Result<ClientTask, ToolError> {
    let respondents = Respondents::default();
    // Present before the first question: a session whose question nobody could answer ends.
    let presence = respondents.attend();
    let config = spec.config.clone();
    let ClientWishes { settings, sampled } = wishes;
    client.begin(|| {
        let handle = run(SessionSpec { attendance: Attendance::Attended(respondents), ..spec })?;
        Ok(ClientTask::new(handle, config, settings, sampled, presence))
    })
}

fn mode_of(entries: &[Entry]) -> Mode {
    let opened = entries.iter().find_map(|it| match &it.event {
        Event::SessionOpened { mode, .. } => Some(*mode),
        _ => None,
    });
    opened.unwrap_or_default()
}
