//! What the jobs of a run say together: how far it is, who works on it, what it costs, and which applications go well. Pure.

use super::job::{Job, JobResult};
use crate::RawTask;
use deskpilot_core::Timestamp;
use deskpilot_queue::{JobRecord, RunId, StateKind};
use serde::Serialize;
use std::{collections::BTreeMap, time::Duration};

/// The most points of the cost over time: more than a plot has pixels.
const MOST_POINTS: usize = 300;

/// What the jobs of a run say together.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct RunOverview {
    /// The name of the run.
    pub run: String,
    /// All tasks.
    pub tasks: u64,
    /// Those that ended.
    pub ended: u64,
    /// Those that ended as they should.
    pub passed: u64,
    /// What the models cost, in dollars.
    pub dollars: f64,
    /// Milliseconds until all have ended if they go on as they did; `None` where nobody works, or nothing has ended yet.
    pub remaining: Option<u64>,
    /// The tasks by application, those that go worst first.
    pub applications: Vec<ApplicationShare>,
    /// The workers, by name.
    pub workers: Vec<WorkerShare>,
    /// The sum of the cost in dollars when tasks ended, in order of time.
    pub costs: Vec<(Timestamp, f64)>,
}

/// The tasks for one application that have ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ApplicationShare {
    /// The application, as the tasks name it.
    pub name: String,
    /// Its tasks that ended.
    pub count: u64,
    /// Those that ended as they should.
    pub succeeded: u64,
}

/// What one worker has done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WorkerShare {
    /// Its name.
    pub name: String,
    /// How it stands.
    pub health: WorkerHealth,
    /// The jobs that it has now.
    pub running: u64,
    /// Its jobs that ended.
    pub ended: u64,
    /// Those that ended as they should.
    pub succeeded: u64,
    /// How often a desktop or the machine failed in the jobs that it had last.
    pub faults: u64,
    /// When it took or ended a job last.
    pub last: Timestamp,
}

/// How a worker stands, as far as its jobs tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum WorkerHealth {
    /// It has a job.
    Working,
    /// It has had a job for longer than one may take, or has not said for too long that it has it: it hangs, or is gone.
    Late,
    /// It has none now: it waits, or was stopped.
    Idle,
}

impl RunOverview {
    /// What the jobs of this run say at this time.
    pub fn of(run: &RunId, jobs: &[JobRecord], now: Timestamp) -> RunOverview {
        let ended: Vec<&JobRecord> = jobs.iter().filter(|it| it.state.kind().is_final()).collect();
        let costs = costs(&ended);
        RunOverview {
            run: run.as_str().to_owned(),
            tasks: jobs.len() as u64,
            ended: ended.len() as u64,
            passed: ended.iter().filter(|it| is_pass(it)).count() as u64,
            dollars: ended.iter().filter_map(|it| dollars(it)).sum(),
            remaining: remaining(jobs, now),
            applications: applications(&ended),
            workers: workers(jobs, now),
            costs,
        }
    }
}

fn is_pass(job: &JobRecord) -> bool {
    job.state.kind() == StateKind::Succeeded
}

/// Whether its worker has not extended its lease, or has had the job for longer than one may take.
fn is_late(job: &JobRecord, now: Timestamp) -> bool {
    let is_expired = job.expires.is_some_and(|it| it <= now);
    let (most, took) = (job.spec.timeout, job.started.map(|it| u128::from(now.since(it))));
    let is_too_long = most.zip(took).is_some_and(|(most, took)| took > most.as_millis());
    job.state.kind() == StateKind::Running && (is_expired || is_too_long)
}

fn dollars(job: &JobRecord) -> Option<f64> {
    Some(JobResult::of(job)?.dollars)
}

/// How long its worker worked on a job, in milliseconds. The time from its claim to its end has pauses in it as well.
fn worked(job: &JobRecord) -> Option<u64> {
    let worked = Duration::try_from_secs_f64(JobResult::of(job)?.seconds).ok()?;
    u64::try_from(worked.as_millis()).ok()
}

/// The time that jobs took on average, for those that are left, side by side as they run now. What a late worker has is left as well.
fn remaining(jobs: &[JobRecord], now: Timestamp) -> Option<u64> {
    let took: Vec<u64> = jobs.iter().filter_map(worked).collect();
    let average = took.iter().copied().fold(0, u64::saturating_add).checked_div(took.len() as u64)?;
    let left = jobs.iter().filter(|it| matches!(it.state.kind(), StateKind::Queued | StateKind::Running));
    let at_work = jobs.iter().filter(|it| it.state.kind() == StateKind::Running && !is_late(it, now));
    average.saturating_mul(left.count() as u64).checked_div(at_work.count() as u64)
}

fn applications(ended: &[&JobRecord]) -> Vec<ApplicationShare> {
    let mut shares: BTreeMap<String, ApplicationShare> = BTreeMap::new();
    for job in ended {
        let Some(RawTask { app, .. }) = Job::raw_of(job) else { continue };
        let new = || ApplicationShare { name: app.clone(), count: 0, succeeded: 0 };
        let share = shares.entry(app.clone()).or_insert_with(new);
        share.count += 1;
        share.succeeded += u64::from(is_pass(job));
    }
    let mut shares: Vec<ApplicationShare> = shares.into_values().collect();
    // Both sides of a comparison of two fractions, multiplied by both counts.
    shares.sort_by(|one, other| (one.succeeded * other.count).cmp(&(other.succeeded * one.count)));
    shares
}

fn workers(jobs: &[JobRecord], now: Timestamp) -> Vec<WorkerShare> {
    let mut shares: BTreeMap<&str, WorkerShare> = BTreeMap::new();
    for job in jobs {
        let (Some(worker), Some(started)) = (&job.worker, job.started) else { continue };
        let name = worker.as_str();
        let share = shares.entry(name).or_insert_with(|| WorkerShare::new(name));
        share.faults += u64::from(job.faults);
        share.last = share.last.max(started).max(job.ended.unwrap_or_default());
        if job.state.kind() == StateKind::Running {
            share.running += 1;
            let is_late = is_late(job, now);
            if is_late || share.health == WorkerHealth::Idle {
                share.health = if is_late { WorkerHealth::Late } else { WorkerHealth::Working };
            }
        }
        share.ended += u64::from(job.state.kind().is_final());
        share.succeeded += u64::from(is_pass(job));
    }
    shares.into_values().collect()
}

impl WorkerShare {
    fn new(name: &str) -> WorkerShare {
        WorkerShare {
            name: name.to_owned(),
            health: WorkerHealth::Idle,
            running: 0,
            ended: 0,
            succeeded: 0,
            faults: 0,
            last: Timestamp::default(),
        }
    }
}

fn costs(ended: &[&JobRecord]) -> Vec<(Timestamp, f64)> {
    let mut costs: Vec<(Timestamp, f64)> =
        ended.iter().filter_map(|it| Some((it.ended?, dollars(it)?))).collect();
    costs.sort_by_key(|(at, _)| *at);
    let mut sum = 0.0;
    for (_, cost) in &mut costs {
        sum += *cost;
        *cost = sum;
    }
    let step = costs.len().div_ceil(MOST_POINTS).max(1);
    let last = costs.len().saturating_sub(1);
    let kept = costs.into_iter().enumerate().filter(|(at, _)| at.is_multiple_of(step) || *at == last);
    kept.map(|(_, it)| it).collect()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::RecordKind;
    use deskpilot_queue::{JobId, JobSpec, JobState, PoolName, WorkerName};
    use serde_json::Value;

    /// A job for this application, which this worker took at a time in seconds.
    pub(in crate::run) fn job(at: u64, app: &str, worker: &str, state: JobState) -> JobRecord {
        let raw = RawTask {
            app: app.into(),
            unique_id: format!("task-{at}"),
            task: "make it bold".into(),
            refined_steps: Vec::new(),
            checks: Vec::new(),
        };
        let (run, id) = (RunId::new("run").unwrap(), JobId::new(format!("job-{at}")).unwrap());
        let pool = PoolName::new("local").unwrap();
        let spec = JobSpec::new(run, id, pool, serde_json::to_value(Job::Run(raw)).unwrap());
        let is_final = state.kind().is_final();
        JobRecord {
            spec: JobSpec { timeout: Some(Duration::from_secs(60)), ..spec },
            state,
            attempt: 1,
            faults: u32::from(app == "calc"),
            epoch: 0,
            worker: Some(WorkerName::new(worker).unwrap()),
            submitted: Timestamp(0),
            started: Some(Timestamp(at * 1000)),
            // It was paused for long: what counts is what its worker says.
            ended: is_final.then_some(Timestamp(at * 1000 + 40_000)),
            expires: None,
        }
    }

    /// What these jobs say after this many seconds.
    fn overview(jobs: &[JobRecord], seconds: u64) -> RunOverview {
        RunOverview::of(&RunId::new("run").unwrap(), jobs, Timestamp(seconds * 1000))
    }

    pub(in crate::run) fn result(dollars: f64) -> Value {
        let (artefacts, record) = ("run/job/1-1".to_owned(), RecordKind::Execution);
        serde_json::to_value(JobResult { artefacts, record, seconds: 4.0, dollars }).unwrap()
    }

    fn jobs() -> Vec<JobRecord> {
        vec![
            job(30, "word", "worker-1", JobState::Succeeded(result(0.5))),
            job(10, "word", "worker-1", JobState::Succeeded(result(0.25))),
            job(20, "calc", "worker-2", JobState::Failed(result(0.25))),
            job(100, "word", "worker-1", JobState::Running),
            job(35, "calc", "worker-2", JobState::Running),
            job(0, "word", "worker-3", JobState::Cancelled),
            JobRecord { worker: None, started: None, ..job(0, "calc", "w", JobState::Queued) },
        ]
    }

    #[test]
    fn the_jobs_of_a_run_say_how_far_it_is_what_it_costs_and_what_goes_well() {
        let found = overview(&jobs(), 110);
        assert_eq!((found.tasks, found.ended, found.passed, found.dollars), (7, 4, 2, 1.0));
        assert_eq!(found.run, "run");
        // Three of 4 s each are left, one of them with a worker who is late, so that one is done at a time.
        assert_eq!(found.remaining, Some(12_000));
        let share = |name: &str, count, succeeded| ApplicationShare { name: name.into(), count, succeeded };
        assert_eq!(found.applications, [share("calc", 1, 0), share("word", 3, 2)]);
        let costs = [(50_000, 0.25), (60_000, 0.5), (70_000, 1.0)].map(|(at, cost)| (Timestamp(at), cost));
        assert_eq!(found.costs, costs);
    }

    #[test]
    fn a_worker_works_is_late_after_the_time_that_a_job_may_take_or_has_nothing_to_do() {
        let found = overview(&jobs(), 110).workers;
        let rows: Vec<_> =
            found.iter().map(|it| (it.name.as_str(), it.health, it.running, it.ended, it.faults)).collect();
        assert_eq!(
            rows,
            [
                ("worker-1", WorkerHealth::Working, 1, 2, 0),
                ("worker-2", WorkerHealth::Late, 1, 1, 2),
                ("worker-3", WorkerHealth::Idle, 0, 1, 0),
            ]
        );
        assert_eq!(found[0].last, Timestamp(100_000));
    }

    #[test]
    fn a_worker_that_does_not_extend_its_lease_is_late_within_seconds_and_nothing_is_about_to_be_done() {
        let running = job(100, "word", "worker-1", JobState::Running);
        let done = job(30, "word", "worker-1", JobState::Succeeded(result(0.5)));
        for (expires, health, remaining) in [
            (Timestamp(106_001), WorkerHealth::Working, Some(4000)),
            (Timestamp(106_000), WorkerHealth::Late, None),
        ] {
            let held = JobRecord { expires: Some(expires), ..running.clone() };
            let found = overview(&[done.clone(), held], 106);
            assert_eq!((found.workers[0].health, found.remaining), (health, remaining), "{expires:?}");
        }
    }

    #[test]
    fn nothing_is_said_of_what_is_left_where_nobody_works_or_nothing_has_ended() {
        for left in [vec![], jobs()[..3].to_vec(), jobs()[3..5].to_vec()] {
            assert_eq!(overview(&left, 110).remaining, None, "{left:?}");
        }
    }

    #[test]
    fn a_long_run_has_as_many_points_as_a_plot_needs_and_ends_with_its_sum() {
        let all: Vec<JobRecord> =
            (0..1000).map(|at| job(at, "word", "worker-1", JobState::Succeeded(result(1.0)))).collect();
        let costs = overview(&all, 0).costs;
        assert!(costs.len() <= MOST_POINTS + 1, "{}", costs.len());
        assert_eq!(costs.last(), Some(&(Timestamp(1_039_000), 1000.0)));
    }
}
