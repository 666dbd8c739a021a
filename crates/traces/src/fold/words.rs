//! The words of outcomes and errors in spans: few, and without any text of a task.

use deskpilot_core::{Consent, Effect, Operation, Remedy, ReplyEnding, SubtaskOutcome};
use serde_json::Value;

/// The effect of an action that the log does not have.
pub(super) const INTERRUPTED: &str = "interrupted";

/// What an operation does, in one word: the command of an action.
pub(super) fn tool(operation: &Operation) -> &str {
    match operation {
        Operation::Act(action) => &action.call.command,
        Operation::Launch(_) => "launch",
        Operation::Run(_) => "run",
        Operation::Delegate(_) => "delegate",
        Operation::Permit(_) => "permit",
    }
}

/// The application that an operation is for, if it has a window.
pub(super) fn application(operation: &Operation) -> Option<&str> {
    match operation {
        Operation::Act(action) => Some(action.window.application.as_str()),
        _ => None,
    }
}

/// How a subtask ended.
pub(super) const fn subtask_word(outcome: &SubtaskOutcome) -> &'static str {
    match outcome {
        SubtaskOutcome::Finished => "finished",
        SubtaskOutcome::Failed(_) => "failed",
        SubtaskOutcome::Errored(_) => "errored",
        SubtaskOutcome::WindowGone(_) => "window_gone",
    }
}

/// What a person said about an operation.
pub(super) const fn consent_word(consent: &Consent) -> &'static str {
    match consent {
        Consent::Once => "once",
        Consent::Session => "session",
        Consent::Always => "always",
        Consent::No(_) => "no",
        Consent::Unanswered(_) => "unanswered",
        Consent::Stop => "stop",
    }
}

/// Why a reply is no reply; `None` for one that a model ended itself.
pub(super) const fn ending_error(ending: &ReplyEnding) -> Option<&'static str> {
    match ending {
        ReplyEnding::Complete => None,
        ReplyEnding::Cut(_) => Some("cut"),
        ReplyEnding::Withheld(_) => Some("withheld"),
        ReplyEnding::OnlyThoughts(_) => Some("only_thoughts"),
    }
}

/// The class of an error that no model caused; `None` if what failed is tried again.
pub(super) const fn fault(remedy: Remedy) -> Option<&'static str> {
    match remedy {
        Remedy::Retry => None,
        Remedy::TellAgent => Some("told_agent"),
        Remedy::Later => Some("postponed"),
        Remedy::AskUser => Some("needs_user"),
        Remedy::GiveUp => Some("gave_up"),
    }
}

/// The class of the error of an action; `None` if it was delivered whole.
pub(super) fn effect_error(effect: &Effect) -> Option<String> {
    match effect {
        Effect::Confirmed(_) | Effect::Unverified(_) | Effect::NoChange(_) => None,
        Effect::Partial(_) | Effect::Interrupted => Some(effect.word().to_owned()),
        Effect::Refused(_) => Some(reason(effect).unwrap_or_else(|| effect.word().to_owned())),
    }
}

/// The code of the reason why nothing was sent or changed, as logs spell it.
pub(super) fn reason(effect: &Effect) -> Option<String> {
    match serde_json::to_value(effect.code()?) {
        Ok(Value::String(word)) => Some(word),
        _ => None,
    }
}
