//! The moves of an AppAgent for one step.

use super::step::Step;
use crate::{
    Requested, Target,
    sight::{AppSight, Seen},
};
use deskpilot_core::{Call, Caution, NextStatus};
use serde_json::{Value, json};

/// The length of a short wait in seconds, and how many may follow the first in a row.
const MOMENT_SECONDS: f64 = 0.25;
const MOMENTS: usize = 7;

/// The result of a step.
pub(super) enum Move {
    /// Do this action.
    Act(Box<Act>),
    /// Nothing to do, because it is so already, as this sentence says.
    Done(String),
    /// Do these steps instead.
    Steps(Vec<Step>),
    /// Ask the user whether the step was done.
    Ask(Step),
}

/// One action.
pub(super) struct Act {
    /// The command and its target.
    pub(super) requested: Requested,
    /// Whether to ask the user first.
    pub(super) caution: Caution,
    /// What follows it.
    pub(super) ends: NextStatus,
    /// The reason.
    pub(super) thought: String,
    /// Steps to do after it, before the rest of the plan.
    pub(super) then: Vec<Step>,
}

impl Act {
    /// A command for the window.
    pub(super) fn window<const N: usize>(function: &'static str, args: [(&str, Value); N]) -> Act {
        let args = args.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        let call = Call { command: function.to_owned(), args };
        Act {
            requested: Requested { call, target: Target::Window },
            caution: Caution::Usual,
            ends: NextStatus::Continue,
            thought: String::new(),
            then: Vec::new(),
        }
    }

    /// A command for a control.
    pub(super) fn control<const N: usize>(
        seen: &Seen<'_>,
        function: &'static str,
        args: [(&str, Value); N],
    ) -> Act {
        let mut act = Act::window(function, args);
        act.requested.target = Target::Control(seen.control().clone());
        act
    }

    /// Adds a reason.
    pub(super) fn because(self, thought: impl Into<String>) -> Act {
        Act { thought: thought.into(), ..self }
    }

    /// Adds steps to do after it.
    pub(super) fn then(self, then: Vec<Step>) -> Act {
        Act { then, ..self }
    }

    /// Makes it the subtask's last action.
    pub(super) fn last(self) -> Act {
        Act { ends: NextStatus::Finish, ..self }
    }

    /// Makes it need the user's approval.
    pub(super) fn with_a_yes(self) -> Act {
        Act { caution: Caution::AskFirst, ..self }
    }
}

/// A short wait for the application.
pub(super) fn moment() -> Act {
    Act::window("wait", [("seconds", json!(MOMENT_SECONDS))])
}

/// Whether another short wait is allowed.
pub(super) fn may_wait(sight: &AppSight<'_>) -> bool {
    sight.last.as_ref().is_none_or(|last| last.command() != "wait" || last.repeat_times < MOMENTS)
}

impl From<Act> for Move {
    fn from(act: Act) -> Move {
        Move::Act(Box::new(act))
    }
}
