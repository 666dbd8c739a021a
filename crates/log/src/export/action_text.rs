//! A step's actions, their types and their results as text.

use deskpilot_core::{
    Operation, Outcome, Verb,
    fold::{StepDecision, StepRecord},
};
use serde_json::Value;

/// The decided actions, such as `click_input(button="left"); set_edit_text(text="6*7=")`.
pub(super) fn action(step: &StepRecord) -> String {
    match step.decision() {
        StepDecision::Host(decision, _) => {
            let operations = decision.operations().0;
            operations.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
        }
        StepDecision::App(..) | StepDecision::Nothing => {
            step.actions().iter().map(|it| it.call.to_string()).collect::<Vec<_>>().join("; ")
        }
    }
}

/// The types of the decided actions, such as `UIControl`.
pub(super) fn action_types(step: &StepRecord) -> String {
    let mut types: Vec<&str> = match step.decision() {
        StepDecision::Host(decision, _) => decision.operations().0.iter().map(action_type).collect(),
        StepDecision::App(..) | StepDecision::Nothing => {
            step.actions().iter().map(|it| verb_type(&it.verb)).collect()
        }
    };
    types.dedup();
    types.join(", ")
}

const fn action_type(operation: &Operation) -> &'static str {
    match operation {
        Operation::Act(action) => verb_type(&action.verb),
        Operation::Launch(_) => "LAUNCH",
        Operation::Run(_) => "SHELL",
        Operation::Delegate(_) | Operation::Permit(_) => "DELEGATE",
    }
}

const fn verb_type(verb: &Verb) -> &'static str {
    match verb {
        Verb::Native => "API",
        Verb::AskAgent(_) => "DELEGATE",
        Verb::Open(_) => "LAUNCH",
        Verb::Gesture(_)
        | Verb::Read { .. }
        | Verb::Summary(_)
        | Verb::Note { .. }
        | Verb::EditNote { .. }
        | Verb::ShowNote { .. }
        | Verb::Annotate(_)
        | Verb::ShowMore(_)
        | Verb::Find(_)
        | Verb::Describe(_)
        | Verb::Recall(_)
        | Verb::ReadClipboard { .. }
        | Verb::Switch(_)
        | Verb::SwitchTo(_)
        | Verb::Wait(_) => "UIControl",
    }
}

/// The results of the operations: for each its output or, without one, its effect.
pub(super) fn results(step: &StepRecord) -> String {
    let result = |outcome: &Outcome| outcome.output.clone().unwrap_or_else(|| outcome.effect.to_string());
    step.operations.iter().map(|it| result(&it.outcome)).collect::<Vec<_>>().join("; ")
}

/// The arguments as one shell-quoted line that splits back into the same arguments.
pub(super) fn shell_words(argv: &[String]) -> String {
    shlex::try_join(argv.iter().map(String::as_str)).unwrap_or_else(|_| argv.join(" "))
}

/// A JSON value as text; strings without their quotes.
pub(super) fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
