//! What ends a session's process. All else is an event of the session.

use deskpilot_core::Remedy;
use deskpilot_log::LogError;
use thiserror::Error;

/// Why a session could not go on in this process. Its log is whole, and it can be resumed.
#[derive(Debug, Error)]
pub enum AgentError {
    /// The user stopped it.
    #[error("stopped")]
    Stopped,
    /// A person took over.
    #[error("paused")]
    Paused,
    /// Its log cannot be written or read.
    #[error(transparent)]
    Log(#[from] LogError),
}

impl AgentError {
    /// What can be done about it.
    pub const fn remedy(&self) -> Remedy {
        match self {
            AgentError::Stopped | AgentError::Paused => Remedy::AskUser,
            AgentError::Log(error) => error.remedy(),
        }
    }
}
