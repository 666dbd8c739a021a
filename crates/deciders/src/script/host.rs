//! The HostAgent of a script: opens applications, assigns the subtasks in order, and retries a failed one once.

use super::{
    failures, finished,
    format::{ScriptTable, SubtaskScript},
};
use crate::{
    reply::{HostMove, HostReply, next_subtask, plan_of},
    sight::HostSight,
};
use deskpilot_core::{Launch, Window};

/// The maximum number of attempts per subtask.
const TRIES: usize = 2;

/// The HostAgent's reply to this scene.
pub(super) fn reply<'s>(script: &ScriptTable, sight: &HostSight<'s>) -> HostReply<'s> {
    let titles: Vec<&str> = sight.windows.iter().map(|window| window.title.as_str()).collect();
    let mut reply = decide(script, sight)
        .unwrap_or_else(|reason| HostReply::ending(HostMove::Fail, "This cannot be done.", reason));
    reply.remarks.common.observation = format!("Open windows: {}.", titles.join(", "));
    reply
}

fn decide<'s>(script: &ScriptTable, sight: &HostSight<'s>) -> Result<HostReply<'s>, String> {
    if let Some(complaint) = sight.complaint {
        return Err(complaint.to_owned());
    }
    let done = finished(&sight.subtasks);
    let failed = failures(&sight.subtasks);
    if let Some(last) = failed.last().filter(|_| failed.len() >= TRIES) {
        return Err(last.comment.to_string());
    }
    let Some(subtask) = script.subtasks.get(done) else { return Ok(all_done(script)) };
    let (does, thought) = match window(subtask, sight) {
        Some(window) => (
            HostMove::Assign(window, next_subtask(sight.round, &subtask.text)),
            format!("The next subtask is for {}.", window.application),
        ),
        None => (opened(subtask, sight)?, format!("{} has no window yet.", subtask.open)),
    };
    let later = script.subtasks[done + 1..].iter().map(|it| ("", it.text.clone()));
    let planned = plan_of(sight.round.next_subtask() + 1, later);
    let lines = planned.iter().map(|it| it.text.clone()).collect();
    let mut reply = HostReply::new(does, thought).planning(planned, lines);
    reply.remarks.subtask.clone_from(&subtask.text);
    Ok(reply)
}

/// The subtask's window; among several, the focused one.
fn window<'s>(subtask: &SubtaskScript, sight: &HostSight<'s>) -> Option<&'s Window> {
    let wanted = subtask.window.to_lowercase();
    let has = |text: &str| text.to_lowercase().contains(&wanted);
    let shows_file = |window: &Window| {
        let name = subtask.file.as_deref().map(|file| file.rsplit('/').next().unwrap_or(file));
        name.is_none_or(|name| window.title.contains(name)) || tries(subtask, sight) > 0
    };
    let is_it = |window: &&Window| {
        window.label.is_some() && (has(&window.title) || has(&window.application)) && shows_file(window)
    };
    let windows = || sight.windows.iter().filter(is_it);
    windows().find(|window| window.focused).or_else(|| windows().next())
}

/// How many times in a row the application was just opened.
fn tries(subtask: &SubtaskScript, sight: &HostSight<'_>) -> usize {
    let opens = sight.last.filter(|last| last.launch() == Some(&launch(subtask)));
    opens.map_or(0, |last| last.repeat_times + 1)
}

fn launch(subtask: &SubtaskScript) -> Launch {
    Launch { application: subtask.open.clone(), file: subtask.file.clone() }
}

/// Opens the subtask's application, and again if no such window appeared after the first time.
fn opened<'s>(subtask: &SubtaskScript, sight: &HostSight<'_>) -> Result<HostMove<'s>, String> {
    if tries(subtask, sight) < TRIES {
        return Ok(HostMove::OpenFor(launch(subtask), next_subtask(sight.round, &subtask.text)));
    }
    let reason = sight.last.map(|last| last.reason()).unwrap_or_default();
    Err(format!("{} was opened, and there is no window of {}: {reason}", subtask.open, subtask.window))
}

fn all_done<'s>(script: &ScriptTable) -> HostReply<'s> {
    HostReply::ending(HostMove::Finish, "All subtasks are done.", &script.comment)
}
