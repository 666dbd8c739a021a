//! The engine of one machine: a SQLite file, which any number of processes may use at once.

mod changes;
mod database;
mod listing;
mod rows;
mod schema;

use crate::{
    Commit, Control, ControlResult, Hold, JobBoard, JobCounts, JobId, JobPage, JobQuery, JobRecord,
    JobRecords, JobSpec, Lease, Outcome, PoolLoad, PoolName, QueueError, QueueOptions, Reaped, Release,
    RunId, Signal, Submission, WorkerName, WorkerQueue, clock, offer::Offer, progress::Progress,
};
use async_trait::async_trait;
use database::Database;
use deskpilot_core::Timestamp;
use rows::StoredJob;
use rusqlite::Transaction;
use std::{path::PathBuf, pin::pin, sync::Arc, time::Duration};
use tokio::{
    sync::Notify,
    time::{Instant, timeout_at},
};

/// How often a waiting claim or signal looks whether another process has changed the file.
const POLL: Duration = Duration::from_millis(200);

/// A queue in a SQLite file.
#[derive(Debug)]
pub(crate) struct SqliteQueue {
    database: Database,
    lease: Duration,
    /// Woken when a job may have been queued by this process.
    queued: Arc<Notify>,
    /// Woken when a lease may have ended by this process.
    ended: Arc<Notify>,
}

impl SqliteQueue {
    /// Opens the file, or creates it.
    pub(crate) async fn open(path: PathBuf, options: &QueueOptions) -> Result<SqliteQueue, QueueError> {
        let database = Database::open(path, options.patience).await?;
        Ok(SqliteQueue { database, lease: options.lease, queued: Arc::default(), ended: Arc::default() })
    }

    async fn claim_now(&self, worker: &WorkerName, pools: &[PoolName]) -> Result<Option<Lease>, QueueError> {
        let (worker, pools, length) = (worker.clone(), pools.to_vec(), self.lease);
        let (database, queued) = (self.database.clone(), Arc::clone(&self.queued));
        let give_back = move |lease: Lease| {
            let queued = Arc::clone(&queued);
            database.write_later(move |connection| {
                let stop = |job: &StoredJob| {
                    job.progress.release(lease.fence, &Release::Stopped, &job.spec, clock::now())
                };
                changes::commit(connection, &lease, clock::now(), stop)?;
                queued.notify_waiters();
                Ok(())
            });
        };
        let offer = |lease: Option<Lease>| lease.map(|it| Offer::new(it, give_back));
        let claim = move |it: &Transaction<'_>| changes::claim(it, &worker, &pools, length);
        Ok(self.database.write_then(claim, offer).await?.and_then(Offer::accept))
    }

    async fn commit(
        &self,
        lease: &Lease,
        ready: Timestamp,
        change: impl FnOnce(&StoredJob) -> Result<Progress, Commit> + Send + 'static,
    ) -> Result<Commit, QueueError> {
        let lease = lease.clone();
        let commit = self.database.write(move |it| changes::commit(it, &lease, ready, change)).await?;
        // An earlier lease of the job may wait for this change, and a claim for the job.
        self.ended.notify_waiters();
        self.queued.notify_waiters();
        Ok(commit)
    }
}

#[async_trait]
impl JobRecords for SqliteQueue {
    async fn job(&self, run: &RunId, id: &JobId) -> Result<Option<JobRecord>, QueueError> {
        let (run, id) = (run.clone(), id.clone());
        let stored = self.database.read(move |it| StoredJob::find(it, &run, &id)).await?;
        Ok(stored.map(StoredJob::into_record))
    }

    async fn jobs(&self, run: &RunId, query: &JobQuery) -> Result<JobPage, QueueError> {
        let (run, query) = (run.clone(), query.clone());
        self.database.read(move |it| listing::jobs(it, &run, &query)).await
    }

    async fn counts(&self, run: &RunId) -> Result<JobCounts, QueueError> {
        let run = run.clone();
        self.database.read(move |it| listing::counts(it, &run)).await
    }

    async fn runs(&self) -> Result<Vec<RunId>, QueueError> {
        self.database.read(|it| listing::runs(it)).await
    }

    async fn pools(&self) -> Result<Vec<PoolLoad>, QueueError> {
        self.database.read(|it| listing::pools(it)).await
    }
}

#[async_trait]
impl JobBoard for SqliteQueue {
    async fn submit(&self, jobs: &[JobSpec]) -> Result<Submission, QueueError> {
        jobs.iter().try_for_each(JobSpec::check)?;
        let jobs = jobs.to_vec();
        let submission = self.database.write(move |it| changes::submit(it, &jobs)).await?;
        self.queued.notify_waiters();
        Ok(submission)
    }

    async fn control(&self, run: &RunId, id: &JobId, control: Control) -> Result<ControlResult, QueueError> {
        let (run, id) = (run.clone(), id.clone());
        let result = self.database.write(move |it| changes::control(it, &run, &id, control)).await?;
        self.ended.notify_waiters();
        self.queued.notify_waiters();
        Ok(result)
    }
}

#[async_trait]
impl WorkerQueue for SqliteQueue {
    async fn claim(
        &self,
        worker: &WorkerName,
        pools: &[PoolName],
        wait: Duration,
    ) -> Result<Option<Lease>, QueueError> {
        let deadline = Instant::now() + wait;
        loop {
            // Subscribes before it reads, so that it misses no job in between.
            let mut queued = pin!(self.queued.notified());
            queued.as_mut().enable();
            let lease = self.claim_now(worker, pools).await?;
            let now = Instant::now();
            if lease.is_some() || now >= deadline {
                return Ok(lease);
            }
            let _ = timeout_at(deadline.min(now + POLL), queued).await;
        }
    }

    async fn extend(&self, lease: &Lease) -> Result<Hold, QueueError> {
        let (lease, length) = (lease.clone(), self.lease);
        self.database.write(move |it| changes::extend(it, &lease, length)).await
    }

    async fn signal(&self, lease: &Lease) -> Result<Signal, QueueError> {
        loop {
            let mut ended = pin!(self.ended.notified());
            ended.as_mut().enable();
            let held = lease.clone();
            match self.database.read(move |it| changes::hold(it, &held)).await? {
                Hold::Held if lease.is_past_deadline(clock::now()) => return Ok(Signal::Lost),
                Hold::Held => {}
                Hold::Cancelled => return Ok(Signal::Cancel),
                Hold::Lost => return Ok(Signal::Lost),
            }
            let _ = timeout_at(Instant::now() + POLL, ended).await;
        }
    }

    async fn finish(&self, lease: &Lease, outcome: &Outcome) -> Result<Commit, QueueError> {
        outcome.check(&lease.id)?;
        let (fence, outcome) = (lease.fence, outcome.clone());
        let now = clock::now();
        self.commit(lease, now, move |job| job.progress.finish(fence, &outcome, now)).await
    }

    async fn release(&self, lease: &Lease, reason: &Release, delay: Duration) -> Result<Commit, QueueError> {
        let (fence, reason, now) = (lease.fence, reason.clone(), clock::now());
        let release = move |job: &StoredJob| job.progress.release(fence, &reason, &job.spec, now);
        self.commit(lease, clock::after(now, delay), release).await
    }

    async fn park(&self, lease: &Lease, why: &str) -> Result<Commit, QueueError> {
        let (fence, why) = (lease.fence, why.to_owned());
        self.commit(lease, clock::now(), move |job| job.progress.park(fence, &why)).await
    }

    async fn reap(&self) -> Result<Reaped, QueueError> {
        let reaped = self.database.write(|it| changes::expire(it, clock::now())).await?;
        self.ended.notify_waiters();
        self.queued.notify_waiters();
        Ok(reaped)
    }
}
