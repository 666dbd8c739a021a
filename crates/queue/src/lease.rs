//! A worker's right to do a job, and how it ends.

use crate::{
    JobId, QueueError, RunId,
    values::{MAX_VALUE_BYTES, json_length},
};
use deskpilot_core::Timestamp;
use serde_json::Value;

/// A worker's right to do a job until it expires.
///
/// Each claim of a job has a higher fence. A worker with an old fence can no longer change the job.
#[derive(Clone, Debug, PartialEq)]
pub struct Lease {
    /// The job's run.
    pub run: RunId,
    /// The job.
    pub id: JobId,
    /// What to do.
    pub payload: Value,
    /// The span of another program that the job is a part of.
    pub traceparent: Option<String>,
    /// Which attempt this is, from 1.
    pub attempt: u32,
    /// The number of this claim among all claims of the job.
    pub fence: u64,
    /// When the lease ends unless it is extended.
    pub expires: Timestamp,
    /// When the attempt ends at the latest.
    pub deadline: Option<Timestamp>,
    /// How the engine finds the job.
    pub(crate) receipt: Receipt,
}

/// How an engine finds a job that it leased.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Receipt {
    #[cfg(feature = "sqlite")]
    /// The number of its row.
    Row(i64),
    #[cfg(feature = "nats")]
    /// The subject that takes acknowledgements of its message.
    Reply(String),
}

impl Lease {
    pub(crate) fn is_past_deadline(&self, now: Timestamp) -> bool {
        self.deadline.is_some_and(|it| it <= now)
    }
}

/// Whether a lease still holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hold {
    /// It holds, and was extended.
    Held,
    /// The job was cancelled: stop.
    Cancelled,
    /// It expired and the job is another worker's, or its attempt lasted too long: stop.
    Lost,
}

/// Why a worker must stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// The job was cancelled.
    Cancel,
    /// The lease is no longer valid.
    Lost,
}

/// How a job ended, by its worker.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// It is done, with this result of at most [`MAX_VALUE_BYTES`].
    Succeeded(Value),
    /// It cannot be done, with this result of at most [`MAX_VALUE_BYTES`].
    Failed(Value),
}

impl Outcome {
    /// Fails if the result is too large.
    pub(crate) fn check(&self, job: &JobId) -> Result<(), QueueError> {
        let (Outcome::Succeeded(value) | Outcome::Failed(value)) = self;
        let bytes = json_length(value);
        if bytes > MAX_VALUE_BYTES {
            return Err(QueueError::ResultTooLarge { job: job.clone(), bytes });
        }
        Ok(())
    }
}

/// The result of a change that a worker requests with its lease.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Commit {
    /// The change was stored.
    Committed,
    /// Nothing changed: the lease is no longer valid.
    Fenced,
    /// Nothing changed: the job has ended already.
    AlreadyFinal,
}

/// Why a worker gives a job back. Neither counts as an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Release {
    /// The desktop or the machine does not work: how. Counts as a fault.
    Fault(String),
    /// The worker was stopped.
    Stopped,
}
