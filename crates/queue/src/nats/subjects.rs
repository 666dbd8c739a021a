//! The names at the server: streams, consumers and subjects.

use crate::{JobId, JobSpec, PoolName, Priority, RunId};

/// The stream of jobs as they were submitted, one message for each, and one message for each run.
pub(super) const JOBS: &str = "DESKPILOT_JOBS";

/// The stream of work: a message for each job that is queued or running. Acknowledged messages leave it.
pub(super) const WORK: &str = "DESKPILOT_WORK";

/// The stream of records: what of each job changes. It has the form of a key-value bucket, `deskpilot_records`.
pub(super) const RECORDS: &str = "KV_deskpilot_records";

/// Every message about a run.
pub(super) const ALL_RUNS: &str = "deskpilot.runs.*";

/// Every message of the stream of work.
pub(super) const ALL_WORK: &str = "deskpilot.work.>";

/// Every message about a job.
pub(super) const ALL_JOBS: &str = "deskpilot.jobs.*.*";

/// Every record.
pub(super) const ALL_RECORDS: &str = "$KV.deskpilot_records.>";

/// The message about a run.
pub(super) fn run(run: &RunId) -> String {
    format!("deskpilot.runs.{run}")
}

/// The message about a job.
pub(super) fn job(run: &RunId, id: &JobId) -> String {
    format!("deskpilot.jobs.{run}.{id}")
}

/// The messages about the jobs of a run.
pub(super) fn jobs_of(run: &RunId) -> String {
    format!("deskpilot.jobs.{run}.*")
}

/// The record of a job.
pub(super) fn record(run: &RunId, id: &JobId) -> String {
    format!("$KV.deskpilot_records.{run}.{id}")
}

/// The records of the jobs of a run.
pub(super) fn records_of(run: &RunId) -> String {
    format!("$KV.deskpilot_records.{run}.*")
}

/// The work for a job.
pub(super) fn work(spec: &JobSpec) -> String {
    format!("deskpilot.work.{}.{}.{}.{}", spec.pool, name(spec.priority), spec.run, spec.id)
}

/// The work of a pool with one priority.
pub(super) fn work_of(pool: &PoolName, priority: Priority) -> String {
    format!("deskpilot.work.{pool}.{}.>", name(priority))
}

/// The consumer of that work. Every worker of the pool shares it.
pub(super) fn consumer(pool: &PoolName, priority: Priority) -> String {
    format!("{}_{pool}", name(priority))
}

/// The pool of a consumer.
pub(super) fn pool_of(consumer: &str) -> Option<PoolName> {
    PoolName::new(consumer.split_once('_')?.1).ok()
}

/// Where the worker of a job hears that it must look at the record.
pub(super) fn control(run: &RunId, id: &JobId) -> String {
    format!("deskpilot.control.{run}.{id}")
}

/// The run and the job that the last two parts of a subject name.
pub(super) fn job_of(subject: &str) -> Option<(RunId, JobId)> {
    let mut parts = subject.rsplit('.');
    let (id, run) = (parts.next()?, parts.next()?);
    Some((RunId::new(run).ok()?, JobId::new(id).ok()?))
}

const fn name(priority: Priority) -> &'static str {
    match priority {
        Priority::High => "high",
        Priority::Low => "low",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn names_are_found_again_in_subjects() {
        let pool = PoolName::new("win_11-office").unwrap();
        let (run, id) = (RunId::new("high").unwrap(), JobId::new("a_1").unwrap());
        let spec = JobSpec::new(run.clone(), id.clone(), pool.clone(), json!(1));
        for subject in [work(&spec), record(&run, &id), job(&run, &id)] {
            assert_eq!(job_of(&subject), Some((run.clone(), id.clone())), "{subject}");
        }
        assert!(work(&spec).starts_with(work_of(&pool, Priority::Low).trim_end_matches('>')));
        assert_eq!(pool_of(&consumer(&pool, Priority::Low)), Some(pool));
    }
}
