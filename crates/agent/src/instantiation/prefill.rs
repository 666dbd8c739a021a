//! The reply that makes a raw task concrete: a request, and a plan of commands that is checked against the window.

use super::RawTaskText;
use crate::{
    prompt::CommandOffer,
    reply::{Fields, ListPosition, complain, read_item},
};
use deskpilot_core::{Action, Aim, AppView, Call, Complaint, Gesture, Role, Verb, is_same_name};
use serde_json::{Map, Value};

/// How many words longer than the raw task a concrete one may be.
const MOST_MORE_WORDS: usize = 50;
/// The most steps of a plan.
const MOST_STEPS: usize = 30;

/// A step of a plan.
#[derive(Clone, Debug, PartialEq)]
pub struct PlannedCommand {
    /// What it is for.
    pub subtask: String,
    /// The label of its control in the view that the plan was made for.
    pub label: Option<String>,
    /// The text of its control; empty for the window.
    pub control_text: String,
    /// The command and its arguments.
    pub call: Call,
}

/// The request and the plan of the reply. Every function must exist and accept its arguments. Every control must be there, or
/// an earlier step must be able to bring it up.
pub(super) fn read(
    reply: &str,
    raw: &RawTaskText,
    view: &AppView,
    offer: &CommandOffer<'_>,
) -> Result<(String, Vec<PlannedCommand>), Complaint> {
    let fields = Fields::parse(reply)?;
    let request = fields.text("New_task")?;
    check_request(&request, raw)?;
    let Some(Value::Array(items)) = fields.value("Actions_plan") else {
        return Err(complain("Actions_plan must be a list of steps"));
    };
    if items.is_empty() || items.len() > MOST_STEPS {
        return Err(complain(format!("Actions_plan has {} steps: write 1 to {MOST_STEPS}", items.len())));
    }
    let mut plan = Vec::new();
    let mut may_show_more = false;
    for (at, item) in (1..).zip(items) {
        let Value::Object(item) = item else { return Err(complain(format!("step {at} must be an object"))) };
        let of_step = |why: &Complaint| complain(format!("step {at} of Actions_plan: {}", why.as_str()));
        let actions = actions(item, view, offer, may_show_more).map_err(|it| of_step(&it))?;
        may_show_more |= actions.iter().any(shows_more);
        plan.push(planned(item, &actions)?);
    }
    Ok((request, plan))
}

fn check_request(request: &str, raw: &RawTaskText) -> Result<(), Complaint> {
    let words = |text: &str| text.split_whitespace().count();
    let most = words(&raw.task) + MOST_MORE_WORDS;
    match words(request) {
        0 => Err(complain("New_task is empty: write the concrete request")),
        count if count > most => Err(complain(format!("New_task has {count} words: write at most {most}"))),
        _ => Ok(()),
    }
}

/// The actions of a step in this view. Where an earlier step may have brought controls up, it may name one that is not there yet.
fn actions(
    item: &Map<String, Value>,
    view: &AppView,
    offer: &CommandOffer<'_>,
    may_show_more: bool,
) -> Result<Vec<Action>, Complaint> {
    let fields = Fields::unambiguous(item.clone())?;
    let read = |position| read_item(&fields, view, offer, position);
    let found = match read(ListPosition::Alone) {
        Err(_) if may_show_more => read(ListPosition::Later),
        // "Insert Rows" may be an entry of a menu that is still closed, and not the menu "Insert".
        Ok(found) if may_show_more && !is_named(item, &found)? => read(ListPosition::Later),
        found => found,
    }?;
    if found.is_empty() { Err(complain("it names no Function")) } else { Ok(found) }
}

/// Whether the step says exactly which control it is for: by its label or by its whole text.
fn is_named(item: &Map<String, Value>, actions: &[Action]) -> Result<bool, Complaint> {
    let fields = Fields::of(item.clone());
    let (label, control_text) = (fields.text("ControlLabel")?, fields.text("ControlText")?);
    let [only] = actions else { return Ok(true) };
    let is_whole = is_same_name(only.control_text(), &control_text);
    Ok(!label.trim().is_empty() || control_text.trim().is_empty() || is_whole)
}

/// Whether the action may bring controls up that were not there: it opens a menu or a list, presses a button or keys.
fn shows_more(action: &Action) -> bool {
    let opens = |role: Role| {
        matches!(
            role,
            Role::Menu | Role::MenuItem | Role::Button | Role::ComboBox | Role::ToggleButton | Role::Other
        )
    };
    match (&action.verb, &action.aim) {
        (Verb::Gesture(Gesture::Keys(_)), _) => true,
        (Verb::Gesture(_), Aim::Control(control)) => opens(control.role),
        _ => false,
    }
}

/// The step as recorded. A command that expands to several actions stays one step.
fn planned(item: &Map<String, Value>, actions: &[Action]) -> Result<PlannedCommand, Complaint> {
    let fields = Fields::of(item.clone());
    let (label, control_text, call) = match actions {
        [only] => {
            let label = only.label().map(|it| it.to_string());
            let text = match only.control_text() {
                "" if label.is_none() => fields.text("ControlText")?,
                text => text.to_owned(),
            };
            (label, text, only.call.clone())
        }
        _ => {
            let args = match fields.value("Args") {
                Some(Value::Object(args)) => args.clone(),
                _ => Map::new(),
            };
            (None, String::new(), Call { command: fields.text("Function")?, args })
        }
    };
    let subtask = fields.text("Subtask")?;
    let subtask = if subtask.is_empty() { call.to_string() } else { subtask };
    Ok(PlannedCommand { subtask, label, control_text, call })
}
