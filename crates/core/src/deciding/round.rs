//! The state a round is in, and the one function that moves it.

use super::{Assignment, HostDecision, Question, Ruling};
use crate::{Deed, Event};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Whose turn it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Who {
    /// The HostAgent.
    Host,
    /// The AppAgent of this assignment.
    App(Box<Assignment>),
}

/// How a round ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The request is carried out; what the HostAgent tells the user about it.
    Finished(String),
    /// It is not, for this reason.
    Failed(String),
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Finished(comment) if comment.is_empty() => f.write_str("finished"),
            Verdict::Finished(comment) => write!(f, "finished: {comment}"),
            Verdict::Failed(reason) => write!(f, "failed: {reason}"),
        }
    }
}

/// The state of a round. It carries all that is needed to go on, also in another process.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RoundState {
    /// This agent moves next (`CONTINUE`, `ASSIGN`).
    Turn(Who),
    /// This agent asked the user and waits for the answers (`PENDING`).
    Asking(Who, Vec<Question>),
    /// This deed waits for the user's yes (`CONFIRM`).
    Confirming(Who, Waiting),
    /// Nothing more happens (`FINISH`, `FAIL`).
    Ended(Verdict),
}

/// A deed that waits for the user's yes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Waiting {
    /// What would be done.
    pub deed: Deed,
    /// Why a yes is needed.
    pub reason: String,
}

impl RoundState {
    /// The state a round starts in.
    pub const fn start() -> RoundState {
        RoundState::Turn(Who::Host)
    }

    /// The state after the event. Total and pure; events that do not move a round leave it as it is.
    #[must_use]
    pub fn after(self, event: &Event) -> RoundState {
        use RoundState::{Asking, Confirming, Ended, Turn};
        match (self, event) {
            (Ended(verdict), _) => Ended(verdict),
            (_, Event::RoundEnded { verdict }) => Ended(verdict.clone()),
            (Turn(Who::Host), Event::HostDecided { decision: HostDecision::Assign(it), .. }) => {
                Turn(Who::App(it.clone()))
            }
            (Turn(who), Event::Asked { questions }) => Asking(who, questions.clone()),
            (Turn(who), Event::Ruled { deed, ruling: Ruling::Confirm(reason) }) => {
                Confirming(who, Waiting { deed: deed.clone(), reason: reason.clone() })
            }
            (Asking(who, _), Event::Answered { .. }) => Turn(who),
            (Confirming(who, _), Event::Confirmed { .. }) => Turn(who),
            (Turn(Who::App(_)), Event::SubtaskEnded { .. }) => Turn(Who::Host),
            (state, _) => state,
        }
    }

    /// Whose turn it is, or who waits.
    pub const fn who(&self) -> Option<&Who> {
        match self {
            RoundState::Turn(who) | RoundState::Asking(who, _) | RoundState::Confirming(who, _) => Some(who),
            RoundState::Ended(_) => None,
        }
    }
}
