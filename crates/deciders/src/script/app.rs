//! The AppAgent of a script: performs the acts whose controls it can see, and observes again.

use super::{
    AppTurn,
    format::{Act, Rule, SubtaskScript},
    progress::{Progress, Search},
};
use crate::{
    Requested, Takes, Target,
    reply::{AppMove, AppReply},
    sight::{Seen, note_named},
};
use deskpilot_core::{Call, Caution, NextStatus, fold::Blackboard};
use serde_json::{Map, Value, json};
use std::fmt;

/// The waits for a control that does not appear, in seconds, in order.
const WAITS: &[u32] = &[1, 2, 4, 8];

/// The maximum number of plan steps shown.
const PLANNED: usize = 10;

/// The result of a turn.
enum Turn {
    /// Do these next.
    Act(Vec<Requested>),
    /// Everything is done.
    Finish,
}

/// The AppAgent's reply to this turn.
pub(super) fn reply(subtask: &SubtaskScript, turn: &AppTurn<'_>, progress: &mut Progress) -> AppReply {
    let act = |requested, then| AppMove::Act { requested, caution: Caution::Usual, then };
    let reply = match decide(subtask, turn, progress) {
        Ok(Turn::Act(given)) if ends(&given, turn, progress) => {
            AppReply::new(act(given, NextStatus::Finish), "These are the last actions.")
                .saying(&subtask.result)
        }
        Ok(Turn::Act(given)) => {
            AppReply::new(act(given, NextStatus::Continue), "These are the next actions.")
        }
        Ok(Turn::Finish) => AppReply::new(AppMove::Finish, "All is done.").saying(&subtask.result),
        Err(reason) => AppReply::new(AppMove::Fail, "This cannot be done.").saying(reason),
    };
    let left = progress.left.iter().skip(progress.given).take(PLANNED);
    let mut reply = reply.planning(left.map(|todo| todo.act.to_string()).collect());
    let (place, count) = (turn.sight.place(), turn.sight.controls.len());
    reply.remarks.observation = format!("I see {place} with {count} controls.");
    reply
}

/// Whether these acts complete the subtask, if nothing interferes.
fn ends(given: &[Requested], turn: &AppTurn<'_>, progress: &Progress) -> bool {
    turn.takes == Takes::Several && given.len() == progress.left.len()
}

fn decide(subtask: &SubtaskScript, turn: &AppTurn<'_>, progress: &mut Progress) -> Result<Turn, String> {
    progress.learn(subtask, turn)?;
    let seen = &turn.sight.controls;
    let is_due =
        |(at, rule): &(usize, &Rule)| !progress.followed.contains(at) && rule.sees.seen(seen).is_some();
    let due = subtask.rules.iter().enumerate().find(is_due);
    if let Some((at, rule)) = due {
        progress.follow(at, &rule.acts);
    }
    while progress.left.front().is_some_and(|todo| todo.act.is_seen(seen)) {
        progress.left.pop_front();
    }
    // After a rule's acts, observe before doing anything else.
    let most = due.map_or(usize::MAX, |(_, rule)| rule.acts.len());
    let given = available(turn, progress, most);
    match progress.left.front() {
        None => Ok(Turn::Finish),
        Some(_) if !given.is_empty() => {
            progress.give(given.len());
            Ok(Turn::Act(given))
        }
        Some(todo) => search(&todo.act, turn, progress.search).map(|(given, search)| {
            progress.given = 0;
            progress.search = search;
            Turn::Act(vec![given])
        }),
    }
}

/// The leading acts that can be done now: their controls are visible and their notes exist.
fn available(turn: &AppTurn<'_>, progress: &Progress, most: usize) -> Vec<Requested> {
    let most = if turn.takes == Takes::One { 1 } else { most };
    let mut given = Vec::new();
    let mut is_awaited = false;
    for todo in progress.left.iter().take(most) {
        // An act after an awaited text is for a window that does not look that way yet.
        let seen = todo.act.given(turn).filter(|_| !is_awaited || !todo.act.has_control());
        let ahead = || todo.act.given_ahead(turn).filter(|_| !given.is_empty());
        let Some(next) = seen.or_else(ahead) else { break };
        given.push(next);
        is_awaited |= matches!(todo.act, Act::Await { .. });
    }
    given
}

/// The action to make an act's control visible: request it once, then wait for it.
fn search(act: &Act, turn: &AppTurn<'_>, search: Search) -> Result<(Requested, Search), String> {
    let Act::Do { on, args, .. } = act else { return Err(format!("{act} cannot be done")) };
    if let Some(note) = missing(args, turn.sight.board) {
        return Err(format!("{act} needs the note {note:?}, and there is none"));
    }
    let shows = on.as_ref().is_some_and(|on| on.seen(&turn.sight.controls).is_some());
    // A visible control that is not usable yet needs time, not a search.
    let text = on.as_ref().filter(|_| !shows).and_then(|on| on.text());
    let times = match (search, text) {
        (Search::Begun, Some(text)) if turn.sight.leaves_out => {
            return Ok((of_window("find_control", [("text", json!(text))]), Search::Waited(0)));
        }
        (Search::Begun, _) => 0,
        (Search::Waited(times), _) => times,
    };
    match WAITS.get(times) {
        Some(seconds) => Ok((wait(text, *seconds), Search::Waited(times + 1))),
        None => Err(format!("{} shows nothing usable for {act}", turn.sight.place())),
    }
}

fn wait(text: Option<&str>, seconds: u32) -> Requested {
    let text = text.map(|text| ("text", json!(text)));
    of_window("wait", [("seconds", json!(seconds))].into_iter().chain(text))
}

impl Act {
    /// The command that performs it.
    pub(super) fn command(&self) -> &str {
        match self {
            Act::Do { command, .. } => command,
            Act::Await { .. } => "wait",
        }
    }

    /// Whether it waits for text that is already visible.
    fn is_seen(&self, controls: &[Seen]) -> bool {
        let Act::Await { text, .. } = self else { return false };
        let has = |shown: &str| shown.contains(text.as_str());
        controls.iter().any(|seen| has(&seen.name) || seen.value.as_deref().is_some_and(has))
    }

    /// The action, if its control is visible and its notes exist.
    fn given(&self, turn: &AppTurn<'_>) -> Option<Requested> {
        match self {
            Act::Await { text, seconds } => Some(wait(Some(text), *seconds)),
            Act::Do { command, on, args } => {
                let args = noted(args, turn.sight.board)?;
                let target = match on {
                    Some(on) => Target::Control(on.usable(&turn.sight.controls)?.control().clone()),
                    None => Target::Window,
                };
                Some(Requested { call: Call { command: command.clone(), args }, target })
            }
        }
    }
}

impl Act {
    const fn has_control(&self) -> bool {
        matches!(self, Act::Do { on: Some(_), .. })
    }

    /// The action on a control that should appear, named as a listing will show it.
    fn given_ahead(&self, turn: &AppTurn<'_>) -> Option<Requested> {
        let Act::Do { command, on: Some(on), args } = self else { return None };
        let args = noted(args, turn.sight.board)?;
        let target = Target::Expected(on.ahead()?);
        Some(Requested { call: Call { command: command.clone(), args }, target })
    }
}

impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Act::Await { text, .. } => write!(f, "wait for {text:?}"),
            Act::Do { command, on, args } => {
                let args: Vec<String> = args.iter().map(|(name, value)| format!("{name}={value}")).collect();
                write!(f, "{command}({})", args.join(", "))?;
                on.as_ref().map_or(Ok(()), |on| write!(f, " on {on}"))
            }
        }
    }
}

/// A command for the window.
fn of_window<'a>(command: &str, args: impl IntoIterator<Item = (&'a str, Value)>) -> Requested {
    let args = args.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    Requested { call: Call { command: command.to_owned(), args }, target: Target::Window }
}

/// The delimiters of a note reference in a text.
const NOTE: (&str, char) = ("{note:", '}');

/// The arguments with every `{note:name}` replaced; `None` while a note is missing.
fn noted(args: &Map<String, Value>, board: &Blackboard) -> Option<Map<String, Value>> {
    let filled = |value: &Value| match value {
        Value::String(text) => filled(text, board).ok().map(Value::from),
        other => Some(other.clone()),
    };
    args.iter().map(|(name, value)| Some((name.clone(), filled(value)?))).collect()
}

/// The first missing note.
fn missing<'a>(args: &'a Map<String, Value>, board: &Blackboard) -> Option<&'a str> {
    args.values().filter_map(Value::as_str).find_map(|text| filled(text, board).err())
}

/// The text with its notes filled in; the error is the name of a missing note.
fn filled<'t>(text: &'t str, board: &Blackboard) -> Result<String, &'t str> {
    let Some((before, rest)) = text.split_once(NOTE.0) else { return Ok(text.to_owned()) };
    let Some((name, after)) = rest.split_once(NOTE.1) else { return Ok(text.to_owned()) };
    let note = note_named(board, name).ok_or(name)?;
    Ok(format!("{before}{note}{}", filled(after, board)?))
}
