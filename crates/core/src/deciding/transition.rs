//! The transition table of a round: every change of agent and status, and what causes it.

use super::{AgentKind, Status};
use std::fmt;

/// The active agent and its status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AgentStatus {
    /// The agent.
    pub agent: AgentKind,
    /// Its status.
    pub status: Status,
}

impl fmt::Display for AgentStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.agent, self.status)
    }
}

/// What changes a round's state: the part of an event that the transition depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Trigger {
    /// The HostAgent assigned a subtask to a window.
    Assigned,
    /// The window is ready and its AppAgent exists.
    Registered,
    /// An agent began a step.
    StepBegan,
    /// An agent asked the user.
    Asked,
    /// The user answered.
    Answered,
    /// The policy requires approval.
    NeedsYes,
    /// The user approved or refused.
    Decided,
    /// The subtask is carried out.
    SubtaskFinished,
    /// The subtask cannot be carried out.
    SubtaskFailed,
    /// The subtask ended with an error that its agent did not cause.
    SubtaskErred,
    /// The request is carried out.
    RoundFinished,
    /// The request cannot be carried out, or the round has reached a limit.
    RoundFailed,
    /// The round ended with an error that no agent caused.
    RoundErred,
    /// The session was resumed from a log that may not be its own.
    Distrusted,
}

impl Trigger {
    /// A short description.
    pub const fn description(self) -> &'static str {
        match self {
            Trigger::Assigned => "gives a subtask to a window",
            Trigger::Registered => "the window is ready",
            Trigger::StepBegan => "the next step begins",
            Trigger::Asked => "asks the user",
            Trigger::Answered => "the user answers",
            Trigger::NeedsYes => "an action needs approval",
            Trigger::Decided => "the user approves or refuses",
            Trigger::SubtaskFinished => "the subtask is done",
            Trigger::SubtaskFailed => "the subtask cannot be done",
            Trigger::SubtaskErred => "the subtask fails with an error",
            Trigger::RoundFinished => "the request is carried out",
            Trigger::RoundFailed => "the request cannot be carried out, or a limit is reached",
            Trigger::RoundErred => "the model or the desktop is not available",
            Trigger::Distrusted => "is resumed from a log of unknown origin",
        }
    }
}

/// One row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transition {
    /// The state before; `None` for any state before the end.
    pub from: Option<AgentStatus>,
    /// What causes it.
    pub trigger: Trigger,
    /// The state after.
    pub to: AgentStatus,
}

const fn host(status: Status) -> AgentStatus {
    AgentStatus { agent: AgentKind::HostAgent, status }
}

const fn app(status: Status) -> AgentStatus {
    AgentStatus { agent: AgentKind::AppAgent, status }
}

const fn row(from: AgentStatus, trigger: Trigger, to: AgentStatus) -> Transition {
    Transition { from: Some(from), trigger, to }
}

const fn from_any(trigger: Trigger, to: AgentStatus) -> Transition {
    Transition { from: None, trigger, to }
}

/// All transitions. A trigger without a row leaves the state unchanged.
pub const TRANSITIONS: &[Transition] = &[
    row(host(Status::Continue), Trigger::Assigned, host(Status::Assign)),
    row(host(Status::Continue), Trigger::Asked, host(Status::Pending)),
    row(host(Status::Pending), Trigger::Answered, host(Status::Continue)),
    row(host(Status::Continue), Trigger::NeedsYes, host(Status::Confirm)),
    row(host(Status::Confirm), Trigger::Decided, host(Status::Continue)),
    row(host(Status::Assign), Trigger::Registered, app(Status::Assign)),
    row(host(Status::Assign), Trigger::SubtaskErred, app(Status::Error)),
    // Logs of the first format do not record when a window was ready.
    row(host(Status::Assign), Trigger::StepBegan, app(Status::Continue)),
    row(app(Status::Assign), Trigger::StepBegan, app(Status::Continue)),
    row(app(Status::Assign), Trigger::SubtaskErred, app(Status::Error)),
    row(app(Status::Continue), Trigger::Asked, app(Status::Pending)),
    row(app(Status::Pending), Trigger::Answered, app(Status::Continue)),
    row(app(Status::Continue), Trigger::NeedsYes, app(Status::Confirm)),
    row(app(Status::Confirm), Trigger::Decided, app(Status::Continue)),
    row(app(Status::Continue), Trigger::SubtaskFinished, app(Status::Finish)),
    row(app(Status::Continue), Trigger::SubtaskFailed, app(Status::Fail)),
    row(app(Status::Continue), Trigger::SubtaskErred, app(Status::Error)),
    row(app(Status::Finish), Trigger::StepBegan, host(Status::Continue)),
    row(app(Status::Fail), Trigger::StepBegan, host(Status::Continue)),
    row(app(Status::Error), Trigger::StepBegan, host(Status::Continue)),
    from_any(Trigger::RoundFinished, host(Status::Finish)),
    from_any(Trigger::RoundFailed, host(Status::Fail)),
    from_any(Trigger::RoundErred, host(Status::Error)),
    // Assignments, open questions and operations that wait for a yes are only as true as the log.
    from_any(Trigger::Distrusted, host(Status::Continue)),
];

impl AgentStatus {
    /// The initial state of a round.
    pub const START: AgentStatus = host(Status::Continue);

    /// Whether the round is over.
    pub fn is_end(self) -> bool {
        self.agent == AgentKind::HostAgent
            && matches!(self.status, Status::Finish | Status::Fail | Status::Error)
    }

    /// The state after the trigger; `None` if it does not change. Total and pure: it reads [`TRANSITIONS`].
    pub fn after(self, trigger: Trigger) -> Option<AgentStatus> {
        let applies = |it: &&Transition| it.trigger == trigger && it.from.is_none_or(|from| from == self);
        if self.is_end() {
            return None;
        }
        TRANSITIONS.iter().find(applies).map(|it| it.to)
    }
}
