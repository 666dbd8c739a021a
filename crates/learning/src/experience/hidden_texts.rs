//! Removes texts that fields hide: no record contains what was typed into a password field, wherever else in
//! the session it occurs.

use super::{ExampleReply, Experience};
use crate::trajectory::SubtaskStep;
use deskpilot_core::{Aim, Gesture, State, Verb};
use serde_json::{Map, Value};

/// The minimum length, in characters, of a text that is removed: shorter ones occur inside too many words.
const SHORTEST: usize = 3;
/// The replacement for such a text.
const STRUCK: &str = "(hidden)";
/// What the placeholder of a secret begins with; it may be shown.
const PLACEHOLDER: &str = "{{secret:";

/// Whether the step types into a field that hides its text. Keys without a control may go to any field of the
/// window.
pub(super) fn is_hidden(step: &SubtaskStep) -> bool {
    let protected = |it: &deskpilot_core::Control| it.states.has(State::Protected);
    let types = matches!(
        step.action.verb,
        Verb::Native | Verb::Gesture(Gesture::Text { .. } | Gesture::Keys(_) | Gesture::WriteClipboard(_))
    );
    match &step.action.aim {
        Aim::Control(control) => types && protected(control),
        Aim::Window | Aim::Point(_) => types && step.view.iter().flat_map(|it| &it.controls).any(protected),
    }
}

/// The texts that the steps typed into fields that hide them.
pub(super) fn hidden_texts(steps: &[SubtaskStep]) -> Vec<String> {
    let mut texts = Vec::new();
    for step in steps.iter().filter(|it| is_hidden(it)) {
        step.action.call.args.values().for_each(|it| collect(it, &mut texts));
    }
    texts.retain(|it| it.chars().count() >= SHORTEST && !it.contains(PLACEHOLDER));
    // The longest first, since a shorter one may be a part of it.
    texts.sort_by_key(|it| std::cmp::Reverse(it.len()));
    texts
}

fn collect(value: &Value, texts: &mut Vec<String>) {
    match value {
        Value::String(text) => texts.push(text.trim().to_owned()),
        Value::Number(number) => texts.push(number.to_string()),
        Value::Array(items) => items.iter().for_each(|it| collect(it, texts)),
        Value::Object(fields) => fields.values().for_each(|it| collect(it, texts)),
        Value::Null | Value::Bool(_) => {}
    }
}

impl Experience {
    /// The record without these texts.
    pub(super) fn without(mut self, texts: &[String]) -> Experience {
        let strike = |text: &mut String| strike(text, texts);
        [&mut self.request, &mut self.sub_task, &mut self.learned_as].into_iter().for_each(strike);
        self.tips.iter_mut().for_each(strike);
        if let Some(ExampleReply { observation, thought, control_text, plan, comment, args, .. }) =
            &mut self.example
        {
            [observation, thought, control_text, comment].into_iter().for_each(strike);
            plan.iter_mut().for_each(strike);
            strike_fields(args, texts);
        }
        self
    }
}

fn strike(text: &mut String, texts: &[String]) {
    for hidden in texts {
        if text.contains(hidden.as_str()) {
            *text = text.replace(hidden.as_str(), STRUCK);
        }
    }
}

fn strike_fields(fields: &mut Map<String, Value>, texts: &[String]) {
    fields.values_mut().for_each(|it| strike_value(it, texts));
}

fn strike_value(value: &mut Value, texts: &[String]) {
    match value {
        Value::String(text) => strike(text, texts),
        Value::Array(items) => items.iter_mut().for_each(|it| strike_value(it, texts)),
        Value::Object(fields) => strike_fields(fields, texts),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}
