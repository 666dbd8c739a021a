//! A queue under test, and short words for what tests do with it.

use deskpilot_queue::{
    JobId, JobRecord, JobSpec, Lease, PoolName, Queue, QueueOptions, RunId, StateKind, WorkerName, open,
};
use deskpilot_testkit::NatsServer;
use serde_json::json;
use std::{path::PathBuf, sync::Arc, time::Duration};
use tempfile::TempDir;
use tokio::time::{Instant, sleep};

/// The longest wait for what must happen.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// A lease that a test lets run out.
pub(crate) const SHORT: Duration = Duration::from_millis(300);

/// Where a queue is. Each `open` is what another process would have.
pub(crate) enum TestQueue {
    File(TempDir),
    Server(Box<NatsServer>),
}

impl TestQueue {
    pub(crate) fn sqlite() -> TestQueue {
        TestQueue::File(tempfile::tempdir().unwrap())
    }

    pub(crate) fn nats() -> TestQueue {
        TestQueue::Server(Box::new(NatsServer::start(&[])))
    }

    pub(crate) async fn open(&self) -> Arc<dyn Queue> {
        self.open_with(PATIENCE).await
    }

    /// Opens it with leases of this length.
    pub(crate) async fn open_with(&self, lease: Duration) -> Arc<dyn Queue> {
        let options = QueueOptions { lease, patience: PATIENCE, ..QueueOptions::new() };
        open(&self.address(), &options).await.unwrap()
    }

    pub(crate) fn address(&self) -> String {
        match self {
            TestQueue::File(folder) => format!("sqlite:{}", file(folder).display()),
            TestQueue::Server(server) => server.address(),
        }
    }
}

/// The file of a queue in this folder.
pub(crate) fn file(folder: &TempDir) -> PathBuf {
    folder.path().join("jobs.db")
}

pub(crate) fn run() -> RunId {
    RunId::new("run").unwrap()
}

pub(crate) fn id(name: &str) -> JobId {
    JobId::new(name).unwrap()
}

pub(crate) fn pool(name: &str) -> PoolName {
    PoolName::new(name).unwrap()
}

pub(crate) fn worker(name: &str) -> WorkerName {
    WorkerName::new(name).unwrap()
}

/// A job of the pool `desk`.
pub(crate) fn job(name: &str) -> JobSpec {
    JobSpec::new(run(), id(name), pool("desk"), json!({"do": name}))
}

/// Jobs with the ids `j0`, `j1` and so on.
pub(crate) fn jobs(count: usize) -> Vec<JobSpec> {
    (0..count).map(|number| job(&format!("j{number}"))).collect()
}

/// Claims a job of the pool `desk` that is there, or soon will be.
pub(crate) async fn claim(queue: &Arc<dyn Queue>) -> Lease {
    queue.claim(&worker("w"), &[pool("desk")], PATIENCE).await.unwrap().expect("a job can be claimed")
}

/// Checks that no job of the pool `desk` can be claimed now.
pub(crate) async fn claim_none(queue: &Arc<dyn Queue>) {
    let lease = queue.claim(&worker("w"), &[pool("desk")], Duration::ZERO).await.unwrap();
    assert_eq!(lease, None);
}

/// The record of a job.
pub(crate) async fn record(queue: &Arc<dyn Queue>, name: &str) -> JobRecord {
    queue.job(&run(), &id(name)).await.unwrap().expect("the job is there")
}

/// The state of a job.
pub(crate) async fn state(queue: &Arc<dyn Queue>, name: &str) -> StateKind {
    record(queue, name).await.state.kind()
}

/// Asks again and again until there is an answer.
pub(crate) async fn eventually<T>(mut answer: impl AsyncFnMut() -> Option<T>) -> T {
    let deadline = Instant::now() + PATIENCE;
    loop {
        if let Some(answer) = answer().await {
            return answer;
        }
        assert!(Instant::now() < deadline, "it does not happen");
        sleep(Duration::from_millis(20)).await;
    }
}
