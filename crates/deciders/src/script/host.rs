//! The HostAgent of a script: opens applications, assigns the subtasks in order, and retries a failed one once.

use super::{
    failures, finished_count,
    format::{ScriptTable, SubtaskScript},
};
use crate::{
    draft::{HostDraft, HostMove, next_subtask, plan_of},
    facts::HostFacts,
};
use deskpilot_core::{Launch, Window};

/// The maximum number of attempts per subtask.
const MAX_ATTEMPTS: usize = 2;

/// The HostAgent's draft for this scene.
pub(super) fn draft<'s>(script: &ScriptTable, facts: &HostFacts<'s>) -> HostDraft<'s> {
    let titles: Vec<&str> = facts.windows.iter().map(|window| window.title.as_str()).collect();
    let mut draft = decide(script, facts)
        .unwrap_or_else(|reason| HostDraft::with_ending(HostMove::Fail, "This cannot be done.", reason));
    draft.remarks.common.observation = format!("Open windows: {}.", titles.join(", "));
    draft
}

fn decide<'s>(script: &ScriptTable, facts: &HostFacts<'s>) -> Result<HostDraft<'s>, String> {
    if let Some(complaint) = facts.complaint {
        return Err(complaint.to_owned());
    }
    let done = finished_count(&facts.subtasks);
    let failed = failures(&facts.subtasks);
    if let Some(last) = failed.last().filter(|_| failed.len() >= MAX_ATTEMPTS) {
        return Err(last.comment.to_string());
    }
    let Some(subtask) = script.subtasks.get(done) else { return Ok(finish(script)) };
    let (does, thought) = match window(subtask, facts) {
        Some(window) => (
            HostMove::Assign(window, subtask.with_promise(next_subtask(facts.round, &subtask.text))),
            format!("The next subtask is for {}.", window.application),
        ),
        None => (open(subtask, facts)?, format!("{} has no window yet.", subtask.open)),
    };
    let later = &script.subtasks[done + 1..];
    let planned = plan_of(facts.round.next_subtask() + 1, later.iter().map(|it| ("", it.text.clone())));
    let planned = planned.into_iter().zip(later).map(|(planned, it)| it.with_promise(planned)).collect();
    let lines = later.iter().map(SubtaskScript::line).collect();
    let mut draft = HostDraft::new(does, thought).with_plan(planned, lines);
    draft.remarks.subtask = subtask.line();
    draft.remarks.when_done.clone_from(&script.comment);
    Ok(draft)
}

/// The subtask's window; among several, the focused one.
fn window<'s>(subtask: &SubtaskScript, facts: &HostFacts<'s>) -> Option<&'s Window> {
    let wanted = subtask.window.to_lowercase();
    let has = |text: &str| text.to_lowercase().contains(&wanted);
    let shows_file = |window: &Window| {
        let name = subtask.file.as_deref().map(|file| file.rsplit('/').next().unwrap_or(file));
        name.is_none_or(|name| window.title.contains(name)) || attempts(subtask, facts) > 0
    };
    let is_it = |window: &&Window| {
        window.label.is_some() && (has(&window.title) || has(&window.application)) && shows_file(window)
    };
    let windows = || facts.windows.iter().filter(is_it);
    windows().find(|window| window.focused).or_else(|| windows().next())
}

/// How many times in a row the application was just opened.
fn attempts(subtask: &SubtaskScript, facts: &HostFacts<'_>) -> usize {
    let opens = facts.last.filter(|last| last.launch() == Some(&launch(subtask)));
    opens.map_or(0, |last| last.repeat_times + 1)
}

fn launch(subtask: &SubtaskScript) -> Launch {
    Launch { application: subtask.open.clone(), file: subtask.file.clone(), ..Launch::default() }
}

/// Opens the subtask's application, and again if no such window appeared after the first time.
fn open<'s>(subtask: &SubtaskScript, facts: &HostFacts<'_>) -> Result<HostMove<'s>, String> {
    if attempts(subtask, facts) < MAX_ATTEMPTS {
        let next = subtask.with_promise(next_subtask(facts.round, &subtask.text));
        return Ok(HostMove::OpenFor(launch(subtask), next));
    }
    let reason = facts.last.map(|last| last.reason()).unwrap_or_default();
    Err(format!("{} was opened, and there is no window of {}: {reason}", subtask.open, subtask.window))
}

fn finish<'s>(script: &ScriptTable) -> HostDraft<'s> {
    HostDraft::with_ending(HostMove::Finish, "All subtasks are done.", &script.comment)
}
