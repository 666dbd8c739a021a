//! Errors of batches.

use crate::{FileError, RuntimeError, SessionError};
use deskpilot_queue::QueueError;

/// Why the jobs of a batch are not done. Those that are left can be continued.
#[derive(Debug, thiserror::Error)]
pub enum BatchError {
    /// The queue fails.
    #[error(transparent)]
    Queue(#[from] QueueError),
    /// A job cannot be written into the queue.
    #[error(transparent)]
    NotJson(#[from] serde_json::Error),
    /// Its results cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
}

/// Why a task of a batch cannot be carried out.
#[derive(Debug, thiserror::Error)]
pub enum TrialError {
    /// Its session cannot begin.
    #[error(transparent)]
    NotBegun(#[from] RuntimeError),
    /// Its session could not continue.
    #[error(transparent)]
    Session(#[from] SessionError),
}
