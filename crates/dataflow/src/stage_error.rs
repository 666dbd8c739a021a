//! Errors of the stages of a task, and their remedies.

use crate::RunError;
use deskpilot_core::Remedy;
use deskpilot_log::LogError;
use deskpilot_runtime::{RuntimeError, SessionError};
use thiserror::Error;

/// Why a stage did not come to a result of its own.
#[derive(Debug, Error)]
pub enum StageError {
    /// The user stopped it.
    #[error("it was stopped")]
    Stopped,
    /// Its session could not be started.
    #[error(transparent)]
    NotStarted(#[from] RuntimeError),
    /// Its session could not continue.
    #[error(transparent)]
    BrokeOff(#[from] SessionError),
    /// Its session ended with an error that no agent caused: the desktop is gone, or a model cannot be reached.
    #[error("{log}: {why}")]
    Errored {
        /// The name of the session's log.
        log: String,
        /// What ended the session.
        why: String,
    },
    /// The log of its session cannot be read.
    #[error(transparent)]
    Log(#[from] LogError),
    /// Its job cannot be read from the queue, or what the job needs is not there.
    #[error(transparent)]
    Job(RunError),
}

impl StageError {
    /// The remedy: another attempt, unless the user stopped it.
    pub const fn remedy(&self) -> Remedy {
        match self {
            StageError::Stopped => Remedy::GiveUp,
            StageError::NotStarted(_)
            | StageError::BrokeOff(_)
            | StageError::Errored { .. }
            | StageError::Log(_)
            | StageError::Job(_) => Remedy::Retry,
        }
    }
}
