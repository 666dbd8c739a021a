//! The AppAgent of a script: performs the acts whose controls it can see, and observes again.

use super::{
    AppTurn, Player,
    format::{Act, Rule, SubtaskScript},
    notes::{missing_note, with_notes},
    progress::{Progress, Search},
};
use crate::{
    ActionLimit, ActionRequest, Target,
    draft::{AppDraft, AppMove},
    facts::NestedControl,
};
use deskpilot_core::{Call, Caution, NextStatus};
use serde_json::{Value, json};

/// The waits for a control that does not appear, in seconds, in order.
const WAITS: &[u32] = &[1, 2, 4, 8];

/// How many actions a plain player decides at once.
const PLAIN_ACTIONS: usize = 3;

/// The maximum number of plan steps shown.
const MAX_PLAN_LINES: usize = 10;

/// The result of a turn.
enum TurnResult {
    /// Do these next.
    Act(Vec<ActionRequest>),
    /// Everything is done.
    Finish,
}

/// The AppAgent's draft for this turn.
pub(super) fn draft(subtask: &SubtaskScript, turn: &AppTurn<'_>, progress: &mut Progress) -> AppDraft {
    let act = |requested, then| AppMove::Act { requested, caution: Caution::Usual, then };
    let draft = match decide(subtask, turn, progress) {
        Ok(TurnResult::Act(requested)) if completes(turn, progress) => {
            AppDraft::new(act(requested, NextStatus::Finish), "These are the last actions.")
                .with_comment(&subtask.result)
        }
        Ok(TurnResult::Act(requested)) => {
            AppDraft::new(act(requested, NextStatus::Continue), "These are the next actions.")
        }
        Ok(TurnResult::Finish) => {
            AppDraft::new(AppMove::Finish, "All is done.").with_comment(&subtask.result)
        }
        Err(reason) => AppDraft::new(AppMove::Fail, "This cannot be done.").with_comment(reason),
    };
    let left = progress.left.iter().skip(progress.requested).take(MAX_PLAN_LINES);
    let mut draft = draft.with_plan(left.map(|it| it.act.to_string()).collect());
    let (place, count) = (turn.facts.window_name(), turn.facts.controls.len());
    draft.remarks.observation = format!("I see {place} with {count} controls.");
    draft
}

/// Whether the requested acts complete the subtask, if nothing interferes. A search for a control does not count.
fn completes(turn: &AppTurn<'_>, progress: &Progress) -> bool {
    turn.action_limit == ActionLimit::Several && progress.requested == progress.left.len()
}

fn decide(
    subtask: &SubtaskScript,
    turn: &AppTurn<'_>,
    progress: &mut Progress,
) -> Result<TurnResult, String> {
    progress.update(subtask, turn)?;
    let seen = &turn.facts.controls;
    let is_due = |(at, rule): &(usize, &Rule)| {
        !progress.applied_rules.contains(at) && rule.sees.visible_match(seen).is_some()
    };
    let due = subtask.rules.iter().enumerate().find(is_due);
    if let Some((at, rule)) = due {
        progress.apply_rule(at, &rule.acts);
    }
    while progress.left.front().is_some_and(|it| is_awaited_text_visible(&it.act, seen)) {
        progress.left.pop_front();
    }
    // After a rule's acts, observe before doing anything else.
    let most = due.map_or(usize::MAX, |(_, rule)| rule.acts.len());
    let requested = available(turn, progress, most);
    match progress.left.front() {
        None => Ok(TurnResult::Finish),
        Some(_) if !requested.is_empty() => {
            progress.mark_requested(requested.len());
            Ok(TurnResult::Act(requested))
        }
        Some(todo) => search(&todo.act, turn, progress.search).map(|(requested, search)| {
            progress.requested = 0;
            progress.search = search;
            TurnResult::Act(vec![requested])
        }),
    }
}

/// The leading acts that can be done now: their controls are visible and their notes exist.
fn available(turn: &AppTurn<'_>, progress: &Progress, most: usize) -> Vec<ActionRequest> {
    let is_plain = turn.player == Player::Plain;
    let most = match turn.action_limit {
        ActionLimit::One => 1,
        ActionLimit::Several if is_plain => most.min(PLAIN_ACTIONS),
        ActionLimit::Several => most,
    };
    let mut requested = Vec::new();
    let mut is_awaited = false;
    for todo in progress.left.iter().take(most) {
        // An act after an awaited text is for a window that does not look that way yet.
        let seen = request(&todo.act, turn).filter(|_| !is_awaited || !todo.act.has_control());
        let names_ahead = !requested.is_empty() && !is_plain;
        let ahead = || deferred_request(&todo.act, turn).filter(|_| names_ahead);
        let Some(next) = seen.or_else(ahead) else { break };
        requested.push(next);
        is_awaited |= matches!(todo.act, Act::Await { .. });
    }
    requested
}

/// The action to make an act's control visible: request it once, then wait for it.
fn search(act: &Act, turn: &AppTurn<'_>, search: Search) -> Result<(ActionRequest, Search), String> {
    let Act::Do { on, args, .. } = act else { return Err(format!("{act} cannot be done")) };
    if let Some(note) = missing_note(args, turn.facts.board) {
        return Err(format!("{act} needs the note {note:?}, and there is none"));
    }
    let shows = on.as_ref().is_some_and(|on| on.visible_match(&turn.facts.controls).is_some());
    // A visible control that is not usable yet needs time, not a search.
    let text = on.as_ref().filter(|_| !shows).and_then(|on| on.text());
    let times = match (search, text) {
        (Search::NotStarted, Some(text)) if turn.facts.may_miss_controls => {
            return Ok((window_request("find_control", [("text", json!(text))]), Search::Waited(0)));
        }
        (Search::NotStarted, _) => 0,
        (Search::Waited(times), _) => times,
    };
    match WAITS.get(times) {
        Some(seconds) => Ok((wait(text, *seconds), Search::Waited(times + 1))),
        None => Err(format!("{} shows nothing usable for {act}", turn.facts.window_name())),
    }
}

fn wait(text: Option<&str>, seconds: u32) -> ActionRequest {
    let text = text.map(|text| ("text", json!(text)));
    window_request("wait", [("seconds", json!(seconds))].into_iter().chain(text))
}

/// Whether the act waits for text that is already visible.
fn is_awaited_text_visible(act: &Act, controls: &[NestedControl]) -> bool {
    let Act::Await { text, .. } = act else { return false };
    let has = |shown: &str| shown.contains(text.as_str());
    controls.iter().any(|seen| has(&seen.name) || seen.value.as_deref().is_some_and(has))
}

/// The request of an act, if its control is visible and its notes exist.
fn request(act: &Act, turn: &AppTurn<'_>) -> Option<ActionRequest> {
    match act {
        Act::Await { text, seconds } => Some(wait(Some(text), *seconds)),
        Act::Do { command, on, args, .. } => {
            let args = with_notes(args, turn.facts.board)?;
            let target = match on {
                Some(on) => Target::Control(on.usable_match(&turn.facts.controls)?.control().clone()),
                None => Target::Window,
            };
            Some(ActionRequest { call: Call { command: command.clone(), args }, target })
        }
    }
}

/// The request of an act on a control that should appear, named as a listing will show it.
fn deferred_request(act: &Act, turn: &AppTurn<'_>) -> Option<ActionRequest> {
    let Act::Do { command, on: Some(on), args, .. } = act else { return None };
    let args = with_notes(args, turn.facts.board)?;
    let target = Target::Expected(on.deferred_text()?);
    Some(ActionRequest { call: Call { command: command.clone(), args }, target })
}

/// A command for the window.
fn window_request<'a>(command: &str, args: impl IntoIterator<Item = (&'a str, Value)>) -> ActionRequest {
    let args = args.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    ActionRequest { call: Call { command: command.to_owned(), args }, target: Target::Window }
}
