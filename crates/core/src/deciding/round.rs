//! The state machine of a round: its states and the one function that changes them.

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
    /// The agent's kind.
    pub const fn kind(&self) -> AgentKind {
        match self {
            Who::Host => AgentKind::HostAgent,
            Who::App(_) => AgentKind::AppAgent,
        }
    }
}

/// The state of a round. It carries everything needed to continue, even in another process.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RoundState {
    /// This agent takes the next step (`CONTINUE`).
    Turn(Who),
    /// The HostAgent chose a window for a subtask, and the window is being prepared (`ASSIGN`).
    Assigning(Box<Assignment>),
    /// The window's AppAgent has the subtask but has not begun (`ASSIGN`).
    Assigned(Box<Assignment>),
    /// This agent asked the user and waits for the answers (`PENDING`).
    Asking(Who, Vec<Question>),
    /// This operation waits for the user's approval (`CONFIRM`).
    Confirming(Who, Waiting),
    /// The subtask goes back to the HostAgent with its result (`FINISH`, `FAIL`, `ERROR` of an AppAgent).
    HandingBack(Box<Assignment>, SubtaskOutcome),
    /// The round is over (`FINISH`, `FAIL`, `ERROR` of the HostAgent).
    Ended(Verdict),
}

/// An operation that waits for the user's approval.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Waiting {
    /// The operation.
    #[serde(rename = "deed")]
    pub operation: Operation,
    /// Why it needs approval.
    pub reason: String,
    /// The grounds of the ruling; absent in logs of the first formats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grounds: Option<Grounds>,
    /// A picture of the target.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<BlobRef>,
}

impl Default for RoundState {
    fn default() -> RoundState {
        RoundState::start()
    }
}

impl RoundState {
    /// The initial state.
    pub const fn start() -> RoundState {
        RoundState::Turn(Who::Host)
    }

    /// The active agent and its status.
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

    /// The state after the event. Total and pure: [`TRANSITIONS`](crate::TRANSITIONS) decides the next state,
    /// and the event supplies its data. Other events leave the state unchanged.
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

    /// The current assignment, if any.
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
