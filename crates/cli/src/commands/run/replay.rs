//! `replay`: repeats a task with the replies and decisions of its log.

use super::{
    resume::mode_and_plan,
    session::{TerminalRun, exit},
    unknown_log::{LogUse, UnknownLog},
};
use crate::{
    args::{CommonArgs, ReplayArgs},
    commands::task_choice::TaskChoice,
    exit::Exit,
    settings,
    signals::stop_token,
    terminal::Terminal,
};
use anyhow::Result;
use deskpilot_agent::{Deciders, ModelDecider};
use deskpilot_core::{Entry, Event};
use deskpilot_deciders::{AppResponse, HostResponse, RecordedDecision, ReplayDecider};
use deskpilot_log::{Blobs, FileLog, RecordedCall, RecordedTurn, folder, recorded_turns};
use deskpilot_model::{RecordedReply, ReplayCheck, ReplayModel};
use deskpilot_runtime::{
    Environment, OpenedLog, SessionSpec, needs_of_mode, new_task_name, prompts, task_origin,
};
use std::sync::Arc;

/// `deskpilot replay`
pub(crate) async fn replay(environment: &Environment, args: ReplayArgs) -> Result<Exit> {
    let common = CommonArgs { model: None, ..args.common };
    let config = settings::config(environment, &common)?;
    let progress = settings::progress(environment, &args.output, &common)?;
    let recorded = &TaskChoice::Ended.or_named(args.recorded, &config.log_dir)?;
    let entries = deskpilot_log::read(&config.log_dir, recorded)?;
    let requests = requests(&entries);
    let (mode, plan) = mode_and_plan(&entries);
    let mut terminal = Terminal::new(config.timeouts.person);
    let origin = task_origin(recorded, &config)?;
    if !origin.is_own() && !args.imported {
        let purpose = LogUse::Replay(requests.clone());
        let unknown = UnknownLog { task: recorded, origin, purpose, plan: plan.as_ref() };
        if !unknown.may_continue(&mut terminal).await {
            return Ok(Exit::NeedsPerson);
        }
    }
    let blobs = Blobs::of(&folder(&config.log_dir, recorded)?);
    let (replies, decisions) = turns(recorded_turns(&entries, &blobs)?);
    let prompted = Arc::new(ModelDecider::new(
        Arc::new(ReplayModel::new(replies, ReplayCheck::Essentials)),
        prompts(&config),
    ));
    let replayed = ReplayDecider::new(decisions, prompted.clone(), needs_of_mode(mode, plan.as_ref()));
    let deciders = Deciders { judge: Some(prompted), ..Deciders::without_judge(Arc::new(replayed)) };
    let task = args.task.unwrap_or_else(|| format!("{recorded}-replay-{}", new_task_name()));
    let log = FileLog::create(&config.log_dir, &task)?;
    let spec = SessionSpec { mode, plan, ..SessionSpec::with(config, &task, requests, deciders) };
    let run = TerminalRun { spec, progress, terminal };
    let ending = Box::pin(run.run(OpenedLog::fresh(log), &stop_token()?)).await?;
    Ok(exit(&ending))
}

/// The requests of a log, in their order.
fn requests(entries: &[Entry]) -> Vec<String> {
    let request = |entry: &Entry| match &entry.event {
        Event::RoundStarted { request, .. } => Some(request.clone()),
        _ => None,
    };
    entries.iter().filter_map(request).collect()
}

/// The recorded replies of language models, and the decision of each turn.
fn turns(recorded: Vec<RecordedTurn>) -> (Vec<RecordedReply>, Vec<RecordedDecision>) {
    let (mut replies, mut decisions) = (Vec::new(), Vec::new());
    let reply = |it: RecordedCall| {
        let RecordedCall { prompt, reply, ending, usage } = it;
        RecordedReply { prompt, reply, usage, ending }
    };
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
