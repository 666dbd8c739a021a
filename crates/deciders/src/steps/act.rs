//! The moves of an AppAgent for one step.

use super::step::Step;
use crate::{
    ActionRequest, Target,
    facts::{AppFacts, NestedControl},
};
use deskpilot_core::{Call, Caution, NextStatus};
use serde_json::{Value, json};

/// The length of a short wait, in seconds.
const SHORT_WAIT_SECONDS: f64 = 0.25;
/// How many short waits may follow the first in a row.
const MAX_SHORT_WAITS: usize = 7;

/// The result of a step.
pub(super) enum StepMove {
    /// Do this action.
    Act(Box<PlannedAction>),
    /// Nothing to do, because it is so already, as this sentence says.
    Done(String),
    /// Do these steps instead.
    Steps(Vec<Step>),
    /// Ask the user whether the step was done.
    Ask(Step),
}

/// One action.
pub(super) struct PlannedAction {
    /// The command and its target.
    pub(super) requested: ActionRequest,
    /// Whether to ask the user first.
    pub(super) caution: Caution,
    /// What follows it.
    pub(super) ends: NextStatus,
    /// The reason.
    pub(super) thought: String,
    /// Steps to do after it, before the rest of the plan.
    pub(super) then: Vec<Step>,
}

impl PlannedAction {
    /// A command for the window.
    pub(super) fn window<const N: usize>(function: &'static str, args: [(&str, Value); N]) -> PlannedAction {
        let args = args.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        let call = Call { command: function.to_owned(), args };
        PlannedAction {
            requested: ActionRequest { call, target: Target::Window },
            caution: Caution::Usual,
            ends: NextStatus::Continue,
            thought: String::new(),
            then: Vec::new(),
        }
    }

    /// A command for a control.
    pub(super) fn control<const N: usize>(
        seen: &NestedControl<'_>,
        function: &'static str,
        args: [(&str, Value); N],
    ) -> PlannedAction {
        let mut act = PlannedAction::window(function, args);
        act.requested.target = Target::Control(seen.control().clone());
        act
    }

    /// Adds a reason.
    pub(super) fn because(self, thought: impl Into<String>) -> PlannedAction {
        PlannedAction { thought: thought.into(), ..self }
    }

    /// Adds steps to do after it.
    pub(super) fn then(self, then: Vec<Step>) -> PlannedAction {
        PlannedAction { then, ..self }
    }

    /// Makes it the subtask's last action.
    pub(super) fn last(self) -> PlannedAction {
        PlannedAction { ends: NextStatus::Finish, ..self }
    }

    /// Makes it need the user's approval.
    pub(super) fn with_approval(self) -> PlannedAction {
        PlannedAction { caution: Caution::AskFirst, ..self }
    }
}

/// A short wait for the application.
pub(super) fn short_wait() -> PlannedAction {
    PlannedAction::window("wait", [("seconds", json!(SHORT_WAIT_SECONDS))])
}

/// Whether another short wait is allowed.
pub(super) fn may_wait(facts: &AppFacts<'_>) -> bool {
    facts.last.as_ref().is_none_or(|last| last.command() != "wait" || last.repeat_times < MAX_SHORT_WAITS)
}

impl From<PlannedAction> for StepMove {
    fn from(act: PlannedAction) -> StepMove {
        StepMove::Act(Box::new(act))
    }
}
