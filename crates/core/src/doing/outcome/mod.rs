//! An effect with what the action gave back, and how long its effect was waited for.

mod record;

use super::{Effect, Operation, Unchanged};
use record::OutcomeRecord;
use serde::{Deserialize, Serialize};
use std::fmt;

/// An effect, and what the action gave back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "OutcomeRecord", into = "OutcomeRecord")]
pub struct Outcome {
    /// What can truly be said about it.
    pub effect: Effect,
    /// The text it was asked for, such as a control's.
    pub output: Option<String>,
    /// What ended the wait for the effect; `None` when none was waited for.
    pub settled: Option<Settled>,
}

impl Outcome {
    /// Whether nothing had to change for this operation: it was so already, or its keys only select, move or dismiss, which
    /// often shows nowhere.
    pub fn is_as_wanted(&self, operation: &Operation) -> bool {
        let (Operation::Act(action), Effect::NoChange(unchanged)) = (operation, &self.effect) else {
            return false;
        };
        matches!(unchanged, Unchanged::AlreadySo(_)) || action.only_moves()
    }
}

impl From<Effect> for Outcome {
    fn from(effect: Effect) -> Outcome {
        Outcome { effect, output: None, settled: None }
    }
}

/// What ended the wait for what comes of an action, and after how many milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Settled {
    /// Something happened, and then nothing more.
    Quiet(u64),
    /// What the action was for was seen.
    Condition(u64),
    /// Nothing happened, or it would not end.
    Deadline(u64),
}

impl fmt::Display for Settled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Settled::Quiet(millis) => write!(f, "quiet after {millis} ms"),
            Settled::Condition(millis) => write!(f, "seen after {millis} ms"),
            Settled::Deadline(millis) => write!(f, "waited {millis} ms"),
        }
    }
}
