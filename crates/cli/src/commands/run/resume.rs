//! `resume`: continues a task from its log.

use super::{
    session::{TerminalRun, exit},
    unknown_log::{LogUse, UnknownLog},
};
use crate::{
    args::ResumeArgs, commands::task_choice::TaskChoice, exit::Exit, progress::Screen, settings,
    signals::stop_token, terminal::Terminal,
};
use anyhow::{Result, bail};
use deskpilot_core::{Entry, Event, Mode, Projection, TaskPlan, Verdict, fold::Round};
use deskpilot_log::FileLog;
use deskpilot_runtime::{
    Environment, OpenedLog, SessionSpec, UsageError, check_is_task, check_request, deciders_of_mode,
    log_origin, verdict,
};

/// `deskpilot resume`
pub(crate) async fn resume(environment: &Environment, args: ResumeArgs) -> Result<Exit> {
    let root = settings::config(environment, &args.common)?.log_dir;
    let choice = if args.request.is_some() { TaskChoice::Ended } else { TaskChoice::Resumable };
    let task = &choice.or_named(args.task.clone(), &root)?;
    let (log, entries) = FileLog::open(&root, task)?;
    let (mode, plan) = mode_and_plan(&entries);
    check(task, &args, mode, &entries)?;
    let config = settings::config_at_terminal(environment, mode, &args.common)?;
    let progress = settings::progress(environment, &args.output, &args.common)?;
    let deciders = deciders_of_mode(&config, mode, plan.as_ref())?;
    let mut terminal = Terminal::new(config.timeouts.person);
    let origin = log_origin(&log, &config);
    if !origin.is_own() && args.request.is_none() && !args.imported {
        let purpose = LogUse::Resume(Round::of(&entries).request);
        let unknown = UnknownLog { task, origin, purpose, plan: plan.as_ref() };
        if !unknown.may_continue(&mut terminal).await {
            return Ok(Exit::NeedsPerson);
        }
    }
    if progress.shows_steps() {
        Screen::of_process().remark(&how_it_goes_on(&Round::of(&entries), args.request.as_deref()));
    }
    let again = goes_on(&args, &entries).then(|| Round::of(&entries).request);
    let request = args.request.or(again).or_else(|| plan.as_ref().map(|it| it.task.clone()));
    let spec = SessionSpec { mode, plan, ..SessionSpec::with(config, task, request, deciders) };
    let run = TerminalRun { spec, progress, terminal };
    let ending = Box::pin(run.run(OpenedLog { log, entries }, &stop_token()?)).await?;
    Ok(exit(&ending))
}

/// What the person reads first: where the task goes on. The windows of a private desktop are gone, so a subtask that was not finished
/// starts again.
fn how_it_goes_on(round: &Round, request: Option<&str>) -> String {
    let finished = round.subtasks.iter().filter(|it| it.is_finished()).count();
    match (request, finished) {
        (Some(_), _) => "Going on with another request.".into(),
        (None, 0) => "Starting again: no subtask of it was finished.".into(),
        (None, 1) => "Going on after 1 finished subtask.".into(),
        (None, finished) => format!("Going on after {finished} finished subtasks."),
    }
}

/// Checks that the arguments fit the state of the task.
fn check(task: &str, args: &ResumeArgs, mode: Mode, entries: &[Entry]) -> Result<()> {
    check_is_task(task, entries)?;
    args.request.as_deref().map_or(Ok(()), check_request)?;
    let wrong = match (verdict(entries), &args.request) {
        (Some(_), None) if ended_at_limit(entries) => return Ok(()),
        (Some(_), None) if !mode.is_planned() && goes_on(args, entries) => return Ok(()),
        (Some(verdict), None) if mode.is_planned() => {
            format!(
                "the task {task:?} and its plan have ended ({verdict}); to repeat them, run the plan again"
            )
        }
        (_, Some(_)) if mode.is_planned() => {
            format!("the task {task:?} follows a plan: resume it without --request")
        }
        (Some(verdict), None) => {
            format!("the task {task:?} has ended ({verdict}); to continue it, add a request with --request")
        }
        (None, Some(_)) => {
            format!("the task {task:?} has not finished its request; resume it without --request first")
        }
        _ => return Ok(()),
    };
    bail!(UsageError(wrong))
}

/// Whether the last request goes on: a limit ended it. Older logs do not say so: there it failed, and the limit is given again.
fn goes_on(args: &ResumeArgs, entries: &[Entry]) -> bool {
    ended_at_limit(entries)
        || args.common.max_steps.is_some() && matches!(verdict(entries), Some(Verdict::Failed(_)))
}

/// Whether a limit ended the last round.
fn ended_at_limit(entries: &[Entry]) -> bool {
    Round::of(entries).limited.is_some()
}

/// The mode and the plan of a log's session.
pub(super) fn mode_and_plan(entries: &[Entry]) -> (Mode, Option<TaskPlan>) {
    let opened = entries.iter().find_map(|it| match &it.event {
        Event::SessionOpened { mode, plan, .. } => Some((*mode, plan.clone())),
        _ => None,
    });
    opened.unwrap_or_default()
}
