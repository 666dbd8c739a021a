//! Jobs as lists show them. Pure.

use super::job::{Job, JobResult};
use crate::RawTask;
use deskpilot_core::Timestamp;
use deskpilot_queue::{JobRecord, StateKind};
use serde::Serialize;

/// A job as a list shows it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct JobRow {
    /// The run that it is a job of. Another run of the same queue may have a job for the same task.
    pub run: String,
    /// The id of its task; that of the job where its payload is of another version.
    pub task: String,
    /// The application that the task is for.
    pub application: String,
    /// What the task says.
    pub says: String,
    /// Its state in one word.
    pub state: &'static str,
    /// Why it waits or is dead.
    pub why: Option<String>,
    /// How often it was tried.
    pub attempts: u32,
    /// How often a desktop or the machine failed in it.
    pub faults: u32,
    /// Who took it last.
    pub worker: Option<String>,
    /// When it was last taken.
    pub started: Option<Timestamp>,
    /// When it ended.
    pub ended: Option<Timestamp>,
    /// How long its worker worked on it, in seconds; `None` where it left no result.
    pub seconds: Option<f64>,
    /// What the models cost, in dollars.
    pub dollars: Option<f64>,
}

impl JobRow {
    /// The rows of at most this many of these jobs: those that run, wait for a person or went wrong come first, the others in the
    /// order in which they are given.
    pub fn list<'j>(jobs: impl IntoIterator<Item = &'j JobRecord>, most: usize) -> Vec<JobRow> {
        let mut jobs: Vec<&JobRecord> = jobs.into_iter().collect();
        jobs.sort_by_key(|it| rank(it.state.kind()));
        jobs.into_iter().take(most).map(JobRow::of).collect()
    }

    fn of(job: &JobRecord) -> JobRow {
        let (raw, result) = (Job::raw_of(job), JobResult::of(job));
        let text = |of: fn(&RawTask) -> &str| raw.as_ref().map_or_else(String::new, |it| of(it).to_owned());
        let task = text(|it| it.unique_id.as_str());
        JobRow {
            run: job.spec.run.as_str().to_owned(),
            task: if task.is_empty() { job.spec.id.as_str().to_owned() } else { task },
            application: text(|it| it.app.as_str()),
            says: text(|it| it.task.as_str()),
            state: job.state.kind().name(),
            why: job.why().map(str::to_owned),
            attempts: job.attempt,
            faults: job.faults,
            worker: job.worker.as_ref().map(|it| it.as_str().to_owned()),
            started: job.started,
            ended: job.ended,
            seconds: result.as_ref().map(|it| it.seconds),
            dollars: result.as_ref().map(|it| it.dollars),
        }
    }
}

/// How early a list has the jobs in this state.
const fn rank(state: StateKind) -> u8 {
    match state {
        StateKind::Running => 0,
        StateKind::Waiting => 1,
        StateKind::Dead => 2,
        StateKind::Failed => 3,
        StateKind::Queued | StateKind::Succeeded | StateKind::Cancelled => 4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::overview::tests::{job, result};
    use deskpilot_queue::JobState;
    use serde_json::json;

    #[test]
    fn a_job_of_another_version_is_listed_by_its_id() {
        let mut other = job(1, "word", "worker-1", JobState::Dead("no attempts left".into()));
        assert_eq!((JobRow::of(&other).task.as_str(), JobRow::of(&other).run.as_str()), ("task-1", "run"));
        other.spec.payload = json!({"later": {}});
        let row = JobRow::of(&other);
        assert_eq!((row.task.as_str(), row.state, row.application.as_str()), ("job-1", "dead", ""));
        assert_eq!(row.why.as_deref(), Some("no attempts left"));
    }

    #[test]
    fn a_job_took_the_time_that_its_worker_worked_and_none_without_a_result() {
        for (state, seconds) in [
            (JobState::Succeeded(result(0.5)), Some(4.0)),
            (JobState::Failed(result(0.5)), Some(4.0)),
            (JobState::Cancelled, None),
            (JobState::Dead("no attempts left".into()), None),
        ] {
            let row = JobRow::of(&job(1, "word", "worker-1", state));
            assert_eq!((row.seconds, row.dollars.is_some()), (seconds, seconds.is_some()), "{row:?}");
        }
    }

    #[test]
    fn a_list_that_is_too_short_has_what_runs_waits_or_went_wrong() {
        let states = [
            JobState::Succeeded(result(0.5)),
            JobState::Queued,
            JobState::Failed(result(0.5)),
            JobState::Cancelled,
            JobState::Dead("no attempts left".into()),
            JobState::Waiting("which folder?".into()),
            JobState::Running,
        ];
        let jobs: Vec<JobRecord> =
            (0..).zip(states).map(|(at, state)| job(at, "word", "worker-1", state)).collect();
        let listed = |most| JobRow::list(&jobs, most).into_iter().map(|it| it.state).collect::<Vec<_>>();
        assert_eq!(listed(5), ["running", "waiting", "dead", "failed", "succeeded"]);
        assert_eq!(listed(9)[4..], ["succeeded", "queued", "cancelled"]);
    }
}
