//! Who gets which job.

use crate::test_queue::{TestQueue, claim, claim_none, id, job, jobs, pool, run, worker};
use deskpilot_queue::{
    Commit, JobSpec, Outcome, Priority, Queue, Release, StateKind, Submission, WorkerName,
};
use serde_json::json;
use std::{
    collections::BTreeMap,
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::{
    task::JoinSet,
    time::{sleep, timeout},
};

/// Claims and finishes jobs until there are none, with a pause after each; the ids of those that this worker finished.
pub(crate) async fn work(queue: Arc<dyn Queue>, worker: WorkerName, pause: Duration) -> Vec<String> {
    let mut finished = Vec::new();
    while let Some(lease) = queue.claim(&worker, &[pool("desk")], Duration::ZERO).await.unwrap() {
        assert_eq!((lease.attempt, &lease.payload["do"]), (1, &json!(lease.id.as_str())));
        let commit = queue.finish(&lease, &Outcome::Succeeded(json!(worker.as_str()))).await.unwrap();
        assert_eq!(commit, Commit::Committed);
        finished.push(lease.id.into());
        sleep(pause).await;
    }
    finished
}

/// Checks that each of these jobs was finished once, and that more than one of the workers did some.
pub(crate) fn check_once(finished: &[Vec<String>], count: usize) {
    let mut times: BTreeMap<&String, usize> = BTreeMap::new();
    finished.iter().flatten().for_each(|it| *times.entry(it).or_default() += 1);
    assert_eq!(times.len(), count);
    assert!(times.values().all(|it| *it == 1), "{times:?}");
    assert!(finished.iter().filter(|it| !it.is_empty()).count() > 1, "one worker did everything");
}

pub(crate) async fn each_job_is_claimed_by_one_worker(place: &TestQueue) {
    let queue = place.open().await;
    let added = queue.submit(&jobs(200)).await.unwrap();
    assert_eq!(added, Submission { added: 200, already_there: 0 });
    let mut workers = JoinSet::new();
    for number in 0..8 {
        workers.spawn(work(Arc::clone(&queue), worker(&format!("w{number}")), Duration::ZERO));
    }
    check_once(&workers.join_all().await, 200);
    assert_eq!(queue.counts(&run()).await.unwrap().of(StateKind::Succeeded), 200);
}

pub(crate) async fn high_priority_is_claimed_before_low_and_then_in_order(place: &TestQueue) {
    let queue = place.open().await;
    let high = |name: &str| JobSpec { priority: Priority::High, ..job(name) };
    queue.submit(&[job("c"), high("b"), job("a")]).await.unwrap();
    queue.submit(&[high("a2"), job("b2")]).await.unwrap();
    let mut order = Vec::new();
    for _ in 0..5 {
        order.push(claim(&queue).await.id);
    }
    assert_eq!(order, ["b", "a2", "c", "a", "b2"].map(id));
    claim_none(&queue).await;
}

pub(crate) async fn a_worker_gets_the_jobs_of_its_pools(place: &TestQueue) {
    let queue = place.open().await;
    let of = |name: &str, it: &str| JobSpec { pool: pool(it), ..job(name) };
    queue.submit(&[of("a", "one"), of("b", "two"), of("c", "three")]).await.unwrap();
    let claim = async |pools: &[&str]| {
        let pools: Vec<_> = pools.iter().map(|it| pool(it)).collect();
        queue.claim(&worker("w"), &pools, Duration::ZERO).await.unwrap().map(|it| it.id)
    };
    assert_eq!(claim(&["two"]).await, Some(id("b")));
    assert_eq!(claim(&["two", "none"]).await, None);
    assert!(claim(&["three", "one"]).await.is_some());
    assert!(claim(&["three", "one"]).await.is_some());
    assert_eq!(claim(&["one", "two", "three"]).await, None);
}

pub(crate) async fn a_claim_waits_for_a_job(place: &TestQueue) {
    let (queue, other) = (place.open().await, place.open().await);
    let began = Instant::now();
    let brief = Duration::from_millis(100);
    assert_eq!(queue.claim(&worker("w"), &[pool("desk")], brief).await.unwrap(), None);
    assert!(began.elapsed() >= brief, "{:?}", began.elapsed());
    // From this process and, what is the same for the engine, from another one.
    for (submitter, name) in [(&queue, "a"), (&other, "b")] {
        let waiting = {
            let queue = Arc::clone(&queue);
            tokio::spawn(async move { claim(&queue).await })
        };
        submitter.submit(&[job(name)]).await.unwrap();
        assert_eq!(waiting.await.unwrap().id, id(name));
    }
}

pub(crate) async fn a_job_claimed_for_nobody_is_given_back(place: &TestQueue) {
    let queue = place.open().await;
    queue.submit(&[JobSpec { max_attempts: 1, ..job("a") }]).await.unwrap();
    // The claims are cut off at different moments, some of them between claim and reply.
    for step in 0..30 {
        let limit = Duration::from_micros(100 * step);
        let claimed = timeout(limit, queue.claim(&worker("w"), &[pool("desk")], Duration::ZERO)).await;
        if let Ok(Ok(Some(lease))) = claimed {
            queue.release(&lease, &Release::Stopped, Duration::ZERO).await.unwrap();
        }
    }
    assert_eq!(claim(&queue).await.attempt, 1);
}
