//! What the queue costs: a job claimed and finished, and very many jobs submitted, listed and continued.

use crate::say;
use anyhow::{Context, Result, ensure};
use deskpilot_queue::{
    JobBoard, JobId, JobQuery, JobRecords, JobSpec, Outcome, PoolName, QueueOptions, RunId, StateKind,
    WorkerName, open,
};
use deskpilot_testkit::NatsServer;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::time::{Duration, Instant};

/// How many jobs are submitted at once.
const SUBMITTED_AT_ONCE: usize = 1000;
/// How long a claim waits.
const WAIT: Duration = Duration::from_secs(10);

/// The times of an engine.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct QueueTimes {
    /// The engine.
    pub(super) engine: String,
    /// Milliseconds for each job that one worker claims and finishes.
    pub(super) millis_a_job: f64,
    /// How many jobs are many.
    pub(super) many: usize,
    /// Seconds to submit them.
    pub(super) submit: f64,
    /// Seconds to list them all.
    pub(super) list: f64,
    /// Seconds to open the queue again, end leases that ran out, count the jobs and claim the first.
    pub(super) resume: f64,
}

/// Measures both engines.
pub(super) async fn measure(jobs: usize, many: usize) -> Result<Vec<QueueTimes>> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("queue.sqlite").display().to_string();
    let sqlite = measure_at("SQLite", &file, jobs, many).await?;
    let server = NatsServer::start(&[]);
    let nats = measure_at("NATS JetStream", &server.address(), jobs, many).await?;
    Ok(vec![sqlite, nats])
}

async fn measure_at(engine: &str, address: &str, jobs: usize, many: usize) -> Result<QueueTimes> {
    let options = QueueOptions::new();
    let queue = open(address, &options).await?;
    submit(&*queue, "few", jobs).await?;
    let (worker, few) = (WorkerName::new("bench")?, [PoolName::new("few")?]);
    let began = Instant::now();
    for _ in 0..jobs {
        let lease = queue.claim(&worker, &few, WAIT).await?.context("there is no job")?;
        queue.finish(&lease, &Outcome::Succeeded(json!({}))).await?;
    }
    let millis_a_job = 1000.0 * began.elapsed().as_secs_f64() / jobs.max(1) as f64;
    say(&format!("  {engine}: {millis_a_job:.2} ms a job"));
    let began = Instant::now();
    submit(&*queue, "many", many).await?;
    let submit = began.elapsed().as_secs_f64();
    let began = Instant::now();
    let listed = list(&*queue, &RunId::new("many")?).await?;
    ensure!(listed == many, "{listed} of {many} jobs are listed");
    let list = began.elapsed().as_secs_f64();
    drop(queue);
    let began = Instant::now();
    let queue = open(address, &options).await?;
    queue.reap().await?;
    let queued = queue.counts(&RunId::new("many")?).await?.of(StateKind::Queued);
    ensure!(queued == many as u64, "{queued} of {many} jobs are queued");
    queue.claim(&worker, &[PoolName::new("many")?], WAIT).await?.context("there is no job")?;
    let resume = began.elapsed().as_secs_f64();
    Ok(QueueTimes { engine: engine.to_owned(), millis_a_job, many, submit, list, resume })
}

/// Submits so many jobs of a run, whose pool has its name.
async fn submit(queue: &dyn JobBoard, run: &str, jobs: usize) -> Result<()> {
    let (run, pool) = (RunId::new(run)?, PoolName::new(run)?);
    let spec = |at: usize| {
        let payload =
            json!({"run": {"app": "word", "task": "Make the title bold and save it", "steps": ["1", "2"]}});
        JobSpec::new(run.clone(), JobId::from_name(&format!("task-{at}")), pool.clone(), payload)
    };
    let specs: Vec<JobSpec> = (0..jobs).map(spec).collect();
    for chunk in specs.chunks(SUBMITTED_AT_ONCE) {
        queue.submit(chunk).await?;
    }
    Ok(())
}

async fn list(queue: &dyn JobRecords, run: &RunId) -> Result<usize> {
    let (mut query, mut listed) = (JobQuery::first(Vec::new()), 0);
    loop {
        let page = queue.jobs(run, &query).await?;
        listed += page.jobs.len();
        match page.next {
            Some(next) => query.after = Some(next),
            None => return Ok(listed),
        }
    }
}
