//! What can be wrong with a record, and what can be done about it.

use deskpilot_core::Remedy;
use thiserror::Error;

/// Why a text is no record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordError {
    /// It is not JSON.
    #[error("the record is not JSON: {0}")]
    NotJson(String),
    /// It is JSON of another shape.
    #[error("{path}: {message}")]
    DoesNotFit {
        /// Where, such as `original.original_steps[1]`.
        path: String,
        /// What is wrong there, and what would be right.
        message: String,
    },
}

impl RecordError {
    /// What can be done about it: a person must mend the file.
    pub const fn remedy(&self) -> Remedy {
        Remedy::AskUser
    }
}
