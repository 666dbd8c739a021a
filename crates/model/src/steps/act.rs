//! What an AppAgent does about one step.

use super::{
    sections::{AppSight, Seen},
    step::Step,
};
use deskpilot_core::Status;
use serde_json::{Map, Value, json};

/// A moment, in seconds, and how many of them in a row are waited after the first.
const MOMENT_SECONDS: f64 = 0.25;
const MOMENTS: u64 = 7;

/// What comes of a step.
pub(super) enum Move {
    /// This action.
    Act(Box<Act>),
    /// Nothing: it is so already, as this sentence says.
    Done(String),
    /// These steps, in its place.
    Steps(Vec<Step>),
    /// The user is asked whether the step was done.
    Ask(Step),
}

/// One action.
pub(super) struct Act {
    /// The label of its control; empty when it is for the window.
    pub(super) label: String,
    /// What the control is called.
    pub(super) text: String,
    /// The command.
    pub(super) function: &'static str,
    /// Its arguments.
    pub(super) args: Map<String, Value>,
    /// What follows it.
    pub(super) status: Status,
    /// Why it is done.
    pub(super) thought: String,
    /// Steps that come after it, before the rest of the plan.
    pub(super) then: Vec<Step>,
}

impl Act {
    /// A command for the window.
    pub(super) fn window<const N: usize>(function: &'static str, args: [(&str, Value); N]) -> Act {
        Act {
            label: String::new(),
            text: String::new(),
            function,
            args: args.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
            status: Status::Continue,
            thought: String::new(),
            then: Vec::new(),
        }
    }

    /// A command for a control.
    pub(super) fn control<const N: usize>(
        seen: &Seen,
        function: &'static str,
        args: [(&str, Value); N],
    ) -> Act {
        let name = if seen.name.trim().is_empty() { seen.role.name() } else { seen.name.as_str() };
        Act { label: seen.label.clone(), text: name.to_owned(), ..Act::window(function, args) }
    }

    /// The same, for this reason.
    pub(super) fn because(self, thought: impl Into<String>) -> Act {
        Act { thought: thought.into(), ..self }
    }

    /// The same, followed by these steps.
    pub(super) fn then(self, then: Vec<Step>) -> Act {
        Act { then, ..self }
    }

    /// The same with another status.
    pub(super) fn with(self, status: Status) -> Act {
        Act { status, ..self }
    }
}

/// A wait for what takes an application a moment.
pub(super) fn moment() -> Act {
    Act::window("wait", [("seconds", json!(MOMENT_SECONDS))])
}

/// Whether another moment may be waited.
pub(super) fn may_wait(sight: &AppSight) -> bool {
    sight.last.as_ref().is_none_or(|last| last.function != "wait" || last.repeat_times < MOMENTS)
}

impl From<Act> for Move {
    fn from(act: Act) -> Move {
        Move::Act(Box::new(act))
    }
}
