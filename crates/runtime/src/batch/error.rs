//! Errors of batches.

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
}
