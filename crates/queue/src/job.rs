//! A job as it is submitted.

use crate::{
    JobId, PoolName, QueueError, RunId,
    values::{MAX_VALUE_BYTES, json_length},
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::time::Duration;

/// How many attempts [`JobSpec::new`] allows.
const MAX_ATTEMPTS: u32 = 3;

/// How many faults [`JobSpec::new`] allows.
const MAX_FAULTS: u32 = 20;

/// Which jobs of a pool come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Priority {
    /// Before all jobs of low priority.
    High,
    /// After all jobs of high priority.
    Low,
}

/// A job: what to do, on which desktops, and how often it may be tried.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JobSpec {
    /// Its id, unique within its run.
    pub id: JobId,
    /// Its run.
    pub run: RunId,
    /// The desktops that can do it.
    pub pool: PoolName,
    /// Which jobs come before it.
    pub priority: Priority,
    /// What to do, at most [`MAX_VALUE_BYTES`]. The queue does not look at it.
    pub payload: Value,
    /// How often it may be claimed, counting only claims that nobody gave back. A job whose effects must not happen twice has 1.
    pub max_attempts: u32,
    /// The number of faults of the desktop or the machine that makes it dead.
    pub max_faults: u32,
    /// How long one attempt may last. No lease is extended beyond it.
    pub timeout: Option<Duration>,
    /// The span of another program that the job is a part of, as W3C Trace Context writes it. The queue does not look at it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub traceparent: Option<String>,
}

impl JobSpec {
    /// A job of low priority that may be tried 3 times, and given back 19 times because of faults.
    pub const fn new(run: RunId, id: JobId, pool: PoolName, payload: Value) -> JobSpec {
        JobSpec {
            id,
            run,
            pool,
            priority: Priority::Low,
            payload,
            max_attempts: MAX_ATTEMPTS,
            max_faults: MAX_FAULTS,
            timeout: None,
            traceparent: None,
        }
    }

    /// Fails if its payload is too large.
    pub(crate) fn check(&self) -> Result<(), QueueError> {
        let bytes = json_length(&self.payload);
        if bytes > MAX_VALUE_BYTES {
            return Err(QueueError::PayloadTooLarge { job: self.id.clone(), bytes });
        }
        Ok(())
    }
}
