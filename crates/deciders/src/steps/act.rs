//! What an AppAgent does about one step.

use super::step::Step;
use crate::{
    Requested, Target,
    sight::{AppSight, Seen},
};
use deskpilot_core::{Call, Caution, Then};
use serde_json::{Value, json};

/// A moment, in seconds, and how many of them in a row are waited after the first.
const MOMENT_SECONDS: f64 = 0.25;
const MOMENTS: usize = 7;

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
    /// The command, and what it is for.
    pub(super) requested: Requested,
    /// Whether the user is asked first.
    pub(super) caution: Caution,
    /// What follows it.
    pub(super) ends: Then,
    /// Why it is done.
    pub(super) thought: String,
    /// Steps that come after it, before the rest of the plan.
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
            ends: Then::Continue,
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

    /// The same, for this reason.
    pub(super) fn because(self, thought: impl Into<String>) -> Act {
        Act { thought: thought.into(), ..self }
    }

    /// The same, followed by these steps.
    pub(super) fn then(self, then: Vec<Step>) -> Act {
        Act { then, ..self }
    }

    /// The same as the last action of the subtask.
    pub(super) fn last(self) -> Act {
        Act { ends: Then::Finish, ..self }
    }

    /// The same once the user says yes.
    pub(super) fn with_a_yes(self) -> Act {
        Act { caution: Caution::AskFirst, ..self }
    }
}

/// A wait for what takes an application a moment.
pub(super) fn moment() -> Act {
    Act::window("wait", [("seconds", json!(MOMENT_SECONDS))])
}

/// Whether another moment may be waited.
pub(super) fn may_wait(sight: &AppSight<'_>) -> bool {
    sight.last.as_ref().is_none_or(|last| last.command() != "wait" || last.repeat_times < MOMENTS)
}

impl From<Act> for Move {
    fn from(act: Act) -> Move {
        Move::Act(Box::new(act))
    }
}
