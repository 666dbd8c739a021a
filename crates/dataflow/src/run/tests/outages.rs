//! Workers and the NATS server between them are killed at random moments: every task ends exactly once, in exactly one folder.

use super::{FOLDER, child, options, raw, run, simulated};
use crate::{
    ResultFolder,
    run::{RunTask, RunTotals, work_while_possible},
};
use deskpilot_queue::{JobQuery, Lease, StateKind, WorkUntil, Worker, WorkerName};
use deskpilot_testkit::{Dice, NatsServer};
use std::{
    env,
    path::{Path, PathBuf},
    process::Child,
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

/// The tasks of the run.
const TASKS: usize = 200;
/// The processes that work.
const WORKERS: usize = 3;
/// How many tasks each does side by side.
const SLOTS: usize = 4;
/// How many tasks have ended when the server is killed.
const OUTAGES: [u64; 4] = [25, 70, 115, 160];
/// How many times workers and the server are killed at least: with fewer the test would say little.
const LEAST_KILLS: u64 = 5;
const LEAST_OUTAGES: u64 = 3;
/// The length of a lease.
const LEASE: Duration = Duration::from_secs(1);
/// The time limit of the whole test.
const DEADLINE: Duration = Duration::from_secs(150);
/// The variable with the address of the queue.
const QUEUE: &str = "DESKPILOT_TEST_QUEUE";

/// The process of a worker, which is killed. Does nothing if the variable is not set.
#[tokio::test]
async fn a_worker_of_its_own() {
    let (Some(place), Ok(queue)) = (env::var_os(FOLDER).map(PathBuf::from), env::var(QUEUE)) else { return };
    let run = run(&place, &queue, &options(LEASE)).await;
    let worker = Worker {
        name: WorkerName::new(format!("worker-{}", std::process::id())).unwrap(),
        pools: vec![run.pool.clone()],
        slots: SLOTS,
        lease: LEASE,
        until: WorkUntil::Stopped,
    };
    let work = async |lease: &Lease, _: &CancellationToken| simulated(&run, &place, lease).await;
    work_while_possible(&*run.queue, &worker, &CancellationToken::new(), work).await.unwrap();
}

fn spawn(place: &Path, queue: &str) -> Child {
    child("outages::a_worker_of_its_own").env(FOLDER, place).env(QUEUE, queue).spawn().unwrap()
}

/// Kills a worker again and again, and starts another one in its place. Ends only when it is dropped. Later ones live longer, so that
/// the run ends on any machine.
async fn kill_workers(workers: &mut [Child], kills: &AtomicU64, spawn: impl Fn() -> Child) {
    let mut dice = Dice::of(11);
    loop {
        sleep(Duration::from_millis(100 + 8 * kills.load(Ordering::SeqCst) + dice.below(300) as u64)).await;
        let worker = &mut workers[dice.below(WORKERS)];
        assert_eq!(worker.try_wait().unwrap(), None, "a worker ended by itself");
        worker.kill().unwrap();
        worker.wait().unwrap();
        *worker = spawn();
        kills.fetch_add(1, Ordering::SeqCst);
    }
}

/// Kills and restarts the server each time this many tasks have ended. Never returns.
async fn kill_server(server: &mut NatsServer, ended: &AtomicU64, outages: &AtomicU64) {
    for least in OUTAGES {
        while ended.load(Ordering::SeqCst) < least {
            sleep(Duration::from_millis(5)).await;
        }
        server.kill().await;
        server.restart();
        outages.fetch_add(1, Ordering::SeqCst);
    }
    std::future::pending::<()>().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tasks_end_exactly_once_although_workers_and_their_server_are_killed() {
    let place = tempfile::tempdir().unwrap();
    let place = place.path();
    let mut server = NatsServer::start(&[]);
    let queue = server.address();
    let run = run(place, &queue, &options(LEASE)).await;
    let tasks: Vec<RunTask> = (0..TASKS).map(|at| RunTask::Raw(raw(at))).collect();
    run.submit(&tasks).await.unwrap();
    let [ended, kills, outages] = [(); 3].map(|()| AtomicU64::new(0));
    let mut workers: Vec<Child> = (0..WORKERS).map(|_| spawn(place, &queue)).collect();
    let stop = CancellationToken::new();
    let totals = tokio::select! {
        totals = timeout(DEADLINE, run.publish(&stop, |_, totals| ended.store(totals.ended(), Ordering::SeqCst))) => {
            totals.expect("it ends").unwrap()
        }
        () = kill_workers(&mut workers, &kills, || spawn(place, &queue)) => unreachable!(),
        () = kill_server(&mut server, &ended, &outages) => unreachable!(),
    };
    for worker in &mut workers {
        worker.kill().unwrap();
        worker.wait().unwrap();
    }
    let (kills, outages) = (kills.into_inner(), outages.into_inner());
    assert!(
        kills >= LEAST_KILLS && outages >= LEAST_OUTAGES,
        "{kills} kills of workers, {outages} of the server"
    );
    check(&run, &totals).await;
}

/// Checks that each task has one record in one folder, and what the queue says of it.
async fn check(run: &super::Run, totals: &RunTotals) {
    assert_eq!((totals.tasks, totals.ended()), (TASKS as u64, TASKS as u64));
    for at in 0..TASKS {
        let id = raw(at).unique_id;
        assert_eq!(run.results.folders_of(&id), [ResultFolder::InstantiationFail], "{id}");
    }
    let records: usize = ResultFolder::ALL.iter().map(|it| run.results.records(*it).unwrap().len()).sum();
    assert_eq!(records, TASKS, "nothing is doubled");
    let jobs = run.queue.jobs(&run.id, &JobQuery::first(Vec::new())).await.unwrap().jobs;
    assert_eq!(jobs.len(), TASKS);
    for job in jobs {
        assert_eq!(job.state.kind(), StateKind::Failed, "{job:?}");
    }
}
