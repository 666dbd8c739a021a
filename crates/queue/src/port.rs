//! The port [`Queue`] and its parts, by who calls them, and what their methods take and return.

use crate::{
    Commit, Hold, JobCounts, JobId, JobPage, JobQuery, JobRecord, JobSpec, Lease, Outcome, PoolName,
    QueueError, Release, RunId, Signal, StateKind, WorkerName,
};
use async_trait::async_trait;
use std::time::Duration;

/// The records of jobs, to read. Nothing here changes a job.
#[async_trait]
pub trait JobRecords: Send + Sync {
    /// A job; `None` if its run has none with this id.
    async fn job(&self, run: &RunId, id: &JobId) -> Result<Option<JobRecord>, QueueError>;

    /// The jobs of a run, in order of submission.
    async fn jobs(&self, run: &RunId, query: &JobQuery) -> Result<JobPage, QueueError>;

    /// How many jobs of a run are in each state.
    async fn counts(&self, run: &RunId) -> Result<JobCounts, QueueError>;

    /// Every run that ever had jobs, by name.
    async fn runs(&self) -> Result<Vec<RunId>, QueueError>;

    /// Every pool that has jobs queued or running, by name.
    async fn pools(&self) -> Result<Vec<PoolLoad>, QueueError>;
}

/// What those use who submit jobs and look after them.
#[async_trait]
pub trait JobBoard: JobRecords {
    /// Adds jobs, in this order. A job whose id its run has already stays as it is.
    async fn submit(&self, jobs: &[JobSpec]) -> Result<Submission, QueueError>;

    /// Cancels a job or queues it again.
    async fn control(&self, run: &RunId, id: &JobId, control: Control) -> Result<ControlResult, QueueError>;
}

/// What workers use: they take jobs, keep their leases and end them. A job claimed for a caller who has gone is given back.
#[async_trait]
pub trait WorkerQueue: JobRecords {
    /// Takes the next job of these pools: high priority before low, then in order of submission. Waits for one at most this
    /// long.
    async fn claim(
        &self,
        worker: &WorkerName,
        pools: &[PoolName],
        wait: Duration,
    ) -> Result<Option<Lease>, QueueError>;

    /// Extends a lease by its whole length from now. A worker calls this several times in that length.
    async fn extend(&self, lease: &Lease) -> Result<Hold, QueueError>;

    /// Waits until the worker must stop, without a time limit. Faster than [`WorkerQueue::extend`], but only that is certain.
    async fn signal(&self, lease: &Lease) -> Result<Signal, QueueError>;

    /// Ends a job. To repeat this changes nothing.
    async fn finish(&self, lease: &Lease, outcome: &Outcome) -> Result<Commit, QueueError>;

    /// Gives a job back, so that it is claimed again after this delay at the earliest.
    async fn release(&self, lease: &Lease, reason: &Release, delay: Duration) -> Result<Commit, QueueError>;

    /// Lets a job wait for a person, without a desktop, until it is queued again or cancelled.
    async fn park(&self, lease: &Lease, why: &str) -> Result<Commit, QueueError>;

    /// Ends leases that ran out, and queues jobs again whose message is lost. The process that runs a queue calls this
    /// periodically.
    async fn reap(&self) -> Result<Reaped, QueueError>;
}

/// Jobs that wait for desktops: all parts together, for a process that submits jobs and works on them.
///
/// A job runs at least once: after a crash of its worker another one starts it over. It has exactly one final record. Every
/// method returns within the patience of the engine's options, besides the wait that its caller names, and can be dropped at
/// any time.
pub trait Queue: JobBoard + WorkerQueue {}

impl<Q: JobBoard + WorkerQueue> Queue for Q {}

/// All jobs of a run in these states, in order of submission; all jobs if there are no states.
///
/// # Errors
/// The queue fails.
pub async fn all_jobs(
    records: &dyn JobRecords,
    run: &RunId,
    states: Vec<StateKind>,
) -> Result<Vec<JobRecord>, QueueError> {
    let (mut query, mut all) = (JobQuery::first(states), Vec::new());
    loop {
        let page = records.jobs(run, &query).await?;
        all.extend(page.jobs);
        match page.next {
            Some(next) => query.after = Some(next),
            None => return Ok(all),
        }
    }
}

/// The result of a submission.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Submission {
    /// The jobs that were added.
    pub added: u64,
    /// The jobs that their run had already.
    pub already_there: u64,
}

/// What a person does to a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// Cancels a job that is queued, running or waiting.
    Cancel,
    /// Queues a job that is waiting, failed, cancelled or dead again, behind the others, with all its attempts.
    Requeue,
}

/// The result of a [`Control`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ControlResult {
    /// The job changed.
    Applied,
    /// The job is in a state to which the control does not apply, and stays in it.
    NotApplicable(StateKind),
    /// The run has no such job.
    NoSuchJob,
}

/// How much a pool has to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PoolLoad {
    /// The pool.
    pub pool: PoolName,
    /// Its jobs that wait for a worker.
    pub queued: u64,
    /// Its jobs that workers have.
    pub running: u64,
}

/// What [`WorkerQueue::reap`] did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reaped {
    /// Jobs that are queued again because their lease ran out.
    pub expired: u64,
    /// Jobs that are dead because the lease of their last attempt ran out.
    pub buried: u64,
    /// Jobs whose message was lost and published again.
    pub republished: u64,
}
