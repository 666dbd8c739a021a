//! `replay`: repeats a task with the replies and decisions of its log, and with the files with which it began.

use super::{
    beginning::{Beginning, ReplayHome},
    resume::mode_and_plan,
    session::{TerminalRun, exit},
    unknown_log::{LogUse, UnknownLog},
};
use crate::{
    args::{CommonArgs, ReplayArgs},
    commands::task_choice::TaskChoice,
    console::plain,
    exit::Exit,
    settings,
    signals::stop_token,
    terminal::Terminal,
};
use anyhow::{Context, Result};
use deskpilot_agent::{Deciders, ModelDecider};
use deskpilot_core::{Entry, Event};
use deskpilot_deciders::{AppResponse, HostResponse, RecordedDecision, ReplayDecider};
use deskpilot_log::{Blobs, FileLog, RecordedCall, RecordedTurn, folder, recorded_turns};
use deskpilot_model::{RecordedReply, ReplayCheck, ReplayModel};
use deskpilot_runtime::{
    Config, Environment, OpenedLog, OutFolder, SessionSpec, TaskHome, needs_of_mode, new_task_name, prompts,
    task_origin,
};
use std::{io::Write, sync::Arc};

/// `deskpilot replay`
pub(crate) async fn replay(environment: &Environment, args: ReplayArgs) -> Result<Exit> {
    let common = CommonArgs { model: None, ..args.common };
    let config = settings::config(environment, &common)?;
    let progress = settings::progress(environment, &args.output, &common)?;
    let recorded = &TaskChoice::Ended.or_named(args.recorded, &config.log_dir)?;
    let entries = deskpilot_log::read(&config.log_dir, recorded)?;
    let mut terminal = Terminal::new(config.timeouts.person);
    let origin = task_origin(recorded, &config)?;
    if !origin.is_own() && !args.imported {
        let (_, plan) = mode_and_plan(&entries);
        let purpose = LogUse::Replay(requests(&entries));
        let unknown = UnknownLog { task: recorded, origin, purpose, plan: plan.as_ref() };
        if !unknown.may_continue(&mut terminal).await {
            return Ok(Exit::NeedsPerson);
        }
    }
    let blobs = Blobs::of(&folder(&config.log_dir, recorded)?);
    let task = args.task.unwrap_or_else(|| format!("{recorded}-replay-{}", new_task_name()));
    let logs = config.log_dir.canonicalize();
    let logs = logs.with_context(|| format!("{} cannot be found", config.log_dir.display()))?;
    let folder = &logs.join(&task).join("home");
    let home = ReplayHome { folder, style: config.environment.platform().path_style() };
    let beginning = Beginning::of(&entries, &blobs, home)?;
    let config = in_own_folder(config, &beginning);
    let entries = beginning.moved_entries(&entries)?;
    let requests = requests(&entries);
    let (mode, plan) = mode_and_plan(&entries);
    let (replies, decisions) = turns(recorded_turns(&entries, &blobs)?, &beginning)?;
    let prompted = Arc::new(ModelDecider::new(
        Arc::new(ReplayModel::new(replies, ReplayCheck::Essentials)),
        prompts(&config),
    ));
    let replayed = ReplayDecider::new(decisions, prompted.clone(), needs_of_mode(mode, plan.as_ref()));
    let deciders = Deciders { judge: Some(prompted), ..Deciders::without_judge(Arc::new(replayed)) };
    let log = FileLog::create(&config.log_dir, &task)?;
    beginning.put_back()?;
    beginning.notes.iter().for_each(|it| tell(it));
    let spec = SessionSpec { mode, plan, ..SessionSpec::with(config, &task, requests, deciders) };
    let run = TerminalRun { spec, progress, terminal };
    let ending = Box::pin(run.run(OpenedLog::fresh(log), &stop_token()?)).await?;
    Ok(exit(&ending))
}

/// The settings of a replay that finds the files of the recording in its own home: it saves there, too.
fn in_own_folder(config: Config, beginning: &Beginning) -> Config {
    match beginning.is_empty() {
        true => config,
        false => Config { home: TaskHome::Fresh, out: OutFolder::Home, ..config },
    }
}

/// Prints a note beside the output.
fn tell(note: &str) {
    let _ = writeln!(std::io::stderr().lock(), "note: {}", plain(note));
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
fn turns(
    recorded: Vec<RecordedTurn>,
    beginning: &Beginning,
) -> Result<(Vec<RecordedReply>, Vec<RecordedDecision>)> {
    let (mut replies, mut decisions) = (Vec::new(), Vec::new());
    // The entries have the paths of the replay already; the prompts are beside them.
    let reply = |it: RecordedCall| -> Result<RecordedReply> {
        let RecordedCall { prompt, reply, ending, usage } = it;
        Ok(RecordedReply { prompt: beginning.moved_prompt(&prompt)?, reply, usage, ending })
    };
    let replies_of = |calls: Vec<RecordedCall>| calls.into_iter().map(reply).collect::<Result<Vec<_>>>();
    for turn in recorded {
        decisions.push(match turn {
            RecordedTurn::Asked(calls) => {
                replies.extend(replies_of(calls)?);
                RecordedDecision::ByModel
            }
            RecordedTurn::Judged(calls) => {
                replies.extend(replies_of(calls)?);
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
    Ok((replies, decisions))
}
