//! A batch: jobs (plans or task files) that this process does, and that stand in a queue, so that another process continues
//! them. A batch of task files has a suite, trials, their results and a report.

mod decider_source;
mod error;
mod report;
mod results;
mod suite;
#[cfg(test)]
mod tests;
mod trial;
mod trial_row;

pub use decider_source::DeciderSource;
pub use error::{BatchError, TrialError};
pub use report::{results_page, write_results};
pub use results::{BatchResults, TrialTotals};
pub use suite::Suite;
pub use trial::Trial;
pub use trial_row::{ModelUsage, TrialRow};

use deskpilot_agent::Ending;
use deskpilot_core::Verdict;
use deskpilot_queue::{
    Control, JobEnd, JobId, JobRecord, JobSpec, JobState, Lease, Outcome, PoolName, Queue, QueueError,
    QueueOptions, RunId, StateKind, WorkUntil, Worker, WorkerName, all_jobs, open,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::{
    collections::BTreeSet,
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};
use tokio_util::sync::CancellationToken;

/// The length of a lease: a batch waits this long before it continues the jobs of a killed process.
const LEASE: Duration = Duration::from_secs(3);
/// How often a batch checks whether it can continue those jobs.
const PERIOD: Duration = Duration::from_millis(50);
/// The name of the run and of the pool in the queue of a batch.
const NAME: &str = "batch";
/// How many attempts a job has if its desktop fails.
const MOST_FAULTS: u32 = 3;

/// One job of a batch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BatchJob {
    /// Its name, unique in the batch.
    pub name: String,
    /// The name of its first log.
    pub log: String,
}

/// Which jobs of an earlier process a batch does again, besides those that wait for a person and those whose desktop failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Retry {
    /// Those that failed.
    Failed,
    /// No others.
    Unfinished,
}

/// The totals of a batch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BatchTotals {
    /// Jobs carried out.
    pub finished: usize,
    /// Jobs that failed.
    pub failed: usize,
    /// Jobs that wait for a person.
    pub waiting: usize,
    /// Jobs that had ended before the batch started, and were not done again.
    pub ended_before: usize,
    /// The names of the jobs that failed because their desktop or the machine did, and why.
    pub broken: Vec<(String, String)>,
}

/// A batch and its queue.
pub struct Batch {
    queue: Arc<dyn Queue>,
    lease: Duration,
    run: RunId,
    pool: PoolName,
}

impl Batch {
    /// The batch whose queue is in this file, which is created if it is missing.
    ///
    /// # Errors
    /// The file cannot be opened, or is something else.
    pub async fn open(file: &Path) -> Result<Batch, QueueError> {
        let options = QueueOptions { lease: LEASE, ..QueueOptions::new() };
        Batch::over(open(&format!("sqlite:{}", file.display()), &options).await?, LEASE)
    }

    /// The batch in this queue, whose leases have this length.
    ///
    /// # Errors
    /// None in practice: its names are valid.
    pub fn over(queue: Arc<dyn Queue>, lease: Duration) -> Result<Batch, QueueError> {
        Ok(Batch { queue, lease, run: RunId::new(NAME)?, pool: PoolName::new(NAME)? })
    }

    /// Does these jobs, so many side by side, and continues those that an earlier process left. Returns when all have ended or wait
    /// for a person, or the user stops it. `run` does one job; the log of a job is the one of its first submission.
    ///
    /// # Errors
    /// The queue fails.
    pub async fn carry_out(
        &self,
        jobs: &[BatchJob],
        retry: Retry,
        side_by_side: usize,
        stop: &CancellationToken,
        run: impl AsyncFn(&BatchJob, &CancellationToken) -> JobEnd,
    ) -> Result<BatchTotals, BatchError> {
        let names: BTreeSet<&str> = jobs.iter().map(|it| it.name.as_str()).collect();
        let ended_before = self.take_up(jobs, &names, retry, stop).await?;
        let worker = Worker {
            name: WorkerName::new(format!("{NAME}-{}", std::process::id()))?,
            pools: vec![self.pool.clone()],
            slots: side_by_side,
            lease: self.lease,
            until: WorkUntil::Drained(self.run.clone()),
        };
        let run = async |lease: &Lease, cancel: &CancellationToken| match job_of(lease, &names) {
            Ok(job) => run(&job, cancel).await,
            Err(why) => JobEnd::Ended(Outcome::Failed(json!({ "verdict": why }))),
        };
        worker.work(&*self.queue, stop, run).await?;
        Ok(self.totals(&names, &ended_before).await?)
    }

    /// Every job that the batch ever had, in order of submission.
    ///
    /// # Errors
    /// The queue fails.
    pub async fn records(&self) -> Result<Vec<JobRecord>, QueueError> {
        all_jobs(&*self.queue, &self.run, Vec::new()).await
    }

    /// Queues the jobs that are to be done. Returns those that have ended already.
    async fn take_up(
        &self,
        jobs: &[BatchJob],
        names: &BTreeSet<&str>,
        retry: Retry,
        stop: &CancellationToken,
    ) -> Result<BTreeSet<JobId>, BatchError> {
        let specs = jobs.iter().map(|it| self.spec(it)).collect::<Result<Vec<_>, _>>()?;
        self.queue.submit(&specs).await?;
        // Before the records are read: the jobs of a killed process count as running until its leases end.
        self.await_abandoned(stop).await?;
        let mut ended = BTreeSet::new();
        for record in self.records().await? {
            let is_again = match &record.state {
                JobState::Waiting(_) | JobState::Dead(_) | JobState::Cancelled => true,
                JobState::Failed(_) => retry == Retry::Failed,
                JobState::Succeeded(_) => false,
                JobState::Queued | JobState::Running => continue,
            };
            match names.contains(name_of(&record)) {
                true if is_again => {
                    self.queue.control(&self.run, &record.spec.id, Control::Requeue).await?;
                }
                true => {
                    ended.insert(record.spec.id);
                }
                false => {}
            }
        }
        Ok(ended)
    }

    /// Waits until the leases of a killed process have run out. No other process works on the batch meanwhile.
    async fn await_abandoned(&self, stop: &CancellationToken) -> Result<(), QueueError> {
        let deadline = Instant::now() + 4 * self.lease;
        while Instant::now() < deadline && !stop.is_cancelled() {
            self.queue.reap().await?;
            if self.queue.counts(&self.run).await?.of(StateKind::Running) == 0 {
                break;
            }
            stop.run_until_cancelled(tokio::time::sleep(PERIOD)).await;
        }
        Ok(())
    }

    fn spec(&self, job: &BatchJob) -> Result<JobSpec, BatchError> {
        let id = JobId::from_name(&job.name);
        let spec = JobSpec::new(self.run.clone(), id, self.pool.clone(), serde_json::to_value(job)?);
        // A person starts every attempt that follows a killed process.
        Ok(JobSpec { max_attempts: u32::MAX, max_faults: MOST_FAULTS, ..spec })
    }

    /// The totals of the jobs of these names, of which some had ended before.
    async fn totals(
        &self,
        names: &BTreeSet<&str>,
        ended_before: &BTreeSet<JobId>,
    ) -> Result<BatchTotals, QueueError> {
        let mut totals = BatchTotals { ended_before: ended_before.len(), ..BatchTotals::default() };
        for record in self.records().await? {
            if ended_before.contains(&record.spec.id) || !names.contains(name_of(&record)) {
                continue;
            }
            match &record.state {
                JobState::Succeeded(_) => totals.finished += 1,
                JobState::Failed(_) | JobState::Cancelled => totals.failed += 1,
                JobState::Dead(why) => {
                    totals.failed += 1;
                    totals.broken.push((name_of(&record).to_owned(), why.clone()));
                }
                JobState::Waiting(_) => totals.waiting += 1,
                // Left over where the user stopped the batch.
                JobState::Queued | JobState::Running => {}
            }
        }
        Ok(totals)
    }
}

/// The job as it was first submitted; otherwise why it cannot be done.
fn job_of(lease: &Lease, names: &BTreeSet<&str>) -> Result<BatchJob, &'static str> {
    let job: BatchJob =
        serde_json::from_value(lease.payload.clone()).map_err(|_| "the job is of another version")?;
    if names.contains(job.name.as_str()) { Ok(job) } else { Err("it is not in this batch any more") }
}

fn name_of(record: &JobRecord) -> &str {
    record.spec.payload["name"].as_str().unwrap_or_default()
}

/// The end of the job whose session ended so.
pub fn job_end(ending: &Ending) -> JobEnd {
    let verdict = |it: &Verdict| json!({ "verdict": it.to_string() });
    match ending {
        Ending::Ended(it @ Verdict::Finished(_)) => JobEnd::Ended(Outcome::Succeeded(verdict(it))),
        Ending::Ended(it) => JobEnd::Ended(Outcome::Failed(verdict(it))),
        Ending::NeedsAnswers(asked) => {
            let texts: Vec<&str> = asked.iter().map(|it| it.0.as_str()).collect();
            JobEnd::Waits(format!("waits for an answer: {}", texts.join(" / ")))
        }
        Ending::NeedsYes(waiting) => {
            JobEnd::Waits(format!("waits for your yes: {} ({})", waiting.operation, waiting.reason))
        }
        Ending::Stopped => JobEnd::Stopped,
    }
}
