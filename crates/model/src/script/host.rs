//! The HostAgent: opens what is not open, gives the subtasks out in order, and one that failed once more.

use super::{
    format::{Script, SubtaskScript},
    sight::{failures, finished},
};
use crate::steps::{
    reply::{AppsToOpen, HostReply},
    sections::{HostSight, OpenWindow},
};
use deskpilot_core::Status;
use serde_json::Value;

/// How often a subtask is given out.
const TRIES: usize = 2;

/// The reply of a HostAgent that sees this.
pub(super) fn reply(script: &Script, sight: &HostSight) -> Value {
    let titles: Vec<&str> = sight.windows.iter().map(|window| window.title.as_str()).collect();
    let reply = decide(script, sight).unwrap_or_else(|reason| HostReply {
        status: Status::Fail,
        thought: "This cannot be done.".into(),
        comment: reason,
        ..HostReply::default()
    });
    let observation = format!("Open windows: {}.", titles.join(", "));
    // Texts, lists and maps by text: such a value is always written.
    serde_json::to_value(HostReply { observation, ..reply }).unwrap_or_default()
}

fn decide(script: &Script, sight: &HostSight) -> Result<HostReply, String> {
    if !sight.complaint.trim().is_empty() {
        return Err(sight.complaint.trim().to_owned());
    }
    let done = finished(&sight.subtasks);
    let failed = failures(&sight.subtasks);
    if let Some(last) = failed.last().filter(|_| failed.len() >= TRIES) {
        return Err(last.comment.clone());
    }
    let Some(subtask) = script.subtasks.get(done) else { return Ok(all_done(script)) };
    let later = script.subtasks[done + 1..].iter().map(|it| it.text.clone()).collect();
    match window(subtask, sight) {
        Some(window) => Ok(assigned(subtask, window, later)),
        None => opened(subtask, sight, later),
    }
}

/// The window that the subtask is for: the one that has the keyboard, if there are several.
fn window<'s>(subtask: &SubtaskScript, sight: &'s HostSight) -> Option<&'s OpenWindow> {
    let wanted = subtask.window.to_lowercase();
    let has = |text: &str| text.to_lowercase().contains(&wanted);
    let shows_file = |window: &OpenWindow| {
        let name = subtask.file.as_deref().map(|file| file.rsplit('/').next().unwrap_or(file));
        name.is_none_or(|name| window.title.contains(name)) || tries(subtask, sight) > 0
    };
    let is_it = |window: &&OpenWindow| {
        !window.label.is_empty() && (has(&window.title) || has(&window.application)) && shows_file(window)
    };
    let windows = || sight.windows.iter().filter(is_it);
    windows().find(|window| window.focused).or_else(|| windows().next())
}

/// How often the application was just opened, in a row.
fn tries(subtask: &SubtaskScript, sight: &HostSight) -> u64 {
    let opens = sight.last.as_ref().filter(|last| {
        let opens = last.function == "AppsToOpen" && last.text("APP") == Some(subtask.open.as_str());
        opens && last.text("file_path") == subtask.file.as_deref()
    });
    opens.map_or(0, |last| last.repeat_times + 1)
}

fn assigned(subtask: &SubtaskScript, window: &OpenWindow, later: Vec<String>) -> HostReply {
    HostReply {
        thought: format!("The next subtask is for {}.", window.application),
        subtask: subtask.text.clone(),
        control_label: window.label.clone(),
        control_text: window.title.clone(),
        plan: later,
        status: Status::Assign,
        ..HostReply::default()
    }
}

/// Opens the subtask's application for it, a second time when there is no such window after the first.
fn opened(subtask: &SubtaskScript, sight: &HostSight, later: Vec<String>) -> Result<HostReply, String> {
    if tries(subtask, sight) >= TRIES as u64 {
        let reason = sight.last.as_ref().map_or("", |last| last.reason());
        return Err(format!(
            "{} was opened, and there is no window of {}: {reason}",
            subtask.open, subtask.window
        ));
    }
    let open = AppsToOpen { application: subtask.open.clone(), file: subtask.file.clone() };
    Ok(HostReply {
        thought: format!("{} has no window yet.", subtask.open),
        subtask: subtask.text.clone(),
        plan: later,
        status: Status::Assign,
        apps_to_open: Some(open),
        ..HostReply::default()
    })
}

fn all_done(script: &Script) -> HostReply {
    HostReply {
        thought: "All subtasks are done.".into(),
        status: Status::Finish,
        comment: script.comment.clone(),
        ..HostReply::default()
    }
}
