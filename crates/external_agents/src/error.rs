//! What can go wrong with agents that are not ours.

use deskpilot_core::Remedy;
use std::time::Duration;
use thiserror::Error;

/// Why an agent that is not ours did not carry its subtask out.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ExternalError {
    /// It could not be started: nothing was done.
    #[error("{name} cannot be started: {why}")]
    NotStarted {
        /// The agent.
        name: String,
        /// Why.
        why: String,
    },
    /// It ended, or said what cannot be understood: what it did until then is not known.
    #[error("{name} broke off: {why}")]
    BrokeOff {
        /// The agent.
        name: String,
        /// Why.
        why: String,
    },
    /// It was not done in time, and was ended: what it did until then is not known.
    #[error("{name} was not done after {} s and was ended; allow more with timeout in its entry", .after.as_secs())]
    TooLong {
        /// The agent.
        name: String,
        /// How long it had.
        after: Duration,
    },
}

impl ExternalError {
    /// What can be done about it. Where a person has to look after the agent first, nothing was done.
    pub const fn remedy(&self) -> Remedy {
        match self {
            ExternalError::NotStarted { .. } => Remedy::AskUser,
            ExternalError::BrokeOff { .. } | ExternalError::TooLong { .. } => Remedy::TellAgent,
        }
    }
}
