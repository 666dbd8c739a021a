//! Runs of simulated tasks whose processes are killed, whose server is killed, and whose disk is full.

mod full_disk;
mod killed;
mod outages;
mod publishing;

use super::{
    Artefacts, Run, RunError,
    job::{JobResult, RECORD},
};
use crate::{FinalRecord, RawTask, RecordKind, Results, RunKind, instantiation::empty_record};
use deskpilot_queue::{JobEnd, Lease, Outcome, PoolName, QueueOptions, RunId, open};
use serde_json::json;
use std::{
    env,
    fs::OpenOptions,
    io::Write,
    path::Path,
    process::{Command, Stdio},
    time::Duration,
};
use tokio::time::sleep;

/// The variable with the folder of a process that a test starts.
const FOLDER: &str = "DESKPILOT_TEST_RUN";
/// The file to which each simulated task adds a line when it ends.
const DONE: &str = "done.txt";

/// A task whose words no other one has.
fn raw(at: usize) -> RawTask {
    let words = (0..8).map(|it| format!("{:x}", (8 * at + it + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)));
    RawTask {
        app: "word".into(),
        unique_id: format!("task-{at}"),
        task: words.collect::<Vec<_>>().join(" ") + &"x".repeat(at % 12),
        refined_steps: Vec::new(),
        checks: Vec::new(),
    }
}

fn options(lease: Duration) -> QueueOptions {
    QueueOptions { lease, ..QueueOptions::new() }
}

/// The address of a queue in this folder.
fn queue_file(place: &Path) -> String {
    format!("sqlite:{}", place.join("queue.sqlite").display())
}

/// A run whose results and artefacts are in this folder.
async fn run(place: &Path, queue: &str, options: &QueueOptions) -> Run {
    Run {
        queue: open(queue, options).await.unwrap(),
        id: RunId::new("run").unwrap(),
        pool: PoolName::new("local").unwrap(),
        kind: RunKind::Dataflow,
        results: Results::new(place, RunKind::Dataflow),
        artefacts: Artefacts::new(&place.join("artefacts")),
        task_timeout: Duration::from_secs(60),
        traceparent: None,
    }
}

/// Does a task that takes a while and leaves a record.
async fn simulated(run: &Run, place: &Path, lease: &Lease) -> Result<JobEnd, RunError> {
    let raw: RawTask = serde_json::from_value(lease.payload["run"].clone()).unwrap();
    sleep(Duration::from_millis(60 + 10 * (raw.task.len() as u64 % 12))).await;
    let record = FinalRecord::Instantiated(empty_record(&raw));
    let prefix = format!("{}/{}/{}-{}", lease.run, lease.id, lease.attempt, lease.fence);
    run.artefacts.put(&format!("{prefix}/{RECORD}"), record.json().unwrap().as_bytes()).await?;
    let file = OpenOptions::new().create(true).append(true).open(place.join(DONE));
    file.unwrap().write_all(format!("{}\n", raw.unique_id).as_bytes()).unwrap();
    Ok(JobEnd::Ended(Outcome::Failed(json!(JobResult {
        artefacts: prefix,
        record: RecordKind::Instantiation,
        seconds: 0.1,
        dollars: 0.0
    }))))
}

/// A process that is this test of this module alone.
fn child(test: &str) -> Command {
    let mut command = Command::new(env::current_exe().unwrap());
    command.args(["--exact", &format!("run::tests::{test}"), "--test-threads=1"]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}
