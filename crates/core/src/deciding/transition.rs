//! The transition table of a round: every change of agent and status, and what causes it.

use super::{AgentKind, Consent, HostDecision, Status, SubtaskOutcome, Verdict};
use crate::{Event, Ruling};
use std::fmt;

/// The active agent and its status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Standing {
    /// The agent.
    pub agent: AgentKind,
    /// Its status.
    pub status: Status,
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.agent, self.status)
    }
}

/// What changes a round's state: the part of an event that the transition depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cue {
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
    /// The user said yes or no.
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
}

impl Cue {
    /// The event's cue; `None` for events that do not change a round's state.
    pub const fn of(event: &Event) -> Option<Cue> {
        Some(match event {
            Event::HostDecided { decision: HostDecision::Assign(_), .. } => Cue::Assigned,
            Event::Registered { .. } => Cue::Registered,
            Event::StepStarted { .. } => Cue::StepBegan,
            Event::Asked { .. } => Cue::Asked,
            Event::Answered { .. } => Cue::Answered,
            Event::Ruled { ruling: Ruling::Confirm(_), .. } => Cue::NeedsYes,
            // A stop is no decision: the operation keeps waiting.
            Event::Confirmed { consent: Consent::Stop, .. } => return None,
            Event::Confirmed { .. } => Cue::Decided,
            Event::SubtaskEnded { outcome: SubtaskOutcome::Finished, .. } => Cue::SubtaskFinished,
            Event::SubtaskEnded { outcome: SubtaskOutcome::Failed(_), .. } => Cue::SubtaskFailed,
            Event::SubtaskEnded {
                outcome: SubtaskOutcome::Errored(_) | SubtaskOutcome::WindowGone(_),
                ..
            } => Cue::SubtaskErred,
            Event::RoundEnded { verdict: Verdict::Finished(_) } => Cue::RoundFinished,
            Event::RoundEnded { verdict: Verdict::Failed(_) } => Cue::RoundFailed,
            Event::RoundEnded { verdict: Verdict::Errored(_) } => Cue::RoundErred,
            _ => return None,
        })
    }

    /// A short description of the cue.
    pub const fn words(self) -> &'static str {
        match self {
            Cue::Assigned => "gives a subtask to a window",
            Cue::Registered => "the window stands ready",
            Cue::StepBegan => "the next step begins",
            Cue::Asked => "asks the user",
            Cue::Answered => "the user answers",
            Cue::NeedsYes => "an action needs a yes",
            Cue::Decided => "the user says yes or no",
            Cue::SubtaskFinished => "the subtask is done",
            Cue::SubtaskFailed => "the subtask cannot be done",
            Cue::SubtaskErred => "the subtask comes to grief",
            Cue::RoundFinished => "the request is carried out",
            Cue::RoundFailed => "it cannot be carried out, or a budget is used up",
            Cue::RoundErred => "the model or the desktop cannot be had",
        }
    }
}

/// One row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transition {
    /// The state before; `None` for any state before the end.
    pub from: Option<Standing>,
    /// The cue.
    pub cue: Cue,
    /// The state after.
    pub to: Standing,
}

const fn host(status: Status) -> Standing {
    Standing { agent: AgentKind::HostAgent, status }
}

const fn app(status: Status) -> Standing {
    Standing { agent: AgentKind::AppAgent, status }
}

const fn row(from: Standing, cue: Cue, to: Standing) -> Transition {
    Transition { from: Some(from), cue, to }
}

const fn anywhere(cue: Cue, to: Standing) -> Transition {
    Transition { from: None, cue, to }
}

/// All transitions. A cue without a row leaves the state unchanged.
pub const TRANSITIONS: &[Transition] = &[
    row(host(Status::Continue), Cue::Assigned, host(Status::Assign)),
    row(host(Status::Continue), Cue::Asked, host(Status::Pending)),
    row(host(Status::Pending), Cue::Answered, host(Status::Continue)),
    row(host(Status::Continue), Cue::NeedsYes, host(Status::Confirm)),
    row(host(Status::Confirm), Cue::Decided, host(Status::Continue)),
    row(host(Status::Assign), Cue::Registered, app(Status::Assign)),
    row(host(Status::Assign), Cue::SubtaskErred, app(Status::Error)),
    // Logs of the first format do not record when a window was ready.
    row(host(Status::Assign), Cue::StepBegan, app(Status::Continue)),
    row(app(Status::Assign), Cue::StepBegan, app(Status::Continue)),
    row(app(Status::Assign), Cue::SubtaskErred, app(Status::Error)),
    row(app(Status::Continue), Cue::Asked, app(Status::Pending)),
    row(app(Status::Pending), Cue::Answered, app(Status::Continue)),
    row(app(Status::Continue), Cue::NeedsYes, app(Status::Confirm)),
    row(app(Status::Confirm), Cue::Decided, app(Status::Continue)),
    row(app(Status::Continue), Cue::SubtaskFinished, app(Status::Finish)),
    row(app(Status::Continue), Cue::SubtaskFailed, app(Status::Fail)),
    row(app(Status::Continue), Cue::SubtaskErred, app(Status::Error)),
    row(app(Status::Finish), Cue::StepBegan, host(Status::Continue)),
    row(app(Status::Fail), Cue::StepBegan, host(Status::Continue)),
    row(app(Status::Error), Cue::StepBegan, host(Status::Continue)),
    anywhere(Cue::RoundFinished, host(Status::Finish)),
    anywhere(Cue::RoundFailed, host(Status::Fail)),
    anywhere(Cue::RoundErred, host(Status::Error)),
];

impl Standing {
    /// The initial state of a round.
    pub const START: Standing = host(Status::Continue);

    /// Whether the round is over.
    pub fn is_end(self) -> bool {
        self.agent == AgentKind::HostAgent
            && matches!(self.status, Status::Finish | Status::Fail | Status::Error)
    }

    /// The state after the cue; `None` if it does not change. Total and pure: it reads [`TRANSITIONS`].
    pub fn after(self, cue: Cue) -> Option<Standing> {
        let applies = |it: &&Transition| it.cue == cue && it.from.is_none_or(|from| from == self);
        if self.is_end() {
            return None;
        }
        TRANSITIONS.iter().find(applies).map(|it| it.to)
    }
}
