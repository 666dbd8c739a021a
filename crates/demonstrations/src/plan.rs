//! Makes a plan file from a demonstration, which the step follower carries out without a model.
//!
//! A step becomes a line of the language of steps. A step that the language cannot express is an error that
//! names the step, because a plan without it would do something different from what the person did.

use crate::{
    Action, ControlIdentity, Demonstration, DemonstrationError, Step, WheelTurn,
    sentence::{click_verb, keys, name, quote},
};
use deskpilot_core::{Button, Role};
use serde::Serialize;

/// A plan file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlanText {
    /// The request.
    pub task: String,
    /// The lines.
    pub steps: Vec<String>,
    /// The application or the document.
    pub object: String,
    /// Whether Deskpilot closes it at the end.
    pub close: bool,
}

/// The plan of a demonstration; `object` names the application or the document, unless it is the demonstration's only application.
///
/// # Errors
/// The demonstration is of several applications and names no object, or the language of steps cannot express
/// a step.
pub fn plan(shown: &Demonstration, object: Option<&str>) -> Result<PlanText, DemonstrationError> {
    let object = match (object, shown.applications.as_slice()) {
        (_, []) => return Err(DemonstrationError::NoPlan("it has no steps".into())),
        (_, [_, _, ..]) => {
            let names: Vec<&str> = shown.applications.iter().map(|it| it.name.as_str()).collect();
            let why = "a plan is for one application, and it shows";
            let next = "keep the steps of one in its demonstration.toml";
            return Err(DemonstrationError::NoPlan(format!("{why} {}: {next}", names.join(", "))));
        }
        (Some(object), _) => object.to_owned(),
        (None, [only]) => only.name.clone(),
    };
    let mut steps = Vec::new();
    for (at, step) in shown.steps.iter().enumerate() {
        if is_left_out(step, shown.steps.get(at + 1)) {
            continue;
        }
        let mut step_lines = lines(step).map_err(|why| {
            DemonstrationError::NoPlan(format!("step {} ({}) {why}", at + 1, step.sentence()))
        })?;
        // In one line, because the follower does not carry out a line that leaves a window open without
        // naming it.
        if let (Some(title), Some(last)) = (&step.opens, step_lines.last_mut()) {
            last.push_str(&format!(", then wait for the window {}", quote(title)));
        }
        steps.extend(step_lines);
    }
    if steps.is_empty() {
        return Err(DemonstrationError::NoPlan("it has no steps".into()));
    }
    let task = match shown.request.trim() {
        "" => format!("follow a demonstration in {object}"),
        request => request.to_owned(),
    };
    Ok(PlanText { task, steps, object, close: false })
}

impl PlanText {
    /// The text of the file.
    pub fn to_json(&self) -> String {
        // Texts, a list and a truth value are always JSON.
        serde_json::to_string_pretty(self).unwrap_or_default()
    }
}

/// Whether the step can be left out: it only moves the keyboard focus to, or the caret in, a field into which
/// the next step enters a text.
pub(crate) fn is_left_out(step: &Step, next: Option<&Step>) -> bool {
    if step.opens.is_some() {
        return false;
    }
    let moves = match &step.action {
        Action::Press { keys } => matches!(keys.as_slice(), [key] if key == "Tab" || key == "Shift+Tab"),
        Action::Click { button: Button::Left, .. } | Action::Drag { to: None } => {
            return next.is_some_and(|next| is_typed_into(step, next));
        }
        _ => false,
    };
    moves && next.is_some_and(is_entry)
}

/// Whether the next step types into the field of this one, which is named or the only one without a name.
fn is_typed_into(step: &Step, next: &Step) -> bool {
    let is_field = |it: &ControlIdentity| matches!(it.role, Role::Edit | Role::Document) && it.namesakes == 1;
    let types = matches!(next.action, Action::Type { .. });
    types && next.control == step.control && step.control.as_ref().is_some_and(is_field)
}

/// Whether a step enters something into a field that it names.
fn is_entry(step: &Step) -> bool {
    let is_named = step.control.as_ref().is_some_and(|it| !it.name.trim().is_empty());
    is_named && matches!(step.action, Action::Type { .. } | Action::Set { .. })
}

/// The lines of a step; the error is the end of a sentence about it.
fn lines(step: &Step) -> Result<Vec<String>, String> {
    let control = step.control.as_ref();
    let line = match &step.action {
        Action::Click { button: Button::X, .. } | Action::Drag { .. } => {
            return Err(
                "has no words in the language of steps: do it another way, or write the plan by hand".into(),
            );
        }
        Action::Click { button, count } => {
            format!("{} {}", click_verb(*button, *count), findable(control)?)
        }
        Action::Check { checked } => {
            format!("{} {}", if *checked { "check" } else { "uncheck" }, findable(control)?)
        }
        Action::Select { item } => format!("select {} from {}", quote(item), findable(control)?),
        Action::Set { value } => format!("set {} to {}", findable(control)?, quote(value)),
        Action::Type { value, added } => return typed(control, value, added.as_deref()),
        Action::TypeUnrecorded { .. } => {
            let next =
                "store it with `deskpilot secret set NAME` and write a step that types {{secret:NAME}}";
            return Err(format!("has no text to type: {next}"));
        }
        Action::Press { keys: pressed } => format!("press {}", keys(pressed)),
        Action::Scroll { direction: WheelTurn::Left | WheelTurn::Right, .. } => {
            return Err("has no words in the language of steps: the wheel turns up and down there".into());
        }
        Action::Scroll { direction, notches } => {
            let within = findable(control).map_or(String::new(), |on| format!(" in {on}"));
            format!("scroll {direction} {}{within}", (*notches).clamp(1, 100))
        }
        Action::Described { .. } => return Err("is only described: replace it with an action".into()),
        Action::Choose { .. } | Action::CloseWindow => step.sentence(),
    };
    Ok(vec![line])
}

/// The name of a control, if the follower finds the same control by it.
fn findable(control: Option<&ControlIdentity>) -> Result<String, String> {
    let Some(control) = control else { return Err("was at a place without a control".into()) };
    match (control.name.trim(), control.namesakes) {
        ("", _) => Err("is on a control without a name, which cannot be found again".into()),
        (_, 0..=1) => Ok(name(control)),
        (_, several) => Err(format!("is on one of {several} controls of this name: which one is unknown")),
    }
}

/// The lines that type a text. What was added goes where the keyboard is; anything else replaces the text.
fn typed(control: Option<&ControlIdentity>, value: &str, added: Option<&str>) -> Result<Vec<String>, String> {
    let field = findable(control).ok();
    Ok(match (field, added) {
        (Some(field), _) if value.is_empty() => {
            vec![format!("focus {field}"), "press {Control+a}{Delete}".to_owned()]
        }
        (Some(field), Some(added)) if added != value => vec![format!("type {} into {field}", quote(added))],
        (Some(field), _) => vec![format!("set {field} to {}", quote(value))],
        (None, Some(added)) => vec![format!("type {}", quote(added))],
        (None, None) if value.is_empty() => vec!["press {Control+a}{Delete}".to_owned()],
        (None, None) => vec!["press {Control+a}{Delete}".to_owned(), format!("type {}", quote(value))],
    })
}

#[cfg(test)]
mod tests;
