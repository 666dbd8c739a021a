//! What a queue costs: submits jobs, lists them, and claims and finishes them, and prints how long that took.
//!
//! `cargo run --release -p deskpilot-queue --example overhead -- ADDRESS JOBS WORKERS`

use deskpilot_queue::{
    JobId, JobQuery, JobSpec, Outcome, PoolName, QueueError, QueueOptions, RunId, WorkerName, WorkerQueue,
    open,
};
use serde_json::json;
use std::{
    env,
    error::Error,
    io::{self, Write},
    sync::Arc,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};
use tokio::task::JoinSet;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    let [address, jobs, workers] = args.as_slice() else {
        return Err("write: overhead ADDRESS JOBS WORKERS".into());
    };
    let (jobs, workers): (usize, usize) = (jobs.parse()?, workers.parse()?);
    let millis = SystemTime::now().duration_since(UNIX_EPOCH)?.as_millis();
    let (run, pool) = (RunId::new(format!("run-{millis}"))?, PoolName::new(format!("pool-{millis}"))?);
    let queue = open(address, &QueueOptions::new()).await?;

    let of = |number| -> Result<JobSpec, QueueError> {
        let id = JobId::new(format!("job-{number}"))?;
        Ok(JobSpec::new(run.clone(), id, pool.clone(), json!({"task": number, "text": "x".repeat(200)})))
    };
    let specs = (0..jobs).map(of).collect::<Result<Vec<_>, _>>()?;
    let began = Instant::now();
    queue.submit(&specs).await?;
    print("submit", jobs, began.elapsed())?;

    let began = Instant::now();
    let queue = { open(address, &QueueOptions::new()).await? };
    let mut query = JobQuery::first(Vec::new());
    let mut listed = 0;
    loop {
        let page = queue.jobs(&run, &query).await?;
        listed += page.jobs.len();
        query.after = page.next;
        if page.next.is_none() {
            break;
        }
    }
    print("open again and list", listed, began.elapsed())?;
    let began = Instant::now();
    queue.submit(&specs).await?;
    print("submit again", jobs, began.elapsed())?;
    let began = Instant::now();
    print("count", usize::try_from(queue.counts(&run).await?.total())?, began.elapsed())?;

    let began = Instant::now();
    let mut tasks = JoinSet::new();
    for number in 0..workers {
        let worker = WorkerName::new(format!("worker-{number}"))?;
        tasks.spawn(work(queue.clone(), worker, pool.clone(), jobs.min(2000) / workers));
    }
    let mut done = 0;
    for result in tasks.join_all().await {
        done += result?;
    }
    print("claim and finish", done, began.elapsed())?;
    Ok(())
}

/// Claims and finishes this many jobs.
async fn work(
    queue: Arc<dyn WorkerQueue>,
    worker: WorkerName,
    pool: PoolName,
    jobs: usize,
) -> Result<usize, QueueError> {
    for done in 0..jobs {
        let lease = queue.claim(&worker, std::slice::from_ref(&pool), Duration::from_secs(5)).await?;
        let Some(lease) = lease else { return Ok(done) };
        queue.finish(&lease, &Outcome::Succeeded(json!({"is_done": true}))).await?;
    }
    Ok(jobs)
}

fn print(what: &str, jobs: usize, took: Duration) -> io::Result<()> {
    let each = took.as_secs_f64() * 1000.0 / jobs.max(1) as f64;
    writeln!(io::stdout(), "{what}: {jobs} jobs in {:.2} s, {each:.3} ms each", took.as_secs_f64())
}
