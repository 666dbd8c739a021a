//! The AppAgent: gives what it can see the controls for, and looks again.

use super::{
    format::{Act, Rule, SubtaskScript},
    progress::{Progress, Search},
    sight::{AppTurn, LIST, Takes},
};
use crate::steps::sections::{Board, Seen};
use serde_json::{Map, Value, json};
use std::fmt;

/// For how many seconds a control that does not show is waited for: at first, at the second time, and so on.
const WAITS: &[u32] = &[1, 2, 4, 8];

/// The most steps of a plan that are told.
const PLANNED: usize = 10;

/// One action of a reply.
#[derive(Default)]
struct Given {
    function: String,
    args: Map<String, Value>,
    label: String,
    text: String,
}

/// What a turn comes to.
enum Turn {
    /// These are done next.
    Act(Vec<Given>),
    /// All is done.
    Finish,
}

/// The reply of an AppAgent that sees this.
pub(super) fn reply(subtask: &SubtaskScript, turn: &AppTurn, progress: &mut Progress) -> Value {
    let (status, thought, given, comment) = match decide(subtask, turn, progress) {
        Ok(Turn::Act(given)) if ends(&given, turn, progress) => {
            ("FINISH", "These are the last actions.", given, subtask.result.clone())
        }
        Ok(Turn::Act(given)) => ("CONTINUE", "These are the next actions.", given, String::new()),
        Ok(Turn::Finish) => ("FINISH", "All is done.", Vec::new(), subtask.result.clone()),
        Err(reason) => ("FAIL", "This cannot be done.", Vec::new(), reason),
    };
    let plan: Vec<String> =
        progress.left.iter().skip(progress.given).take(PLANNED).map(|todo| todo.act.to_string()).collect();
    let reply = json!({
        "Observation": format!("I see {} with {} controls.", turn.sight.place(), turn.sight.controls.len()),
        "Thought": thought, "Status": status, "Plan": plan, "Comment": comment, "Questions": [],
        "SaveScreenshot": false,
    });
    with_actions(reply, given, turn.takes)
}

/// Whether the subtask is done with these, if nothing comes in between.
fn ends(given: &[Given], turn: &AppTurn, progress: &Progress) -> bool {
    turn.takes == Takes::Several && given.len() == progress.left.len()
}

fn with_actions(mut reply: Value, given: Vec<Given>, takes: Takes) -> Value {
    match takes {
        Takes::Several => reply[LIST] = given.into_iter().map(|it| Value::Object(it.fields())).collect(),
        Takes::One => {
            for (key, value) in given.into_iter().next().unwrap_or_default().fields() {
                reply[key] = value;
            }
        }
    }
    reply
}

fn decide(subtask: &SubtaskScript, turn: &AppTurn, progress: &mut Progress) -> Result<Turn, String> {
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
    // What a rule says is looked at before anything else is done.
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

/// The first of the acts still to do, as far as their controls show and their notes are there.
fn available(turn: &AppTurn, progress: &Progress, most: usize) -> Vec<Given> {
    let most = if turn.takes == Takes::One { 1 } else { most };
    let mut given = Vec::new();
    let mut is_awaited = false;
    for todo in progress.left.iter().take(most) {
        // What comes after a text that must show is for a window that does not look so yet.
        let seen = todo.act.given(turn).filter(|_| !is_awaited || !todo.act.has_control());
        let ahead = || todo.act.given_ahead(turn).filter(|_| !given.is_empty());
        let Some(next) = seen.or_else(ahead) else { break };
        given.push(next);
        is_awaited |= matches!(todo.act, Act::Await { .. });
    }
    given
}

/// What is done to see the control of an act: it is asked for once, and then waited for.
fn search(act: &Act, turn: &AppTurn, search: Search) -> Result<(Given, Search), String> {
    let Act::Do { on, args, .. } = act else { return Err(format!("{act} cannot be done")) };
    if let Some(note) = missing(args, &turn.sight.board) {
        return Err(format!("{act} needs the note {note:?}, and there is none"));
    }
    let shows = on.as_ref().is_some_and(|on| on.seen(&turn.sight.controls).is_some());
    // What shows and cannot be used yet needs a while, and is not to be looked for.
    let text = on.as_ref().filter(|_| !shows).and_then(|on| on.text());
    let times = match (search, text) {
        (Search::Begun, Some(text)) => {
            return Ok((Given::of("find_control", [("text", json!(text))]), Search::Waited(0)));
        }
        (Search::Begun, None) => 0,
        (Search::Waited(times), _) => times,
    };
    match WAITS.get(times) {
        Some(seconds) => Ok((wait(text, *seconds), Search::Waited(times + 1))),
        None => Err(format!("{} shows nothing usable for {act}", turn.sight.place())),
    }
}

fn wait(text: Option<&str>, seconds: u32) -> Given {
    let text = text.map(|text| ("text", json!(text)));
    Given::of("wait", [("seconds", json!(seconds))].into_iter().chain(text))
}

impl Act {
    /// The command it is carried out by.
    pub(super) fn command(&self) -> &str {
        match self {
            Act::Do { command, .. } => command,
            Act::Await { .. } => "wait",
        }
    }

    /// Whether it waits for what is seen already.
    fn is_seen(&self, controls: &[Seen]) -> bool {
        let Act::Await { text, .. } = self else { return false };
        let has = |shown: &str| shown.contains(text.as_str());
        controls.iter().any(|seen| has(&seen.name) || seen.value.as_deref().is_some_and(has))
    }

    /// The action, if its control shows and its notes are there.
    fn given(&self, turn: &AppTurn) -> Option<Given> {
        match self {
            Act::Await { text, seconds } => Some(wait(Some(text), *seconds)),
            Act::Do { command, on, args } => {
                let args = noted(args, &turn.sight.board)?;
                let given = Given { function: command.clone(), args, ..Given::default() };
                let Some(on) = on else { return Some(given) };
                let seen = on.usable(&turn.sight.controls)?;
                Some(Given { label: seen.label.clone(), text: seen.text().to_owned(), ..given })
            }
        }
    }
}

impl Act {
    const fn has_control(&self) -> bool {
        matches!(self, Act::Do { on: Some(_), .. })
    }

    /// The action on a control that is expected to come up, named as a listing will show it.
    fn given_ahead(&self, turn: &AppTurn) -> Option<Given> {
        let Act::Do { command, on: Some(on), args } = self else { return None };
        let args = noted(args, &turn.sight.board)?;
        Some(Given { function: command.clone(), args, text: on.ahead()?, ..Given::default() })
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

impl Given {
    fn of<'a>(function: &str, args: impl IntoIterator<Item = (&'a str, Value)>) -> Given {
        let args = args.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        Given { function: function.to_owned(), args, ..Given::default() }
    }

    fn fields(self) -> Map<String, Value> {
        let fields = [
            ("Function", json!(self.function)),
            ("Args", Value::Object(self.args)),
            ("ControlLabel", json!(self.label)),
            ("ControlText", json!(self.text)),
        ];
        fields.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
    }
}

/// Where the name of a note begins and ends in a text.
const NOTE: (&str, char) = ("{note:", '}');

/// The arguments with every `{note:name}` replaced; nothing while a note is missing.
fn noted(args: &Map<String, Value>, board: &Board) -> Option<Map<String, Value>> {
    let filled = |value: &Value| match value {
        Value::String(text) => filled(text, board).ok().map(Value::from),
        other => Some(other.clone()),
    };
    args.iter().map(|(name, value)| Some((name.clone(), filled(value)?))).collect()
}

/// The first note that is missing.
fn missing<'a>(args: &'a Map<String, Value>, board: &Board) -> Option<&'a str> {
    args.values().filter_map(Value::as_str).find_map(|text| filled(text, board).err())
}

/// The text with its notes, or the name of one that is missing.
fn filled<'t>(text: &'t str, board: &Board) -> Result<String, &'t str> {
    let Some((before, rest)) = text.split_once(NOTE.0) else { return Ok(text.to_owned()) };
    let Some((name, after)) = rest.split_once(NOTE.1) else { return Ok(text.to_owned()) };
    let note = board.note(name).ok_or(name)?;
    Ok(format!("{before}{note}{}", filled(after, board)?))
}
