//! Errors of external agents.

use deskpilot_core::Remedy;
use std::time::Duration;
use thiserror::Error;

/// Why an external agent did not carry out its subtask.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ExternalError {
    /// It could not be started: nothing was done.
    #[error("{name} cannot be started: {why}")]
    NotStarted {
        /// The agent.
        name: String,
        /// The reason.
        why: String,
    },
    /// It ended or sent invalid output; what it did until then is unknown.
    #[error("{name} broke off: {why}")]
    BrokeOff {
        /// The agent.
        name: String,
        /// The reason.
        why: String,
    },
    /// It reached its time limit and was ended; what it did until then is unknown.
    #[error("{name} was not done after {} s and was ended; allow more with timeout in its entry", .after.as_secs())]
    TooLong {
        /// The agent.
        name: String,
        /// Its time limit.
        after: Duration,
    },
}

impl ExternalError {
    /// The remedy. A person is asked only if nothing was done and the agent itself needs fixing.
    pub const fn remedy(&self) -> Remedy {
        match self {
            ExternalError::NotStarted { .. } => Remedy::AskUser,
            ExternalError::BrokeOff { .. } | ExternalError::TooLong { .. } => Remedy::TellAgent,
        }
    }
}
