//! The one table of what leads the two agents from each of their states to which.

use super::{AgentKind, Consent, HostDecision, Status, SubtaskOutcome, Verdict};
use crate::{Event, Ruling};
use std::fmt;

/// Which agent a round is at, and in which state that agent is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Standing {
    /// The agent.
    pub agent: AgentKind,
    /// Its state.
    pub status: Status,
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.agent, self.status)
    }
}

/// What moves a round: the little of an event that its state depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cue {
    /// The HostAgent gave a subtask to a window.
    Assigned,
    /// The window stands ready, and its AppAgent is there.
    Registered,
    /// An agent began a step.
    StepBegan,
    /// An agent asked the user.
    Asked,
    /// The user answered.
    Answered,
    /// The policy wants a yes.
    NeedsYes,
    /// The user said yes or no.
    Decided,
    /// The subtask is carried out.
    SubtaskFinished,
    /// The subtask cannot be carried out.
    SubtaskFailed,
    /// The subtask ended with an error that is not its agent's doing.
    SubtaskErred,
    /// The request is carried out.
    RoundFinished,
    /// The request cannot be carried out, or the round has used up what it may.
    RoundFailed,
    /// The round ended with an error that is no agent's doing.
    RoundErred,
}

impl Cue {
    /// What the event means for the state of a round; `None` for most of them.
    pub const fn of(event: &Event) -> Option<Cue> {
        Some(match event {
            Event::HostDecided { decision: HostDecision::Assign(_), .. } => Cue::Assigned,
            Event::Registered { .. } => Cue::Registered,
            Event::StepStarted { .. } => Cue::StepBegan,
            Event::Asked { .. } => Cue::Asked,
            Event::Answered { .. } => Cue::Answered,
            Event::Ruled { ruling: Ruling::Confirm(_), .. } => Cue::NeedsYes,
            // Whoever stops has not decided: the operation waits on.
            Event::Confirmed { consent: Consent::Stop } => return None,
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

    /// What happens, in a few words.
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

/// One line of the table: from here, at this, to there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transition {
    /// Where the round stands; `None` for wherever it has not ended.
    pub from: Option<Standing>,
    /// What happens.
    pub cue: Cue,
    /// Where it stands then.
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

/// Every way from state to state. What is not here does not move a round.
pub const TRANSITIONS: &[Transition] = &[
    row(host(Status::Continue), Cue::Assigned, host(Status::Assign)),
    row(host(Status::Continue), Cue::Asked, host(Status::Pending)),
    row(host(Status::Pending), Cue::Answered, host(Status::Continue)),
    row(host(Status::Continue), Cue::NeedsYes, host(Status::Confirm)),
    row(host(Status::Confirm), Cue::Decided, host(Status::Continue)),
    row(host(Status::Assign), Cue::Registered, app(Status::Assign)),
    row(host(Status::Assign), Cue::SubtaskErred, app(Status::Error)),
    // Logs of the first format do not say when a window stood ready.
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
    /// Where a round begins.
    pub const START: Standing = host(Status::Continue);

    /// Whether nothing more happens.
    pub fn is_end(self) -> bool {
        self.agent == AgentKind::HostAgent
            && matches!(self.status, Status::Finish | Status::Fail | Status::Error)
    }

    /// Where the round stands after the cue; `None` when it stays. Total and pure: it reads [`TRANSITIONS`].
    pub fn after(self, cue: Cue) -> Option<Standing> {
        let applies = |it: &&Transition| it.cue == cue && it.from.is_none_or(|from| from == self);
        if self.is_end() {
            return None;
        }
        TRANSITIONS.iter().find(applies).map(|it| it.to)
    }
}
