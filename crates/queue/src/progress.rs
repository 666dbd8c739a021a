//! How a job moves from state to state: pure functions, the same for both engines.

use crate::{
    Commit, Hold, JobRecord, JobSpec, JobState, Lease, Outcome, Release, StateKind, WorkerName, clock,
    lease::Receipt,
};
use deskpilot_core::Timestamp;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The most characters of a reason. It is stored with the job.
const MAX_REASON: usize = 1000;

/// What of a job changes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Progress {
    pub(crate) state: JobState,
    pub(crate) attempt: u32,
    pub(crate) faults: u32,
    pub(crate) epoch: u32,
    /// The number of the last claim.
    pub(crate) fence: u64,
    pub(crate) worker: Option<WorkerName>,
    pub(crate) started: Option<Timestamp>,
    pub(crate) ended: Option<Timestamp>,
}

/// What a claim makes of a job.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Claim {
    /// The worker has it.
    Run(Progress),
    /// It has no attempts left and is dead.
    Bury(Progress),
    /// It is not there to be claimed.
    NotQueued,
}

impl Progress {
    /// A claim. A running job is claimed when its lease ran out.
    pub(crate) fn claim(&self, max_attempts: u32, worker: &WorkerName, now: Timestamp) -> Claim {
        match self.state {
            JobState::Queued | JobState::Running if self.attempt < max_attempts => Claim::Run(Progress {
                state: JobState::Running,
                attempt: self.attempt + 1,
                fence: self.fence + 1,
                worker: Some(worker.clone()),
                started: Some(now),
                ..self.clone()
            }),
            JobState::Queued | JobState::Running => Claim::Bury(self.spent(now)),
            _ => Claim::NotQueued,
        }
    }

    /// The lease of a job that was just claimed, which lasts this long and ends with the attempt.
    pub(crate) fn lease(&self, job: JobSpec, length: Duration, receipt: Receipt) -> Lease {
        let started = self.started.unwrap_or_default();
        let deadline = job.timeout.map(|it| clock::after(started, it));
        let expires = clock::after(started, length);
        Lease {
            run: job.run,
            id: job.id,
            payload: job.payload,
            traceparent: job.traceparent,
            attempt: self.attempt,
            fence: self.fence,
            expires: deadline.map_or(expires, |it| it.min(expires)),
            deadline,
            receipt,
        }
    }

    /// The record of a job that was submitted then, with the end of its lease as far as the engine knows it.
    pub(crate) fn into_record(
        self,
        spec: JobSpec,
        submitted: Timestamp,
        expires: Option<Timestamp>,
    ) -> JobRecord {
        JobRecord {
            spec,
            state: self.state,
            attempt: self.attempt,
            faults: self.faults,
            epoch: self.epoch,
            worker: self.worker,
            submitted,
            started: self.started,
            ended: self.ended,
            expires,
        }
    }

    /// The end of a lease that ran out.
    pub(crate) fn expire(&self, max_attempts: u32, now: Timestamp) -> Progress {
        if self.attempt < max_attempts {
            Progress { state: JobState::Queued, ..self.clone() }
        } else {
            self.spent(now)
        }
    }

    /// The end of the job by its worker.
    pub(crate) fn finish(&self, fence: u64, outcome: &Outcome, now: Timestamp) -> Result<Progress, Commit> {
        self.check_held(fence)?;
        let state = match outcome {
            Outcome::Succeeded(value) => JobState::Succeeded(value.clone()),
            Outcome::Failed(value) => JobState::Failed(value.clone()),
        };
        Ok(self.end(state, now))
    }

    /// The job goes back. Its attempt does not count; a fault does, as one.
    pub(crate) fn release(
        &self,
        fence: u64,
        reason: &Release,
        spec: &JobSpec,
        now: Timestamp,
    ) -> Result<Progress, Commit> {
        self.check_held(fence)?;
        let attempt = self.attempt.saturating_sub(1);
        let queued = Progress { state: JobState::Queued, attempt, ..self.clone() };
        let Release::Fault(fault) = reason else { return Ok(queued) };
        let faults = self.faults + 1;
        let faulty = Progress { faults, ..queued };
        if faults < spec.max_faults {
            return Ok(faulty);
        }
        let why = shorten(&format!("{faults} faults, the last of which was: {fault}"));
        Ok(faulty.end(JobState::Dead(why), now))
    }

    /// The job waits for a person. The attempt counts.
    pub(crate) fn park(&self, fence: u64, why: &str) -> Result<Progress, Commit> {
        self.check_held(fence)?;
        Ok(Progress { state: JobState::Waiting(shorten(why)), ..self.clone() })
    }

    /// Somebody cancels the job; otherwise the state in which that is not possible.
    pub(crate) fn cancel(&self, now: Timestamp) -> Result<Progress, StateKind> {
        match self.state.kind() {
            kind if kind.is_final() => Err(kind),
            _ => Ok(self.end(JobState::Cancelled, now)),
        }
    }

    /// The job starts over; the error is the state that forbids it. The fence stays, so that no earlier lease fits.
    pub(crate) fn requeue(&self) -> Result<Progress, StateKind> {
        match self.state.kind() {
            kind @ (StateKind::Queued | StateKind::Running | StateKind::Succeeded) => Err(kind),
            _ => Ok(Progress { epoch: self.epoch + 1, fence: self.fence, ..Progress::default() }),
        }
    }

    /// Whether the lease with this fence holds.
    pub(crate) fn hold(&self, fence: u64) -> Hold {
        match self.state {
            JobState::Running if self.fence == fence => Hold::Held,
            JobState::Cancelled => Hold::Cancelled,
            _ => Hold::Lost,
        }
    }

    fn check_held(&self, fence: u64) -> Result<(), Commit> {
        match self.hold(fence) {
            Hold::Held => Ok(()),
            _ if self.state.kind().is_final() => Err(Commit::AlreadyFinal),
            _ => Err(Commit::Fenced),
        }
    }

    fn spent(&self, now: Timestamp) -> Progress {
        let why = format!("the lease ran out in the last of {} attempts", self.attempt);
        self.end(JobState::Dead(why), now)
    }

    fn end(&self, state: JobState, now: Timestamp) -> Progress {
        Progress { state, ended: Some(now), ..self.clone() }
    }
}

fn shorten(reason: &str) -> String {
    reason.chars().take(MAX_REASON).collect()
}

#[cfg(test)]
mod tests;
