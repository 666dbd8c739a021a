//! Finds the log of a task's last execution, and checks it.

use super::LeftOutReason;
use deskpilot_core::{Entry, Event, Timestamp};
use deskpilot_log::{Audit, ChainState, LogError, audit};
use std::{fs, path::Path};

/// The name and the entries of the last log in which the task was executed with this request.
pub(super) fn of_task(
    logs: &Path,
    task_id: &str,
    request: &str,
) -> Result<(String, Vec<Entry>), LeftOutReason> {
    let mut newest: Option<(Timestamp, String, Audit)> = None;
    let mut broken = None;
    for name in names(logs, task_id) {
        match audit(logs, &name, None) {
            Ok(found) if requests(&found.entries).any(|it| it == request) => {
                let began = found.entries.first().map_or(Timestamp::default(), |it| it.at);
                if newest.as_ref().is_none_or(|(at, ..)| *at <= began) {
                    newest = Some((began, name, found));
                }
            }
            Ok(_) | Err(LogError::Missing { .. }) => {}
            Err(error) => {
                broken = Some(LeftOutReason::BrokenLog { log: name, why: error.to_string() });
            }
        }
    }
    match newest {
        Some((_, name, found)) => checked(name, found),
        None => Err(broken.unwrap_or(LeftOutReason::NoLog)),
    }
}

/// The logs of the task's executions: the one that was first, and those with a number.
fn names(logs: &Path, task_id: &str) -> Vec<String> {
    let first = format!("{task_id}-execute");
    let is_of_task = |name: &String| {
        let rest = name.strip_prefix(&first).map(|rest| rest.strip_prefix('-').unwrap_or(rest));
        rest.is_some_and(|number| number.bytes().all(|it| it.is_ascii_digit()))
    };
    let entries = fs::read_dir(logs).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries.filter_map(|it| it.file_name().into_string().ok()).collect();
    names.retain(is_of_task);
    names.sort();
    names
}

fn requests(entries: &[Entry]) -> impl Iterator<Item = &str> {
    entries.iter().filter_map(|entry| match &entry.event {
        Event::RoundStarted { request, .. } => Some(request.as_str()),
        _ => None,
    })
}

fn checked(log: String, audit: Audit) -> Result<(String, Vec<Entry>), LeftOutReason> {
    let Audit { entries, damage, chain, blobs } = audit;
    let lost = blobs.missing.len() + blobs.damaged.len();
    let why = match (damage, &chain) {
        (Some(damage), _) => Some(damage),
        (None, ChainState::Broken { .. }) => Some(format!("it was changed: {chain}")),
        _ if lost > 0 => Some(format!("{lost} of its pictures are missing or damaged")),
        _ => None,
    };
    if let Some(why) = why {
        return Err(LeftOutReason::BrokenLog { log, why });
    }
    let is_over = |it: &Entry| matches!(it.event, Event::RoundEnded { .. } | Event::SessionClosed);
    if entries.iter().any(is_over) { Ok((log, entries)) } else { Err(LeftOutReason::Unfinished { log }) }
}
