//! What can go wrong while a decider decides, and what can be done about it.

use deskpilot_core::{Complaint, Remedy};
use thiserror::Error;

/// Why there is no decision.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DeciderError {
    /// The decision cannot be followed, for this reason: the decider is told and decides once more.
    #[error("{0}")]
    Rejected(Complaint),
    /// The decider has none, for this reason.
    #[error("{message}")]
    Failed {
        /// What went wrong, and what to do.
        message: String,
        /// What can be done about it.
        remedy: Remedy,
    },
    /// The decider does not decide for such an agent.
    #[error("{decider} decides for the {only} only; name another model for the {asked}")]
    NotForAgent {
        /// The decider.
        decider: &'static str,
        /// The agent it decides for.
        only: deskpilot_core::AgentKind,
        /// The agent it was asked for.
        asked: deskpilot_core::AgentKind,
    },
    /// The recording has no more decisions.
    #[error("{decider} has no decision left: it had {decisions}")]
    Exhausted {
        /// The decider.
        decider: &'static str,
        /// How many decisions it had.
        decisions: usize,
    },
    /// What is shown is not what the recorded decision was made upon.
    #[error(
        "the replay left the recording at decision {decision}: {what} differs: recorded {recorded:?}, now {now:?}"
    )]
    Diverged {
        /// Which decision of its agent, from 0.
        decision: usize,
        /// What differs.
        what: &'static str,
        /// What it was, shortened.
        recorded: String,
        /// What it is now, shortened.
        now: String,
    },
    /// The session's log cannot be written.
    #[error(transparent)]
    NotRecorded(#[from] NotRecorded),
}

/// The session's log cannot be written; whoever keeps it knows why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the session's log cannot be written")]
pub struct NotRecorded;

impl DeciderError {
    /// What can be done about it.
    pub const fn remedy(&self) -> Remedy {
        match self {
            DeciderError::Rejected(_) => Remedy::TellAgent,
            DeciderError::Failed { remedy, .. } => *remedy,
            DeciderError::NotForAgent { .. }
            | DeciderError::Exhausted { .. }
            | DeciderError::Diverged { .. }
            | DeciderError::NotRecorded(_) => Remedy::GiveUp,
        }
    }
}
