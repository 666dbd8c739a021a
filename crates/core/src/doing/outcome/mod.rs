//! Outcomes: an action's effect, its output, and how long the wait for the effect took.

mod record;

use super::{Effect, Evidence, NoChangeReason, Operation};
use record::OutcomeRecord;
use serde::{Deserialize, Serialize};
use std::fmt;

/// An action's effect and output.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "OutcomeRecord", into = "OutcomeRecord")]
pub struct Outcome {
    /// The effect.
    pub effect: Effect,
    /// The text that the action returns, such as a control's.
    pub output: Option<String>,
    /// What ended the wait for the effect; `None` if there was no wait.
    pub settled: Option<WaitEnd>,
}

impl Outcome {
    /// Whether it is that a text was read: the evidence quotes the beginning of the output, which need not be said twice.
    pub fn is_reading(&self) -> bool {
        let (Effect::Confirmed(evidence), Some(output)) = (&self.effect, &self.output) else { return false };
        match evidence {
            Evidence::Value { before: None, after: Some(beginning), of: None } => {
                output.starts_with(beginning.as_str())
            }
            _ => false,
        }
    }

    /// Whether the operation needed no change: the wanted state was already there, its keys only select, move or
    /// dismiss, which often shows nowhere, or it searched and found nothing.
    pub fn is_as_wanted(&self, operation: &Operation) -> bool {
        let (Operation::Act(action), Effect::NoChange(unchanged)) = (operation, &self.effect) else {
            return false;
        };
        let is_reply = matches!(unchanged, NoChangeReason::AlreadySo(_) | NoChangeReason::NotFound(_));
        is_reply || action.only_moves()
    }
}

impl From<Effect> for Outcome {
    fn from(effect: Effect) -> Outcome {
        Outcome { effect, output: None, settled: None }
    }
}

/// What ended the wait for an action's effect, and after how many milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WaitEnd {
    /// Changes came and then stopped.
    Quiet(u64),
    /// The wanted effect was seen.
    Condition(u64),
    /// Nothing changed, or the changes did not stop.
    Deadline(u64),
}

impl fmt::Display for WaitEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WaitEnd::Quiet(millis) => write!(f, "quiet after {millis} ms"),
            WaitEnd::Condition(millis) => write!(f, "seen after {millis} ms"),
            WaitEnd::Deadline(millis) => write!(f, "waited {millis} ms"),
        }
    }
}
