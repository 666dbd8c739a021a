//! Errors that end a session in this process. Every other failure is an event of the session.

use deskpilot_core::Remedy;
use deskpilot_log::LogError;
use thiserror::Error;

/// Why a session could not continue in this process. Its log is complete, and the session can be resumed.
#[derive(Debug, Error)]
pub enum AgentError {
    /// A person stopped or paused it.
    #[error(transparent)]
    Halted(#[from] Halt),
    /// The log cannot be written or read.
    #[error(transparent)]
    Log(#[from] LogError),
}

/// How a person interrupted the agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Halt {
    /// The user stopped the session.
    #[error("stopped")]
    Stopped,
    /// A person took over the desktop.
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
