//! Claims jobs, keeps their leases while they run, and ends them.

use crate::{
    Commit, Hold, Lease, Outcome, PoolName, QueueError, Release, RunId, Signal, StateKind, WorkerName,
    WorkerQueue,
};
use futures::future::join_all;
use std::time::Duration;
use tokio::time::{Instant, MissedTickBehavior, interval_at, sleep};
use tokio_util::sync::CancellationToken;

/// How long a claim waits for a job before the worker checks whether it should end.
const WAIT: Duration = Duration::from_millis(500);
/// How many times a worker extends a lease in its length: several, so that one failed extension does not lose the lease.
const EXTENSIONS: u32 = 4;
/// The pause after an error of the queue.
const PAUSE: Duration = Duration::from_secs(1);
/// How long a job that was given back because of a fault waits.
const FAULT_DELAY: Duration = Duration::from_secs(1);

/// A worker: who it is, what it claims, and how many jobs it runs side by side.
#[derive(Clone, Debug)]
pub struct Worker {
    /// Its name.
    pub name: WorkerName,
    /// Its pools.
    pub pools: Vec<PoolName>,
    /// How many jobs it runs side by side.
    pub slots: usize,
    /// The length of the leases of its queue.
    pub lease: Duration,
    /// When it ends, besides being stopped.
    pub until: WorkUntil,
}

/// When a worker ends, besides being stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WorkUntil {
    /// Only then.
    Stopped,
    /// When this run has no job left that is queued or running.
    Drained(RunId),
}

/// How a job ended for its worker.
#[derive(Clone, Debug, PartialEq)]
pub enum JobEnd {
    /// It ended, with this outcome.
    Ended(Outcome),
    /// It waits for a person: why.
    Waits(String),
    /// The desktop or the machine failed: how. Another attempt follows.
    Fault(String),
    /// The worker was stopped, and gives the job back.
    Stopped,
}

impl Worker {
    /// Works until the end. `run` carries out one job, and ends it soon once its token is cancelled: because the job was
    /// cancelled, its lease was lost, or the worker is stopped.
    ///
    /// # Errors
    /// The queue failed for longer than its patience while nothing else was to be done. A job that ran then is claimed again
    /// later, by this or another worker.
    pub async fn work(
        &self,
        queue: &dyn WorkerQueue,
        stop: &CancellationToken,
        run: impl AsyncFn(&Lease, &CancellationToken) -> JobEnd,
    ) -> Result<(), QueueError> {
        let slots = (0..self.slots.max(1)).map(|_| self.slot(queue, stop, &run));
        join_all(slots).await.into_iter().collect()
    }

    async fn slot(
        &self,
        queue: &dyn WorkerQueue,
        stop: &CancellationToken,
        run: &impl AsyncFn(&Lease, &CancellationToken) -> JobEnd,
    ) -> Result<(), QueueError> {
        loop {
            let claimed = stop.run_until_cancelled(queue.claim(&self.name, &self.pools, WAIT)).await;
            match claimed {
                None => return Ok(()),
                Some(claimed) => match claimed? {
                    Some(lease) => self.job(queue, &lease, stop, run).await?,
                    None if self.is_drained(queue).await? => return Ok(()),
                    None => {}
                },
            }
        }
    }

    async fn is_drained(&self, queue: &dyn WorkerQueue) -> Result<bool, QueueError> {
        let WorkUntil::Drained(run) = &self.until else { return Ok(false) };
        queue.reap().await?;
        let counts = queue.counts(run).await?;
        Ok(counts.of(StateKind::Queued) + counts.of(StateKind::Running) == 0)
    }

    /// Runs one job, and reports its end to the queue.
    async fn job(
        &self,
        queue: &dyn WorkerQueue,
        lease: &Lease,
        stop: &CancellationToken,
        run: &impl AsyncFn(&Lease, &CancellationToken) -> JobEnd,
    ) -> Result<(), QueueError> {
        let cancel = stop.child_token();
        let running = run(lease, &cancel);
        tokio::pin!(running);
        let end = tokio::select! {
            end = &mut running => Some(end),
            () = self.keep(queue, lease) => {
                cancel.cancel();
                running.await;
                None
            }
        };
        match end {
            Some(end) => end_job(queue, lease, end).await.map(|_| ()),
            // The job was cancelled, or another worker has it, so there is no result to report.
            None => Ok(()),
        }
    }

    /// Keeps the lease; returns when it is lost.
    async fn keep(&self, queue: &dyn WorkerQueue, lease: &Lease) {
        let period = self.lease / EXTENSIONS;
        let mut ticks = interval_at(Instant::now() + period, period);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let signal = async {
            loop {
                match queue.signal(lease).await {
                    Ok(Signal::Cancel | Signal::Lost) => return,
                    // What counts is whether the lease can be extended.
                    Err(_) => sleep(PAUSE).await,
                }
            }
        };
        let extended = async {
            loop {
                ticks.tick().await;
                // A queue that cannot be reached does not end the lease: the next extension decides.
                if let Ok(Hold::Cancelled | Hold::Lost) = queue.extend(lease).await {
                    return;
                }
            }
        };
        tokio::select! {
            () = signal => {}
            () = extended => {}
        }
    }
}

async fn end_job(queue: &dyn WorkerQueue, lease: &Lease, end: JobEnd) -> Result<Commit, QueueError> {
    match &end {
        JobEnd::Ended(outcome) => queue.finish(lease, outcome).await,
        JobEnd::Waits(why) => queue.park(lease, why).await,
        JobEnd::Fault(why) => queue.release(lease, &Release::Fault(why.clone()), FAULT_DELAY).await,
        JobEnd::Stopped => queue.release(lease, &Release::Stopped, Duration::ZERO).await,
    }
}
