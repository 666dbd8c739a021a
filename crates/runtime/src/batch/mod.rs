//! Carries out jobs (plans or task files) one after the other: skips finished ones, and continues those that another process
//! left unfinished.

mod status;

pub use status::{JobState, JobStatus, JobStatusFile};

use anyhow::Result;
use deskpilot_agent::Ending;
use deskpilot_core::{Question, Verdict};
use deskpilot_tasks::PlanFile;

/// One job of a batch.
pub trait Job {
    /// The name of the job in the status file.
    fn name(&self) -> &str;
}

impl Job for PlanFile {
    fn name(&self) -> &str {
        &self.name
    }
}

/// The result of one job, with its verdict in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JobOutcome {
    /// It was carried out.
    Finished(String),
    /// It was not carried out.
    Failed(String),
    /// It waits for a person; the next batch continues it.
    Waits(String),
    /// The user stopped it and the batch; the next batch continues it.
    Stopped,
}

impl From<&Ending> for JobOutcome {
    fn from(ending: &Ending) -> JobOutcome {
        let texts = |it: &[Question]| it.iter().map(|it| it.0.as_str()).collect::<Vec<_>>().join(" / ");
        match ending {
            Ending::Ended(verdict @ Verdict::Finished(_)) => JobOutcome::Finished(verdict.to_string()),
            Ending::Ended(verdict) => JobOutcome::Failed(verdict.to_string()),
            Ending::NeedsAnswers(asked) => {
                JobOutcome::Waits(format!("waits for an answer: {}", texts(asked)))
            }
            Ending::NeedsYes(waiting) => {
                JobOutcome::Waits(format!("waits for your yes: {} ({})", waiting.operation, waiting.reason))
            }
            Ending::Stopped => JobOutcome::Stopped,
        }
    }
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
    /// Jobs that were finished before the batch started.
    pub finished_before: usize,
    /// Whether the user stopped the batch.
    pub is_stopped: bool,
}

impl BatchTotals {
    /// Counts one job.
    pub const fn add(&mut self, outcome: &JobOutcome) {
        match outcome {
            JobOutcome::Finished(_) => self.finished += 1,
            JobOutcome::Failed(_) => self.failed += 1,
            JobOutcome::Waits(_) => self.waiting += 1,
            JobOutcome::Stopped => self.is_stopped = true,
        }
    }
}

/// Carries out the unfinished jobs. Writes the name of a job's log to the status file before the job begins, and its result
/// before the next one begins.
///
/// # Errors
/// The status file cannot be written, or a job cannot be run at all.
pub async fn carry_out<J: Job>(
    jobs: &[J],
    status_file: &mut JobStatusFile,
    new_log: impl Fn(&J) -> String,
    mut run: impl AsyncFnMut(&J, &str) -> Result<JobOutcome>,
) -> Result<BatchTotals> {
    status_file.add(jobs.iter().map(Job::name))?;
    let mut totals = BatchTotals::default();
    for job in jobs {
        let before = status_file.status(job.name());
        if before.state == JobState::Finished {
            totals.finished_before += 1;
            continue;
        }
        let log = match (before.state, before.task) {
            (JobState::Running, Some(log)) => log,
            _ => new_log(job),
        };
        let running = JobStatus { state: JobState::Running, task: Some(log.clone()), verdict: None };
        status_file.set(job.name(), running.clone())?;
        let outcome = run(job, &log).await?;
        status_file.set(job.name(), status_after(running, &outcome))?;
        totals.add(&outcome);
        if totals.is_stopped {
            break;
        }
    }
    Ok(totals)
}

/// The status of a running job that ended like this. A job that waits or was stopped stays `Running`: the next batch
/// continues it.
fn status_after(running: JobStatus, outcome: &JobOutcome) -> JobStatus {
    let (state, verdict) = match outcome {
        JobOutcome::Finished(verdict) => (JobState::Finished, verdict.as_str()),
        JobOutcome::Failed(verdict) => (JobState::Failed, verdict.as_str()),
        JobOutcome::Waits(what) => (JobState::Running, what.as_str()),
        JobOutcome::Stopped => (JobState::Running, "stopped"),
    };
    JobStatus { state, verdict: Some(verdict.to_owned()), ..running }
}

#[cfg(test)]
mod tests;
