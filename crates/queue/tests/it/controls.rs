//! What people do to jobs.

use crate::test_queue::{PATIENCE, SHORT, TestQueue, claim, claim_none, id, job, record, run, state};
use deskpilot_queue::{
    Commit, Control, ControlResult, Hold, JobSpec, JobState, Outcome, Queue, Signal, StateKind,
};
use serde_json::json;
use std::sync::Arc;
use tokio::time::timeout;

async fn control(queue: &Arc<dyn Queue>, name: &str, control: Control) -> ControlResult {
    queue.control(&run(), &id(name), control).await.unwrap()
}

pub(crate) async fn a_parked_job_waits_until_it_is_queued_again(place: &TestQueue) {
    let queue = place.open_with(SHORT).await;
    queue.submit(&[JobSpec { max_attempts: 1, ..job("a") }, job("b")]).await.unwrap();
    let lease = claim(&queue).await;
    assert_eq!(queue.park(&lease, "which folder?").await.unwrap(), Commit::Committed);
    assert_eq!(record(&queue, "a").await.state, JobState::Waiting("which folder?".into()));
    assert_eq!(queue.extend(&lease).await.unwrap(), Hold::Lost);
    assert_eq!(queue.finish(&lease, &Outcome::Succeeded(json!(1))).await.unwrap(), Commit::Fenced);
    assert_eq!(control(&queue, "a", Control::Requeue).await, ControlResult::Applied);
    // It stands behind the others.
    assert_eq!(claim(&queue).await.id, id("b"));
    let again = claim(&queue).await;
    assert_eq!((&again.id, again.attempt, record(&queue, "a").await.epoch), (&id("a"), 1, 1));
}

pub(crate) async fn a_cancelled_job_is_not_claimed(place: &TestQueue) {
    let queue = place.open().await;
    queue.submit(&[job("a"), job("b")]).await.unwrap();
    assert_eq!(control(&queue, "a", Control::Cancel).await, ControlResult::Applied);
    let again = control(&queue, "a", Control::Cancel).await;
    assert_eq!(again, ControlResult::NotApplicable(StateKind::Cancelled));
    assert_eq!(control(&queue, "none", Control::Cancel).await, ControlResult::NoSuchJob);
    let lease = claim(&queue).await;
    assert_eq!(lease.id, id("b"));
    queue.park(&lease, "?").await.unwrap();
    assert_eq!(control(&queue, "b", Control::Cancel).await, ControlResult::Applied);
    claim_none(&queue).await;
}

pub(crate) async fn the_worker_of_a_cancelled_job_is_told(place: &TestQueue) {
    let (queue, other) = (place.open().await, place.open().await);
    // By this process and, what is the same for the engine, by another one; before the worker listens, and after.
    for (name, by) in [("a", &queue), ("b", &other)] {
        queue.submit(&[job(name)]).await.unwrap();
        let lease = claim(&queue).await;
        let waiting = {
            let (queue, lease) = (Arc::clone(&queue), lease.clone());
            tokio::spawn(async move { queue.signal(&lease).await.unwrap() })
        };
        assert_eq!(control(by, name, Control::Cancel).await, ControlResult::Applied);
        assert_eq!(timeout(PATIENCE, waiting).await.expect("it is reported").unwrap(), Signal::Cancel);
        assert_eq!(queue.signal(&lease).await.unwrap(), Signal::Cancel);
        assert_eq!(queue.extend(&lease).await.unwrap(), Hold::Cancelled);
        let commit = queue.finish(&lease, &Outcome::Succeeded(json!(1))).await.unwrap();
        assert_eq!((commit, state(&queue, name).await), (Commit::AlreadyFinal, StateKind::Cancelled));
    }
    claim_none(&queue).await;
}

pub(crate) async fn the_worker_of_a_lost_job_is_told(place: &TestQueue) {
    let (queue, other) = (place.open_with(SHORT).await, place.open_with(SHORT).await);
    queue.submit(&[job("a")]).await.unwrap();
    let lease = claim(&queue).await;
    let waiting = tokio::spawn(async move { queue.signal(&lease).await.unwrap() });
    assert_eq!(claim(&other).await.attempt, 2);
    assert_eq!(timeout(PATIENCE, waiting).await.expect("it is reported").unwrap(), Signal::Lost);
}

pub(crate) async fn an_ended_job_starts_over(place: &TestQueue) {
    let queue = place.open().await;
    queue.submit(&[job("a")]).await.unwrap();
    let queued = control(&queue, "a", Control::Requeue).await;
    assert_eq!(queued, ControlResult::NotApplicable(StateKind::Queued));
    let mut last = claim(&queue).await;
    for epoch in 1..=2 {
        // A worker that failed, and one that was cancelled and does not know it yet.
        if epoch == 1 {
            queue.finish(&last, &Outcome::Failed(json!("no"))).await.unwrap();
        } else {
            control(&queue, "a", Control::Cancel).await;
        }
        assert_eq!(control(&queue, "a", Control::Requeue).await, ControlResult::Applied);
        let next = claim(&queue).await;
        assert_eq!((next.attempt, record(&queue, "a").await.epoch), (1, epoch));
        assert_eq!(queue.finish(&last, &Outcome::Succeeded(json!(0))).await.unwrap(), Commit::Fenced);
        last = next;
    }
    queue.finish(&last, &Outcome::Succeeded(json!(1))).await.unwrap();
    let done = control(&queue, "a", Control::Requeue).await;
    assert_eq!(done, ControlResult::NotApplicable(StateKind::Succeeded));
    claim_none(&queue).await;
}
