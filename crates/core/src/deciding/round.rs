//! The state a round is in, and the one function that moves it.

use super::{AgentKind, Assignment, Cue, HostDecision, Question, Standing, Status, SubtaskOutcome, Verdict};
use crate::{BlobRef, Event, Grounds, Operation, Ruling};
use serde::{Deserialize, Serialize};

/// Whose turn it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Who {
    /// The HostAgent.
    Host,
    /// The AppAgent of this assignment.
    App(Box<Assignment>),
}

impl Who {
    /// What kind of agent it is.
    pub const fn kind(&self) -> AgentKind {
        match self {
            Who::Host => AgentKind::HostAgent,
            Who::App(_) => AgentKind::AppAgent,
        }
    }
}

/// The state of a round. It carries all that is needed to go on, also in another process.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RoundState {
    /// This agent moves next (`CONTINUE`).
    Turn(Who),
    /// The HostAgent chose a window for a subtask; it is made ready (`ASSIGN`).
    Assigning(Box<Assignment>),
    /// The AppAgent of the window has the subtask and has not begun (`ASSIGN`).
    Assigned(Box<Assignment>),
    /// This agent asked the user and waits for the answers (`PENDING`).
    Asking(Who, Vec<Question>),
    /// This operation waits for the user's yes (`CONFIRM`).
    Confirming(Who, Waiting),
    /// The subtask goes back to the HostAgent with its result (`FINISH`, `FAIL`, `ERROR` of an AppAgent).
    HandingBack(Box<Assignment>, SubtaskOutcome),
    /// Nothing more happens (`FINISH`, `FAIL`, `ERROR` of the HostAgent).
    Ended(Verdict),
}

/// An operation that waits for the user's yes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Waiting {
    /// What would be done.
    #[serde(rename = "deed")]
    pub operation: Operation,
    /// Why a yes is needed.
    pub reason: String,
    /// What that rests upon; logs of the first formats do not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grounds: Option<Grounds>,
    /// A picture of what it would be done to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<BlobRef>,
}

impl Default for RoundState {
    fn default() -> RoundState {
        RoundState::start()
    }
}

impl RoundState {
    /// The state a round starts in.
    pub const fn start() -> RoundState {
        RoundState::Turn(Who::Host)
    }

    /// Which agent the round is at, and in which state that agent is.
    pub const fn standing(&self) -> Standing {
        let (agent, status) = match self {
            RoundState::Turn(who) => (who.kind(), Status::Continue),
            RoundState::Assigning(_) => (AgentKind::HostAgent, Status::Assign),
            RoundState::Assigned(_) => (AgentKind::AppAgent, Status::Assign),
            RoundState::Asking(who, _) => (who.kind(), Status::Pending),
            RoundState::Confirming(who, _) => (who.kind(), Status::Confirm),
            RoundState::HandingBack(_, outcome) => (AgentKind::AppAgent, outcome.status()),
            RoundState::Ended(verdict) => (AgentKind::HostAgent, verdict.status()),
        };
        Standing { agent, status }
    }

    /// The state after the event. Total and pure: where it leads says the table of transitions; what it carries is the
    /// event's. Events that do not move a round leave it as it is.
    #[must_use]
    pub fn after(self, event: &Event) -> RoundState {
        match Cue::of(event).and_then(|cue| self.standing().after(cue)) {
            Some(next) => self.moved(next, event),
            None => self,
        }
    }

    fn moved(self, next: Standing, event: &Event) -> RoundState {
        match (event, self.assignment().cloned().map(Box::new)) {
            (Event::RoundEnded { verdict }, _) => RoundState::Ended(verdict.clone()),
            (Event::HostDecided { decision: HostDecision::Assign(it), .. }, _) => {
                RoundState::Assigning(it.clone())
            }
            (Event::Registered { .. }, Some(it)) => RoundState::Assigned(it),
            (Event::Asked { questions }, it) => RoundState::Asking(who(it), questions.clone()),
            (Event::Ruled { operation, ruling: Ruling::Confirm(reason), grounds, picture }, it) => {
                let (operation, reason) = (operation.clone(), reason.clone());
                let (grounds, picture) = (grounds.clone(), picture.clone());
                RoundState::Confirming(who(it), Waiting { operation, reason, grounds, picture })
            }
            (Event::SubtaskEnded { outcome, .. }, Some(it)) => RoundState::HandingBack(it, outcome.clone()),
            (_, it) => RoundState::Turn(if next.agent == AgentKind::AppAgent { who(it) } else { Who::Host }),
        }
    }

    /// The subtask that is under way, if one is.
    pub const fn assignment(&self) -> Option<&Assignment> {
        match self {
            RoundState::Assigning(it) | RoundState::Assigned(it) | RoundState::HandingBack(it, _) => Some(it),
            RoundState::Turn(who) | RoundState::Asking(who, _) | RoundState::Confirming(who, _) => {
                match who {
                    Who::App(it) => Some(it),
                    Who::Host => None,
                }
            }
            RoundState::Ended(_) => None,
        }
    }
}

fn who(assignment: Option<Box<Assignment>>) -> Who {
    assignment.map_or(Who::Host, Who::App)
}
