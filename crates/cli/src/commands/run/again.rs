//! `resume` and `replay`: sessions that there is a log of.

use super::session::{Run, exit};
use crate::{
    args::{Common, ReplayArgs, ResumeArgs},
    console::Progress,
    exit::Exit,
    settings,
    signals::stop_token,
    terminal::Terminal,
};
use anyhow::{Result, bail};
use deskpilot_agent::{Deciders, ModelDecider};
use deskpilot_core::{Entry, Event, Mode, TaskPlan};
use deskpilot_deciders::{AppResponse, HostResponse, RecordedDecision, ReplayDecider};
use deskpilot_log::{Blobs, FileLog, RecordedTurn, folder, recorded_turns};
use deskpilot_model::{RecordedReply, ReplayCheck, ReplayModel};
use deskpilot_runtime::{
    SessionSpec, UsageError, deciders_of_mode, needs_of_mode, prompts, time_of_day, verdict,
};
use std::sync::Arc;

/// `deskpilot resume`
pub(crate) async fn resume(args: ResumeArgs) -> Result<Exit> {
    let root = settings::config(&args.common)?.log_dir;
    let (log, entries) = FileLog::open(&root, &args.task)?;
    let (mode, plan) = way(&entries);
    check(&args, mode, &entries)?;
    let config = settings::config_in(mode, &args.common)?;
    let deciders = deciders_of_mode(&config, mode, plan.as_ref())?;
    let terminal = Terminal::new(config.timeouts.person);
    let request = args.request.or_else(|| plan.as_ref().map(|it| it.task.clone()));
    let spec = SessionSpec { mode, plan, ..SessionSpec::with(config, &args.task, request, deciders) };
    let run = Run { spec, progress: Progress::of(args.json), terminal };
    let ending = Box::pin(run.carry_out((log, entries), &stop_token()?)).await?;
    Ok(exit(&ending))
}

fn check(args: &ResumeArgs, mode: Mode, entries: &[Entry]) -> Result<()> {
    let task = &args.task;
    let wrong = match (verdict(entries), &args.request) {
        (Some(verdict), None) if mode.is_planned() => {
            format!("the task {task:?} has ended ({verdict}), and with it its plan; run the plan again")
        }
        (_, Some(_)) if mode.is_planned() => {
            format!("the task {task:?} follows a plan: resume it without --request")
        }
        (Some(verdict), None) => {
            format!("the task {task:?} has ended ({verdict}); give it a further request with --request")
        }
        (None, Some(_)) => {
            format!("the task {task:?} has a request in hand; resume it without --request first")
        }
        _ => return Ok(()),
    };
    bail!(UsageError(wrong))
}

/// How the session of a log runs.
fn way(entries: &[Entry]) -> (Mode, Option<TaskPlan>) {
    let opened = entries.iter().find_map(|it| match &it.event {
        Event::SessionOpened { mode, plan, .. } => Some((*mode, plan.clone())),
        _ => None,
    });
    opened.unwrap_or_default()
}

/// `deskpilot replay`
pub(crate) async fn replay(args: ReplayArgs) -> Result<Exit> {
    let common = Common { model: None, ..args.common };
    let config = settings::config(&common)?;
    let entries = deskpilot_log::read(&config.log_dir, &args.recorded)?;
    let requests = entries.iter().filter_map(|entry| match &entry.event {
        Event::RoundStarted { request, .. } => Some(request.clone()),
        _ => None,
    });
    let blobs = Blobs::of(&folder(&config.log_dir, &args.recorded)?);
    let (mode, plan) = way(&entries);
    let (replies, decisions) = turns(recorded_turns(&entries, &blobs)?);
    let asked = Arc::new(ModelDecider::new(
        Arc::new(ReplayModel::new(replies, ReplayCheck::Essentials)),
        prompts(&config),
    ));
    let again = ReplayDecider::new(decisions, asked.clone(), needs_of_mode(mode, plan.as_ref()));
    let deciders = Deciders { judge: Some(asked), ..Deciders::without_judge(Arc::new(again)) };
    let task = args.task.unwrap_or_else(|| format!("{}-replay-{}", args.recorded, time_of_day()));
    let log = FileLog::create(&config.log_dir, &task)?;
    let terminal = Terminal::new(config.timeouts.person);
    let spec = SessionSpec { mode, plan, ..SessionSpec::with(config, &task, requests, deciders) };
    let run = Run { spec, progress: Progress::of(args.json), terminal };
    let ending = Box::pin(run.carry_out((log, Vec::new()), &stop_token()?)).await?;
    Ok(exit(&ending))
}

/// The replies of language models, and what decided at each turn.
fn turns(recorded: Vec<RecordedTurn>) -> (Vec<RecordedReply>, Vec<RecordedDecision>) {
    let (mut replies, mut decisions) = (Vec::new(), Vec::new());
    let reply = |(prompt, reply, usage)| RecordedReply { prompt, reply, usage };
    for turn in recorded {
        decisions.push(match turn {
            RecordedTurn::Asked(calls) => {
                replies.extend(calls.into_iter().map(reply));
                RecordedDecision::ByModel
            }
            RecordedTurn::Judged(calls) => {
                replies.extend(calls.into_iter().map(reply));
                continue;
            }
            RecordedTurn::Host { request, decision, remarks } => {
                RecordedDecision::Host { request, response: HostResponse { decision, remarks } }
            }
            RecordedTurn::App { subtask, view, decision, remarks } => {
                RecordedDecision::App { subtask, view, response: AppResponse { decision, remarks } }
            }
        });
    }
    (replies, decisions)
}
