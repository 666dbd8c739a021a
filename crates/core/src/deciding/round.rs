//! The states of a round. `next_state` has the one function that changes them.

use super::{AgentKind, AgentStatus, Assignment, Caution, Question, Status, SubtaskOutcome, Verdict};
use crate::{BlobRef, Grounds, Operation};
use serde::{Deserialize, Serialize};

/// The agent whose turn it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ActiveAgent {
    /// The HostAgent.
    Host,
    /// The AppAgent of this assignment.
    App(Box<Assignment>),
}

impl ActiveAgent {
    /// The agent's kind.
    pub const fn kind(&self) -> AgentKind {
        match self {
            ActiveAgent::Host => AgentKind::HostAgent,
            ActiveAgent::App(_) => AgentKind::AppAgent,
        }
    }
}

/// The state of a round. It carries everything needed to continue, even in another process.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RoundState {
    /// This agent takes the next step (`CONTINUE`).
    Turn(ActiveAgent),
    /// The HostAgent chose a window for a subtask, and the window is being prepared (`ASSIGN`).
    Assigning(Box<Assignment>),
    /// The window's AppAgent has the subtask but has not begun (`ASSIGN`).
    Assigned(Box<Assignment>),
    /// This agent asked the user and waits for the answers (`PENDING`).
    Asking(ActiveAgent, Vec<Question>),
    /// This operation waits for the user's approval (`CONFIRM`).
    Confirming(ActiveAgent, Box<ApprovalRequest>),
    /// The subtask goes back to the HostAgent with its result (`FINISH`, `FAIL`, `ERROR` of an AppAgent).
    HandingBack(Box<Assignment>, SubtaskOutcome),
    /// The round is over (`FINISH`, `FAIL`, `ERROR` of the HostAgent).
    Ended(Verdict),
}

/// An operation that waits for the user's approval.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ApprovalRequest {
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

impl ApprovalRequest {
    /// The caution that led to this request, for another ruling on its operation.
    pub fn caution(&self) -> Caution {
        self.grounds.as_ref().map_or(Caution::Usual, |it| it.source.caution(&self.reason))
    }
}

impl Default for RoundState {
    fn default() -> RoundState {
        RoundState::start()
    }
}

impl RoundState {
    /// The initial state.
    pub const fn start() -> RoundState {
        RoundState::Turn(ActiveAgent::Host)
    }

    /// The active agent and its status.
    pub const fn agent_status(&self) -> AgentStatus {
        let (agent, status) = match self {
            RoundState::Turn(agent) => (agent.kind(), Status::Continue),
            RoundState::Assigning(_) => (AgentKind::HostAgent, Status::Assign),
            RoundState::Assigned(_) => (AgentKind::AppAgent, Status::Assign),
            RoundState::Asking(agent, _) => (agent.kind(), Status::Pending),
            RoundState::Confirming(agent, _) => (agent.kind(), Status::Confirm),
            RoundState::HandingBack(_, outcome) => (AgentKind::AppAgent, outcome.status()),
            RoundState::Ended(verdict) => (AgentKind::HostAgent, verdict.status()),
        };
        AgentStatus { agent, status }
    }

    /// The current assignment, if any.
    pub const fn assignment(&self) -> Option<&Assignment> {
        match self {
            RoundState::Assigning(it) | RoundState::Assigned(it) | RoundState::HandingBack(it, _) => Some(it),
            RoundState::Turn(agent) | RoundState::Asking(agent, _) | RoundState::Confirming(agent, _) => {
                match agent {
                    ActiveAgent::App(it) => Some(it),
                    ActiveAgent::Host => None,
                }
            }
            RoundState::Ended(_) => None,
        }
    }
}
