//! What ends a session's process. All else is an event of the session.

use deskpilot_core::Remedy;
use deskpilot_log::LogError;
use thiserror::Error;

/// Why a session could not go on in this process. Its log is whole, and it can be resumed.
#[derive(Debug, Error)]
pub enum AgentError {
    /// A person stopped it or took over.
    #[error(transparent)]
    Halted(#[from] Halt),
    /// Its log cannot be written or read.
    #[error(transparent)]
    Log(#[from] LogError),
}

/// How a person interrupted the agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Halt {
    /// The user stopped the session.
    #[error("stopped")]
    Stopped,
    /// A person took the desktop over.
    #[error("paused")]
    Paused,
}

impl AgentError {
    /// What can be done about it.
    pub const fn remedy(&self) -> Remedy {
        match self {
            AgentError::Halted(_) => Remedy::AskUser,
            AgentError::Log(error) => error.remedy(),
        }
    }
}
