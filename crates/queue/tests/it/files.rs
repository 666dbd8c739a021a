//! What the engine of one machine promises besides: about its file, and about several processes that use it.

use crate::{
    claims::{check_once, work},
    test_queue::{TestQueue, claim, eventually, file, job, jobs, record, run, worker},
};
use deskpilot_queue::{Hold, JobSpec, QueueError, QueueOptions, Release, StateKind, open};
use std::{
    env,
    fs::{self, OpenOptions},
    os::unix::fs::PermissionsExt,
    path::Path,
    process::{Command, Stdio},
    sync::Arc,
    time::Duration,
};
use tokio::task::JoinSet;

/// Set in another process of the next test: the address of the queue.
const ADDRESS: &str = "DESKPILOT_TEST_QUEUE";

/// The pause after each job: long enough that no process does everything before another begins.
const PAUSE: Duration = Duration::from_millis(1);

/// The other process of the next test; does nothing on its own.
#[tokio::test]
async fn another_process() {
    if let Ok(address) = env::var(ADDRESS) {
        let queue = open(&address, &QueueOptions::new()).await.unwrap();
        let done = work(queue, worker("other"), PAUSE).await;
        fs::write(Path::new(&address).with_extension("done"), done.join("\n")).unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_processes_and_two_engines_claim_each_job_once() {
    let folder = tempfile::tempdir().unwrap();
    let place = TestQueue::File(folder);
    let TestQueue::File(folder) = &place else { return };
    let queue = place.open().await;
    queue.submit(&jobs(150)).await.unwrap();
    let mut other = Command::new(env::current_exe().unwrap());
    other.args(["--exact", "files::another_process"]).env(ADDRESS, file(folder));
    let mut other = other.stdin(Stdio::null()).stdout(Stdio::null()).spawn().unwrap();
    // The other process must have begun, or there is nothing to compete with.
    let succeeded = async || queue.counts(&run()).await.unwrap().of(StateKind::Succeeded);
    eventually(async || (succeeded().await > 0).then_some(())).await;
    let mut workers = JoinSet::new();
    for engine in [Arc::clone(&queue), place.open().await] {
        workers.spawn(work(engine, worker("here"), PAUSE));
    }
    let mut finished = workers.join_all().await;
    assert!(other.wait().unwrap().success());
    let done = fs::read_to_string(file(folder).with_extension("done")).unwrap();
    finished.push(done.lines().map(str::to_owned).collect());
    check_once(&finished, 150);
}

#[tokio::test]
async fn a_record_says_until_when_a_worker_has_the_job() {
    let place = TestQueue::sqlite();
    let queue = place.open().await;
    queue.submit(&[job("a")]).await.unwrap();
    let expires = async || record(&queue, "a").await.expires;
    assert_eq!(expires().await, None);
    let lease = claim(&queue).await;
    assert_eq!(expires().await, Some(lease.expires));
    assert_eq!(queue.extend(&lease).await.unwrap(), Hold::Held);
    assert!(expires().await >= Some(lease.expires));
    queue.release(&lease, &Release::Stopped, Duration::ZERO).await.unwrap();
    assert_eq!(expires().await, None);
}

async fn refusal(path: &Path) -> QueueError {
    match open(path.to_str().unwrap(), &QueueOptions::new()).await {
        Ok(_) => panic!("{} is opened", path.display()),
        Err(error) => error,
    }
}

/// A file with a queue of 300 jobs, closed, in which this SQL was done.
async fn changed_file(sql: &str) -> TestQueue {
    let place = TestQueue::sqlite();
    let TestQueue::File(folder) = &place else { return place };
    place.open().await.submit(&jobs(300)).await.unwrap();
    let connection = rusqlite::Connection::open(file(folder)).unwrap();
    connection.execute_batch(sql).unwrap();
    // All of it is in the file itself then.
    connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE);").unwrap();
    place
}

#[tokio::test]
async fn a_file_of_an_earlier_program_is_gone_on_with() {
    let place = changed_file("ALTER TABLE jobs DROP COLUMN traceparent;").await;
    let queue = place.open().await;
    let traceparent = Some("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01".to_owned());
    queue.submit(&[JobSpec { traceparent: traceparent.clone(), ..job("new") }]).await.unwrap();
    assert_eq!(record(&queue, "j0").await.spec.traceparent, None);
    assert_eq!(record(&queue, "new").await.spec.traceparent, traceparent);
}

#[tokio::test]
async fn a_file_of_a_newer_program_is_refused() {
    let place = changed_file("PRAGMA user_version = 2;").await;
    let TestQueue::File(folder) = &place else { return };
    let error = refusal(&file(folder)).await;
    assert!(matches!(error, QueueError::Newer { found: 2, known: 1, .. }), "{error}");
    assert!(error.to_string().contains("use the newer program"), "{error}");
}

#[tokio::test]
async fn a_file_of_another_program_is_refused_and_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder);
    let text = "this is a letter ".repeat(100);
    fs::write(&path, &text).unwrap();
    let error = refusal(&path).await;
    assert!(matches!(&error, QueueError::Foreign { why, .. } if why == "it is no SQLite file"), "{error}");
    assert_eq!(fs::read_to_string(&path).unwrap(), text);

    let path = folder.path().join("other.db");
    rusqlite::Connection::open(&path).unwrap().execute_batch("CREATE TABLE jobs (x);").unwrap();
    let before = fs::read(&path).unwrap();
    let error = refusal(&path).await;
    assert!(matches!(error, QueueError::Foreign { .. }), "{error}");
    assert_eq!(fs::read(&path).unwrap(), before);

    let error = refusal(&folder.path().join("none/jobs.db")).await;
    assert!(matches!(error, QueueError::NotOpened { .. }), "{error}");
}

#[tokio::test]
async fn a_torn_file_is_named_as_damaged() {
    let place = changed_file("").await;
    let TestQueue::File(folder) = &place else { return };
    let torn = OpenOptions::new().write(true).open(file(folder)).unwrap();
    torn.set_len(torn.metadata().unwrap().len() / 2).unwrap();
    let error = match open(&place.address(), &QueueOptions::new()).await {
        Ok(queue) => queue.submit(&[job("new")]).await.unwrap_err(),
        Err(error) => error,
    };
    assert!(matches!(error, QueueError::Damaged { .. }), "{error}");
}

#[tokio::test]
async fn only_the_user_can_read_the_file() {
    let place = TestQueue::sqlite();
    let TestQueue::File(folder) = &place else { return };
    let queue = place.open().await;
    queue.submit(&[job("a")]).await.unwrap();
    let files: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|it| it.unwrap().path()).collect();
    assert!(files.len() > 1, "{files:?}");
    for file in files {
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600, "{}", file.display());
    }
}
