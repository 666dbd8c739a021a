//! Errors of records, and their remedies.

use deskpilot_core::Remedy;
use thiserror::Error;

/// Why a text is no valid record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordError {
    /// It is not JSON.
    #[error("the record is not JSON: {0}")]
    NotJson(String),
    /// It is JSON that does not match the schema.
    #[error("{path}: {message}")]
    DoesNotFit {
        /// The path, such as `original.original_steps[1]`.
        path: String,
        /// What is wrong, and how to fix it.
        message: String,
    },
}

impl RecordError {
    /// The remedy: a person must fix the file.
    pub const fn remedy(&self) -> Remedy {
        Remedy::AskUser
    }
}

/// Why a stage did not come to a result of its own.
#[derive(Debug, Error)]
pub enum StageError {
    /// The user stopped it.
    #[error("it was stopped")]
    Stopped,
    /// The desktop, the log or the settings failed. Another attempt may succeed.
    #[error("{0:#}")]
    Desktop(anyhow::Error),
}

impl StageError {
    /// The remedy: another attempt, unless the user stopped it.
    pub const fn remedy(&self) -> Remedy {
        match self {
            StageError::Stopped => Remedy::GiveUp,
            StageError::Desktop(_) => Remedy::Retry,
        }
    }
}
