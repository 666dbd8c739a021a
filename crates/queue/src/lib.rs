//! Jobs that wait for a desktop: one port, [`Queue`], and two engines behind it.
//!
//! [`open`] picks the engine: a SQLite file for one machine, or NATS JetStream for a fleet. Both run a job at least once and
//! store exactly one final record of it; both move a job between its states by the same pure functions.

mod address;
mod clock;
mod error;
mod job;
mod lease;
mod names;
mod nats;
mod offer;
mod open;
mod options;
mod port;
mod progress;
mod record;
mod sqlite;
mod worker;
mod values;

pub use error::QueueError;
pub use job::{JobSpec, Priority};
pub use lease::{Commit, Hold, Lease, Outcome, Release, Signal};
pub use names::{JobId, PoolName, RunId, WorkerName};
pub use open::open;
pub use options::{Credentials, QueueOptions};
pub use port::{Control, ControlResult, Cursor, JobPage, JobQuery, PoolLoad, Queue, Reaped, Submission};
pub use record::{JobCounts, JobRecord, JobState, StateKind};
pub use worker::{JobEnd, WorkUntil, Worker};
pub use values::MAX_VALUE_BYTES;
