//! What the jobs of a run say together: how far it is, who works on it, what it costs, and which applications go well. Pure.

use super::job::{Job, JobResult};
use crate::RawTask;
use deskpilot_core::Timestamp;
use deskpilot_queue::{JobRecord, StateKind};
use serde::Serialize;
use std::collections::BTreeMap;

/// The most points of the cost over time: more than a plot has pixels.
const MOST_POINTS: usize = 300;

/// What the jobs of a run say together.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct RunOverview {
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
    /// It has had a job for longer than one may take: it hangs, or is gone.
    Late,
    /// It has none now: it waits, or was stopped.
    Idle,
}

/// A job as a list shows it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct JobRow {
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
    /// What the models cost, in dollars.
    pub dollars: Option<f64>,
}

impl RunOverview {
    /// What these jobs say at this time.
    pub fn of(jobs: &[JobRecord], now: Timestamp) -> RunOverview {
        let ended: Vec<&JobRecord> = jobs.iter().filter(|it| it.state.kind().is_final()).collect();
        let costs = costs(&ended);
        RunOverview {
            tasks: jobs.len() as u64,
            ended: ended.len() as u64,
            passed: ended.iter().filter(|it| is_pass(it)).count() as u64,
            dollars: ended.iter().filter_map(|it| dollars(it)).sum(),
            remaining: remaining(jobs, &ended),
            applications: applications(&ended),
            workers: workers(jobs, now),
            costs,
        }
    }
}

impl JobRow {
    /// The row of a job.
    pub fn of(job: &JobRecord) -> JobRow {
        let raw = raw(job);
        let text = |of: fn(&RawTask) -> &str| raw.as_ref().map_or_else(String::new, |it| of(it).to_owned());
        let task = text(|it| it.unique_id.as_str());
        JobRow {
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
            dollars: dollars(job),
        }
    }
}

fn is_pass(job: &JobRecord) -> bool {
    job.state.kind() == StateKind::Succeeded
}

/// The raw task of a job; `None` for a job of another version.
fn raw(job: &JobRecord) -> Option<RawTask> {
    match serde_json::from_value(job.spec.payload.clone()).ok()? {
        Job::Instantiate(raw) | Job::Run(raw) | Job::Execute { raw, .. } => Some(raw),
    }
}

fn dollars(job: &JobRecord) -> Option<f64> {
    let result: JobResult = serde_json::from_value(job.result()?.clone()).ok()?;
    Some(result.dollars)
}

/// The time that jobs took on average, for those that are left, side by side as they run now.
fn remaining(jobs: &[JobRecord], ended: &[&JobRecord]) -> Option<u64> {
    let took: Vec<u64> = ended.iter().filter_map(|it| Some(it.ended?.since(it.started?))).collect();
    let count = |kind| jobs.iter().filter(|it| it.state.kind() == kind).count() as u64;
    let (queued, running) = (count(StateKind::Queued), count(StateKind::Running));
    let average = took.iter().sum::<u64>().checked_div(took.len() as u64)?;
    average.saturating_mul(queued + running).checked_div(running)
}

fn applications(ended: &[&JobRecord]) -> Vec<ApplicationShare> {
    let mut shares: BTreeMap<String, ApplicationShare> = BTreeMap::new();
    for job in ended {
        let Some(RawTask { app, .. }) = raw(job) else { continue };
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
            let is_late = job.spec.timeout.is_some_and(|it| u128::from(now.since(started)) > it.as_millis());
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
mod tests {
    use super::*;
    use crate::RecordKind;
    use deskpilot_queue::{JobId, JobSpec, JobState, PoolName, RunId, WorkerName};
    use serde_json::{Value, json};
    use std::time::Duration;

    /// A job for this application, which this worker took at a time in seconds.
    fn job(at: u64, app: &str, worker: &str, state: JobState) -> JobRecord {
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
            ended: is_final.then_some(Timestamp(at * 1000 + 4000)),
        }
    }

    fn result(dollars: f64) -> Value {
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
        let found = RunOverview::of(&jobs(), Timestamp(110_000));
        assert_eq!((found.tasks, found.ended, found.passed, found.dollars), (7, 4, 2, 1.0));
        // Three are left, two at a time, of 4 s each.
        assert_eq!(found.remaining, Some(6000));
        let share = |name: &str, count, succeeded| ApplicationShare { name: name.into(), count, succeeded };
        assert_eq!(found.applications, [share("calc", 1, 0), share("word", 3, 2)]);
        let costs = [(14_000, 0.25), (24_000, 0.5), (34_000, 1.0)].map(|(at, cost)| (Timestamp(at), cost));
        assert_eq!(found.costs, costs);
    }

    #[test]
    fn a_worker_works_is_late_after_the_time_that_a_job_may_take_or_has_nothing_to_do() {
        let found = RunOverview::of(&jobs(), Timestamp(110_000)).workers;
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
    fn nothing_is_said_of_what_is_left_where_nobody_works_or_nothing_has_ended() {
        for left in [vec![], jobs()[..3].to_vec(), jobs()[3..5].to_vec()] {
            assert_eq!(RunOverview::of(&left, Timestamp(110_000)).remaining, None, "{left:?}");
        }
    }

    #[test]
    fn a_job_of_another_version_is_listed_by_its_id() {
        let mut other = job(1, "word", "worker-1", JobState::Dead("no attempts left".into()));
        assert_eq!((JobRow::of(&other).task.as_str(), JobRow::of(&other).dollars), ("task-1", None));
        other.spec.payload = json!({"later": {}});
        let row = JobRow::of(&other);
        assert_eq!((row.task.as_str(), row.state, row.application.as_str()), ("job-1", "dead", ""));
        assert_eq!(row.why.as_deref(), Some("no attempts left"));
    }

    #[test]
    fn a_long_run_has_as_many_points_as_a_plot_needs_and_ends_with_its_sum() {
        let all: Vec<JobRecord> =
            (0..1000).map(|at| job(at, "word", "worker-1", JobState::Succeeded(result(1.0)))).collect();
        let costs = RunOverview::of(&all, Timestamp(0)).costs;
        assert!(costs.len() <= MOST_POINTS + 1, "{}", costs.len());
        assert_eq!(costs.last(), Some(&(Timestamp(1_003_000), 1000.0)));
    }
}
