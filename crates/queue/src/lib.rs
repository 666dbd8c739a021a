//! Jobs that wait for a desktop: one port, [`Queue`], and two engines behind it.
//!
//! [`open`] picks the engine: a SQLite file for one machine, or NATS JetStream for a fleet. Both run a job at least once and
//! store exactly one final record of it; both move a job between its states by the same pure functions.

#![cfg_attr(
    not(any(feature = "nats", feature = "sqlite")),
    expect(dead_code, reason = "the engines use it; a check for another platform compiles none")
)]

mod address;
mod clock;
mod error;
mod job;
mod job_pages;
mod lease;
mod names;
#[cfg(feature = "nats")]
mod nats;
mod offer;
mod open;
mod options;
mod port;
mod progress;
mod record;
#[cfg(feature = "sqlite")]
mod sqlite;
mod values;
mod worker;

pub use error::QueueError;
pub use job::{JobSpec, Priority};
pub use job_pages::{Cursor, JobPage, JobQuery};
pub use lease::{Commit, Hold, Lease, Outcome, Release, Signal};
pub use names::{JobId, PoolName, RunId, WorkerName};
pub use open::open;
pub use options::{Credentials, QueueOptions};
pub use port::{
    Control, ControlResult, JobBoard, JobRecords, PoolLoad, Queue, Reaped, Submission, WorkerQueue, all_jobs,
};
pub use record::{JobCounts, JobRecord, JobState, StateKind};
pub use values::MAX_VALUE_BYTES;
pub use worker::{JobEnd, WorkUntil, Worker};
