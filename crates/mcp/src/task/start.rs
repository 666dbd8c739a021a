//! Begins a task as `deskpilot run` does, and continues one as `deskpilot resume` does.

use crate::{
    client::ClientConnection, client_task::ClientTask, hands::is_lent, options::WantedSettings,
    tool_error::ToolError,
};
use deskpilot_core::{Entry, Event, Mode, Projection, fold::Round};
use deskpilot_runtime::{
    Attendance, Config, OpenedLog, Respondents, RuntimeError, SessionHandle, SessionSpec, check_request,
    deciders_of_mode, log_origin, new_task_name, verdict,
};
use serde::Deserialize;
use std::path::Path;

/// The limits of a task that a client sets. They can only be lower than the user's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct RoundBudget {
    steps: Option<u32>,
    seconds: Option<u64>,
    tokens: Option<u64>,
    dollars: Option<f64>,
}

impl RoundBudget {
    fn limit(self, config: &mut Config) {
        let round = &mut config.budget.round;
        round.steps = lower(round.steps, self.steps);
        round.millis = lower(round.millis, self.seconds.map(|it| it.saturating_mul(1000)));
        round.tokens = lower(round.tokens, self.tokens);
        round.dollars = lower(round.dollars, self.dollars);
    }
}

fn lower<T: PartialOrd>(own: Option<T>, wanted: Option<T>) -> Option<T> {
    match (own, wanted) {
        (Some(own), Some(wanted)) if wanted < own => Some(wanted),
        (None, wanted) => wanted,
        (own, _) => own,
    }
}

/// Begins a task with this request. Must be called within a tokio runtime.
///
/// # Errors
/// The request or a setting is wrong, too many tasks run, or the log cannot be written.
pub(crate) fn start(
    client: &ClientConnection,
    request: &str,
    settings: &WantedSettings,
    budget: RoundBudget,
) -> Result<ClientTask, ToolError> {
    if request.trim().is_empty() {
        return Err(ToolError("the request is empty: say what is to be done".to_owned()));
    }
    check_request(request)?;
    check_room(client)?;
    if let Some(folder) = &settings.folder
        && !(Path::new(folder).is_absolute() && Path::new(folder).is_dir())
    {
        return Err(ToolError(format!("{folder:?} is no folder: give the absolute path of one that exists")));
    }
    let mut config = client.options.config(Mode::Normal, settings)?;
    budget.limit(&mut config);
    let task = new_task_name();
    let deciders = deciders_of_mode(&config, Mode::Normal, None)?;
    let spec = SessionSpec::with(config.clone(), &task, [request.to_owned()], deciders);
    begin(client, config, spec, |spec| client.sessions.start(spec))
}

/// Continues the task of this name in this folder of logs. Must be called within a tokio runtime.
///
/// # Errors
/// It has ended or runs, somebody else wrote its log, or it cannot be continued this way.
pub(crate) fn resume(client: &ClientConnection, root: &Path, task: &str) -> Result<ClientTask, ToolError> {
    check_room(client)?;
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
    let config = client.options.config(mode, &WantedSettings::default())?;
    let config = Config { log_dir: root.to_owned(), ..config };
    let origin = log_origin(&opened.log, &config);
    if !origin.is_own() {
        return Err(ToolError(format!("{origin}: the user decides with `deskpilot resume {task}`")));
    }
    let deciders = deciders_of_mode(&config, mode, None)?;
    let request = is_limited.then_some(round.request);
    let spec = SessionSpec { mode, ..SessionSpec::with(config.clone(), task, request, deciders) };
    begin(client, config, spec, |spec| client.sessions.resume(spec, opened))
}

fn begin(
    client: &ClientConnection,
    config: Config,
    spec: SessionSpec,
    run: impl FnOnce(SessionSpec) -> Result<SessionHandle, RuntimeError>,
) -> Result<ClientTask, ToolError> {
    let respondents = Respondents::default();
    // Present before the first question: a session whose question nobody could answer ends.
    let presence = respondents.attend();
    let handle = run(SessionSpec { attendance: Attendance::Attended(respondents), ..spec })?;
    let task = ClientTask::new(handle, config, presence);
    client.add(task.clone());
    Ok(task)
}

fn check_room(client: &ClientConnection) -> Result<(), ToolError> {
    match client.has_room() {
        true => Ok(()),
        false => Err(ToolError("too many of your tasks run: wait until one ends, or stop one".to_owned())),
    }
}

fn mode_of(entries: &[Entry]) -> Mode {
    let opened = entries.iter().find_map(|it| match &it.event {
        Event::SessionOpened { mode, .. } => Some(*mode),
        _ => None,
    });
    opened.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_can_only_lower_a_limit() {
        for (own, wanted, expected) in [
            (None, None, None),
            (None, Some(5), Some(5)),
            (Some(3), Some(5), Some(3)),
            (Some(5), Some(3), Some(3)),
            (Some(3), None, Some(3)),
        ] {
            assert_eq!(lower(own, wanted), expected, "{own:?} {wanted:?}");
        }
        assert_eq!(lower(Some(1.0), Some(f64::NAN)), Some(1.0));
    }
}
