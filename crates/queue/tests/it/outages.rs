//! What the engine of a fleet promises besides: about a server that goes away, loses messages or must not be used.

use crate::test_queue::{PATIENCE, TestQueue, claim, claim_none, job, jobs, pool, run, state, worker};
use deskpilot_queue::{
    Commit, Credentials, Outcome, Queue, QueueError, QueueOptions, Reaped, StateKind, open,
};
use deskpilot_testkit::NatsServer;
use serde_json::json;
use std::{
    collections::BTreeMap,
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::{task::JoinSet, time::sleep};

/// Works until all jobs have ended; how often each was committed.
async fn work_on(queue: Arc<dyn Queue>, name: String) -> Vec<String> {
    let mut committed = Vec::new();
    loop {
        let lease = queue.claim(&worker(&name), &[pool("desk")], Duration::from_millis(200)).await.unwrap();
        let Some(lease) = lease else {
            if queue.counts(&run()).await.unwrap().unfinished() == 0 {
                return committed;
            }
            continue;
        };
        sleep(Duration::from_millis(10)).await;
        if queue.finish(&lease, &Outcome::Succeeded(json!(name))).await.unwrap() == Commit::Committed {
            committed.push(lease.id.into());
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_job_ends_once_although_the_server_is_killed() {
    let mut server = NatsServer::start(&[]);
    let options = QueueOptions { lease: Duration::from_secs(1), patience: PATIENCE, ..QueueOptions::new() };
    let queue = open(&server.address(), &options).await.unwrap();
    // A job may lose an attempt in each outage.
    let jobs: Vec<_> =
        jobs(200).into_iter().map(|it| deskpilot_queue::JobSpec { max_attempts: 9, ..it }).collect();
    queue.submit(&jobs).await.unwrap();
    let mut workers = JoinSet::new();
    for number in 0..8 {
        // Half of them with a connection of their own.
        let queue = if number % 2 == 0 {
            Arc::clone(&queue)
        } else {
            open(&server.address(), &options).await.unwrap()
        };
        workers.spawn(work_on(queue, format!("w{number}")));
    }
    for ended in [20, 130] {
        crate::test_queue::eventually(async || {
            (queue.counts(&run()).await.unwrap().of(StateKind::Succeeded) >= ended).then_some(())
        })
        .await;
        server.kill().await;
        server.restart();
    }
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    workers.join_all().await.into_iter().flatten().for_each(|it| *times.entry(it).or_default() += 1);
    assert!(times.values().all(|it| *it == 1), "{times:?}");
    assert_eq!(times.len(), 200);
    assert_eq!(queue.counts(&run()).await.unwrap().of(StateKind::Succeeded), 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_away_is_waited_for_and_then_named() {
    let mut server = NatsServer::start(&[]);
    let patience = Duration::from_secs(1);
    let options = QueueOptions { patience, ..QueueOptions::new() };
    let queue = open(&server.address(), &options).await.unwrap();
    queue.submit(&[job("a")]).await.unwrap();
    server.kill().await;
    let began = Instant::now();
    let error = queue.job(&run(), &job("a").id).await.unwrap_err();
    assert!(matches!(error, QueueError::Unreachable { seconds: 1, .. }), "{error}");
    assert!(error.to_string().contains(&server.address()), "{error}");
    assert!(began.elapsed() >= patience, "{:?}", began.elapsed());
    let Err(error) = open(&server.address(), &options).await else { panic!("it is opened") };
    assert!(matches!(error, QueueError::Unreachable { .. }), "{error}");
    server.restart();
    assert_eq!(claim(&queue).await.id, job("a").id);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lost_message_is_published_again() {
    let place = TestQueue::nats();
    let queue = place.open().await;
    queue.submit(&jobs(3)).await.unwrap();
    let lease = claim(&queue).await;
    queue.finish(&lease, &Outcome::Succeeded(json!(1))).await.unwrap();
    claim(&queue).await;
    assert_eq!(queue.reap().await.unwrap(), Reaped::default());
    let client = async_nats::connect(place.address()).await.unwrap();
    client.request("$JS.API.STREAM.PURGE.DESKPILOT_WORK", "".into()).await.unwrap();
    claim_none(&queue).await;
    // The finished job needs none, and the running one may have a worker.
    assert_eq!(queue.reap().await.unwrap(), Reaped { republished: 1, ..Reaped::default() });
    assert_eq!(claim(&queue).await.id.as_str(), "j2");
    assert_eq!(state(&queue, "j1").await, StateKind::Running);
    assert_eq!(queue.reap().await.unwrap(), Reaped::default());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_knows_its_users() {
    let server = NatsServer::start(&["--user", "ann", "--pass", "s3cret"]);
    let as_user = |user: &str, password: &str| {
        let credentials = Credentials::Password { user: user.into(), password: password.into() };
        QueueOptions { credentials: Some(credentials), ..QueueOptions::new() }
    };
    let queue = open(&server.address(), &as_user("ann", "s3cret")).await.unwrap();
    queue.submit(&[job("a")]).await.unwrap();
    let address = format!("nats://ann:s3cret@127.0.0.1:{}", server.port());
    let queue = open(&address, &QueueOptions::new()).await.unwrap();
    assert_eq!(claim(&queue).await.id, job("a").id);
    for (address, options) in [
        (server.address(), QueueOptions::new()),
        (server.address(), as_user("ann", "wr0ng")),
        (address.replace("s3cret", "wr0ng"), QueueOptions::new()),
    ] {
        let Err(error) = open(&address, &options).await else { panic!("{address} is opened") };
        assert!(matches!(error, QueueError::Refused { .. }), "{error}");
        assert!(!error.to_string().contains("wr0ng"), "{error}");
    }
}

#[tokio::test]
async fn a_connection_to_another_machine_must_be_encrypted() {
    let Err(error) = open("nats://192.0.2.1:4222", &QueueOptions::new()).await else {
        panic!("it is opened")
    };
    assert!(matches!(&error, QueueError::NotEncrypted { host } if host == "192.0.2.1"), "{error}");
}
