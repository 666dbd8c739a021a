//! Errors of deciders, and their remedies.

use deskpilot_core::{Complaint, Remedy};
use thiserror::Error;

/// Why a decider returned no decision.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DeciderError {
    /// The decision is invalid, for this reason: the decider is told and decides again.
    #[error("{0}")]
    Rejected(Complaint),
    /// The decider failed, for this reason.
    #[error("{message}")]
    Failed {
        /// What went wrong, and what to do.
        message: String,
        /// The remedy.
        remedy: Remedy,
    },
    /// The decider does not serve this kind of agent.
    #[error("{decider} decides for the {only} only; name another model for the {asked}")]
    NotForAgent {
        /// The decider.
        decider: &'static str,
        /// The agent it decides for.
        only: deskpilot_core::AgentKind,
        /// The agent that asked.
        asked: deskpilot_core::AgentKind,
    },
    /// The recording has no more decisions.
    #[error("{decider} has no decision left: it had {decisions}")]
    Exhausted {
        /// The decider.
        decider: &'static str,
        /// The number of decisions it had.
        decisions: usize,
    },
    /// The scene differs from the one that the recorded decision is based on.
    #[error(
        "the replay left the recording at decision {decision}: {what} differs: recorded {recorded:?}, now {now:?}"
    )]
    Diverged {
        /// The number of the decision among its agent's, from 0.
        decision: usize,
        /// The part that differs.
        what: &'static str,
        /// The recorded text, shortened.
        recorded: String,
        /// The current text, shortened.
        now: String,
    },
    /// The session's log cannot be written.
    #[error(transparent)]
    NotRecorded(#[from] NotRecorded),
}

/// The session's log cannot be written; the log's owner knows why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the session's log cannot be written")]
pub struct NotRecorded;

impl DeciderError {
    /// The remedy.
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
