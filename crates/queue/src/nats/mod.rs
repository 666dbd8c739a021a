//! The engine of a fleet: NATS JetStream.
//!
//! Three streams: `DESKPILOT_JOBS` has each job as it was submitted, `KV_deskpilot_records` what of it changes, and
//! `DESKPILOT_WORK` a message for each job that somebody must do. The record is the truth, and every change of it names the
//! record before. A message only says that there may be something to do: losing one delays a job, and one too many does nothing.

mod changes;
mod claims;
mod connection;
mod listing;
mod reconciliation;
mod records;
mod scan;
mod server;
mod streams;
mod subjects;
mod submission;

use crate::{
    Commit, Control, ControlResult, Hold, JobBoard, JobCounts, JobId, JobPage, JobQuery, JobRecord,
    JobRecords, JobSpec, Lease, Outcome, PoolLoad, PoolName, Priority, QueueError, QueueOptions, Reaped,
    Release, RunId, Signal, Submission, WorkerName, WorkerQueue, address::ServerAddress, offer::Offer,
};
use async_trait::async_trait;
use claims::Claimant;
use records::{StoredJob, Versioned};
use server::Server;
use std::{collections::BTreeSet, sync::Mutex, time::Duration};
use tokio::{
    sync::Notify,
    time::{Instant, timeout_at},
};

/// The pauses between two looks for jobs: the first, and the longest.
const PAUSES: (Duration, Duration) = (Duration::from_millis(50), Duration::from_secs(1));

/// A queue at a NATS server.
#[derive(Debug)]
pub(crate) struct NatsQueue {
    server: Server,
    lease: Duration,
    /// The pools whose consumers are there.
    pools: Mutex<BTreeSet<PoolName>>,
    /// Woken when a job may have been queued by this process.
    queued: Notify,
}

impl NatsQueue {
    /// Connects to the server, and creates the streams.
    pub(crate) async fn open(
        address: ServerAddress,
        options: &QueueOptions,
    ) -> Result<NatsQueue, QueueError> {
        let server = connection::connect(address, options).await?;
        streams::create(&server).await?;
        Ok(NatsQueue { server, lease: options.lease, pools: Mutex::default(), queued: Notify::new() })
    }

    /// Creates the consumers of these pools unless this process did before.
    async fn prepare<'a>(&self, pools: impl Iterator<Item = &'a PoolName>) -> Result<(), QueueError> {
        let known = || self.pools.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let new: BTreeSet<&PoolName> = {
            let known = known();
            pools.filter(|it| !known.contains(it)).collect()
        };
        for pool in new {
            streams::create_consumers(&self.server, pool, self.lease).await?;
            known().insert(pool.clone());
        }
        Ok(())
    }

    /// Looks for a job once, high priority first.
    async fn claim_now(&self, worker: &WorkerName, pools: &[PoolName]) -> Result<Option<Lease>, QueueError> {
        for priority in [Priority::High, Priority::Low] {
            for pool in pools {
                let (server, worker, pool) = (self.server.clone(), worker.clone(), pool.clone());
                let claimant = Claimant { server, worker, lease: self.lease };
                // A separate task: if the caller leaves, it still finishes the claim and gives the job back.
                let next = tokio::spawn(async move { claimant.next(&pool, priority).await });
                let next = next.await.map_err(|error| self.server.unexpected(&error.to_string()))?;
                if let Some(lease) = next?.and_then(Offer::accept) {
                    return Ok(Some(lease));
                }
            }
        }
        Ok(None)
    }
}

#[async_trait]
impl JobRecords for NatsQueue {
    async fn job(&self, run: &RunId, id: &JobId) -> Result<Option<JobRecord>, QueueError> {
        let job = StoredJob::find(&self.server, run, id);
        let (job, current) = tokio::try_join!(job, Versioned::load(&self.server, run, id))?;
        Ok(job.map(|it| it.into_record(current.progress)))
    }

    async fn jobs(&self, run: &RunId, query: &JobQuery) -> Result<JobPage, QueueError> {
        listing::jobs(&self.server, run, query).await
    }

    async fn counts(&self, run: &RunId) -> Result<JobCounts, QueueError> {
        listing::counts(&self.server, run).await
    }

    async fn runs(&self) -> Result<Vec<RunId>, QueueError> {
        listing::runs(&self.server).await
    }

    async fn pools(&self) -> Result<Vec<PoolLoad>, QueueError> {
        listing::pools(&self.server).await
    }
}

#[async_trait]
impl JobBoard for NatsQueue {
    async fn submit(&self, jobs: &[JobSpec]) -> Result<Submission, QueueError> {
        jobs.iter().try_for_each(JobSpec::check)?;
        self.prepare(jobs.iter().map(|it| &it.pool)).await?;
        let submission = submission::submit(&self.server, jobs).await?;
        self.queued.notify_waiters();
        Ok(submission)
    }

    async fn control(&self, run: &RunId, id: &JobId, control: Control) -> Result<ControlResult, QueueError> {
        let result = changes::control(&self.server, run, id, control).await?;
        self.queued.notify_waiters();
        Ok(result)
    }
}

#[async_trait]
impl WorkerQueue for NatsQueue {
    async fn claim(
        &self,
        worker: &WorkerName,
        pools: &[PoolName],
        wait: Duration,
    ) -> Result<Option<Lease>, QueueError> {
        let deadline = Instant::now() + wait;
        // Waits while the server is away, even if the caller does not wait for a job.
        let give_up = Instant::now() + wait.max(self.server.patience());
        self.prepare(pools.iter()).await?;
        let mut pause = PAUSES.0;
        loop {
            let mut queued = std::pin::pin!(self.queued.notified());
            queued.as_mut().enable();
            let claimed = self.claim_now(worker, pools).await;
            let now = Instant::now();
            match claimed {
                Ok(None) if now < deadline => drop(timeout_at(deadline.min(now + pause), queued).await),
                Err(QueueError::Unreachable { .. }) if now < give_up => tokio::time::sleep(pause).await,
                result => return result,
            }
            pause = (pause * 2).min(PAUSES.1);
        }
    }

    async fn extend(&self, lease: &Lease) -> Result<Hold, QueueError> {
        changes::extend(&self.server, lease).await
    }

    async fn signal(&self, lease: &Lease) -> Result<Signal, QueueError> {
        changes::signal(&self.server, lease).await
    }

    async fn finish(&self, lease: &Lease, outcome: &Outcome) -> Result<Commit, QueueError> {
        outcome.check(&lease.id)?;
        changes::finish(&self.server, lease, outcome).await
    }

    async fn release(&self, lease: &Lease, reason: &Release, delay: Duration) -> Result<Commit, QueueError> {
        let commit = changes::release(&self.server, lease, reason, delay).await?;
        self.queued.notify_waiters();
        Ok(commit)
    }

    async fn park(&self, lease: &Lease, why: &str) -> Result<Commit, QueueError> {
        changes::park(&self.server, lease, why).await
    }

    async fn reap(&self) -> Result<Reaped, QueueError> {
        let reaped = reconciliation::reap(&self.server, self.lease).await?;
        self.queued.notify_waiters();
        Ok(reaped)
    }
}
