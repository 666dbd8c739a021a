//! `evaluate`: judges a task that has ended, from its log and with a model that did not do it.

use super::{print, task_choice::TaskChoice};
use crate::{
    args::EvaluateArgs, console::plain, exit::Exit, progress::Screen, settings, signals::stop_token,
};
use anyhow::{Result, bail};
use deskpilot_agent::{Judge, Session, SessionControl};
use deskpilot_core::{Assessment, Entry, Event, Projection, RoundState, fold::Cost, fold::Ledger};
use deskpilot_log::{FileLog, read};
use deskpilot_runtime::{
    Environment, SessionActors, UnattendedUser, UsageError, deciders, journal, options, ports_without_desktop,
};
use serde_json::json;

/// The message for a person whose settings name no language model as the judge.
const NO_JUDGE: &str = "the built-in model does not judge: add --model PROVIDER/MODEL, or name a judge with \
                        `deskpilot config set model.judge PROVIDER/MODEL`";

/// `deskpilot evaluate`
pub(crate) async fn evaluate(environment: &Environment, args: EvaluateArgs) -> Result<Exit> {
    let config = settings::config(environment, &args.common)?;
    let deciders = deciders(&config)?;
    if deciders.judge.is_none() {
        bail!(UsageError(NO_JUDGE.into()));
    }
    let task = &TaskChoice::Ended.or_named(args.task, &config.log_dir)?;
    let (log, entries) = FileLog::open(&config.log_dir, task)?;
    if !matches!(Ledger::of(&entries).round.state, RoundState::Ended(_)) {
        bail!(UsageError(format!(
            "the task {task:?} has not ended: end it with `deskpilot resume {task}` first"
        )));
    }
    let stop = stop_token()?;
    let log_folder = log.folder().to_owned();
    let journal = journal(log, &entries, &config, &Screen::of_process().notifier())?;
    let actors = SessionActors { deciders, user: Box::new(UnattendedUser), watchers: Vec::new() };
    let ports = ports_without_desktop(journal, actors);
    let mut session =
        Session::review(ports, options(&config, log_folder.as_path()), SessionControl::new(stop), &entries);
    let complete = session.judge(Vec::new(), Judge::Model).await?;
    session.close().await?;
    drop(session);
    let entries = read(&config.log_dir, task)?;
    print(&last_judgement(&entries, args.json)?);
    Ok(match complete {
        Assessment::Yes => Exit::Finished,
        Assessment::No | Assessment::Unsure => Exit::Failed,
    })
}

/// The last judgement of a log, for a person or as JSON.
fn last_judgement(entries: &[Entry], json: bool) -> Result<String> {
    let judged = entries.iter().rposition(|it| matches!(it.event, Event::Judged { .. }));
    let began = entries.iter().rposition(|it| matches!(it.event, Event::Judging { .. }));
    let (Some(judged), Some(began)) = (judged, began) else { return Ok(String::new()) };
    let Event::Judged { complete, reason, sub_scores, .. } = &entries[judged].event else {
        return Ok(String::new());
    };
    let spent = Cost::of(&entries[began..judged]);
    if json {
        let scores: serde_json::Map<_, _> =
            sub_scores.iter().map(|(name, score)| (name.clone(), score.word().into())).collect();
        let judgement = json!({"complete": complete.word(), "reason": reason, "sub_scores": scores});
        return Ok(serde_json::to_string_pretty(&judgement)?);
    }
    let mut lines = vec![format!("complete: {complete}"), format!("reason:   {}", plain(reason))];
    lines.extend(sub_scores.iter().map(|(name, score)| format!("  {score:<7} {}", plain(name))));
    lines.push(format!("cost:     {spent}"));
    Ok(lines.join("\n"))
}
