//! How a lease ends.

use crate::test_queue::{SHORT, TestQueue, claim, claim_none, eventually, id, job, record, state};
use deskpilot_queue::{Commit, Hold, JobSpec, JobState, Outcome, Queue, Release, StateKind};
use serde_json::json;
use std::{
    sync::Arc,
    time::{Duration, Instant},
};

fn done() -> Outcome {
    Outcome::Succeeded(json!("done"))
}

pub(crate) async fn an_expired_lease_cannot_finish_and_its_successor_can(place: &TestQueue) {
    let queue = place.open_with(SHORT).await;
    queue.submit(&[job("a")]).await.unwrap();
    let first = claim(&queue).await;
    let second = claim(&queue).await;
    assert_eq!((first.attempt, second.attempt), (1, 2));
    assert!(second.fence > first.fence);
    assert_eq!(queue.extend(&first).await.unwrap(), Hold::Lost);
    assert_eq!(queue.finish(&first, &Outcome::Failed(json!(0))).await.unwrap(), Commit::Fenced);
    assert_eq!(queue.park(&first, "?").await.unwrap(), Commit::Fenced);
    assert_eq!(queue.release(&first, &Release::Stopped, Duration::ZERO).await.unwrap(), Commit::Fenced);
    assert_eq!(queue.finish(&second, &done()).await.unwrap(), Commit::Committed);
    assert_eq!(record(&queue, "a").await.state, JobState::Succeeded(json!("done")));
}

pub(crate) async fn an_extended_lease_holds(place: &TestQueue) {
    let queue = place.open_with(SHORT).await;
    queue.submit(&[JobSpec { max_attempts: 1, ..job("a") }]).await.unwrap();
    let lease = claim(&queue).await;
    let began = Instant::now();
    let mut extended = began;
    while began.elapsed() < SHORT * 3 {
        if extended.elapsed() > SHORT / 4 {
            assert_eq!(queue.extend(&lease).await.unwrap(), Hold::Held);
            extended = Instant::now();
        }
        claim_none(&queue).await;
        tokio::time::sleep(SHORT / 20).await;
    }
    assert_eq!(queue.finish(&lease, &done()).await.unwrap(), Commit::Committed);
}

pub(crate) async fn no_lease_is_extended_beyond_the_time_of_its_attempt(place: &TestQueue) {
    let queue = place.open_with(SHORT).await;
    queue.submit(&[JobSpec { timeout: Some(SHORT * 2), ..job("a") }]).await.unwrap();
    let lease = claim(&queue).await;
    let began = Instant::now();
    let hold = eventually(async || Some(queue.extend(&lease).await.unwrap()).filter(|it| *it != Hold::Held));
    assert_eq!(hold.await, Hold::Lost);
    assert!(began.elapsed() >= SHORT, "{:?}", began.elapsed());
    assert_eq!(claim(&queue).await.attempt, 2);
}

pub(crate) async fn a_job_without_attempts_left_is_dead_and_the_next_is_claimed(place: &TestQueue) {
    let queue = place.open_with(SHORT).await;
    let twice = JobSpec { max_attempts: 2, ..job("a") };
    queue.submit(&[twice]).await.unwrap();
    for attempt in [1, 2] {
        assert_eq!(claim(&queue).await.attempt, attempt);
    }
    queue.submit(&[job("b")]).await.unwrap();
    let next = eventually(async || {
        let lease = claim(&queue).await;
        let is_dead = state(&queue, "a").await == StateKind::Dead;
        queue.release(&lease, &Release::Stopped, Duration::ZERO).await.unwrap();
        is_dead.then_some(lease)
    });
    assert_eq!(next.await.id, id("b"));
    let dead = record(&queue, "a").await;
    assert_eq!(dead.why(), Some("the lease ran out in the last of 2 attempts"));
    assert!(dead.ended.is_some());
}

pub(crate) async fn a_fault_is_no_attempt_and_has_a_limit_of_its_own(place: &TestQueue) {
    let queue = place.open().await;
    queue.submit(&[JobSpec { max_attempts: 1, max_faults: 3, ..job("a") }]).await.unwrap();
    for faults in 0..3 {
        let lease = claim(&queue).await;
        assert_eq!((lease.attempt, record(&queue, "a").await.faults), (1, faults));
        let fault = Release::Fault("the screen is black".into());
        assert_eq!(queue.release(&lease, &fault, Duration::ZERO).await.unwrap(), Commit::Committed);
    }
    claim_none(&queue).await;
    let dead = record(&queue, "a").await;
    assert_eq!(dead.why(), Some("3 faults, the last of which was: the screen is black"));
}

pub(crate) async fn a_released_job_comes_again_after_its_delay(place: &TestQueue) {
    let queue = place.open().await;
    queue.submit(&[JobSpec { max_attempts: 1, max_faults: 1, ..job("a") }]).await.unwrap();
    let lease = claim(&queue).await;
    let began = Instant::now();
    queue.release(&lease, &Release::Stopped, SHORT).await.unwrap();
    assert_eq!(state(&queue, "a").await, StateKind::Queued);
    let again = claim(&queue).await;
    assert!(began.elapsed() >= SHORT, "{:?}", began.elapsed());
    assert_eq!((again.attempt, record(&queue, "a").await.faults), (1, 0));
}

pub(crate) async fn a_job_is_finished_once(place: &TestQueue) {
    let queue: Arc<dyn Queue> = place.open().await;
    queue.submit(&[job("a")]).await.unwrap();
    let lease = claim(&queue).await;
    assert_eq!(queue.finish(&lease, &done()).await.unwrap(), Commit::Committed);
    for outcome in [done(), Outcome::Failed(json!("no"))] {
        assert_eq!(queue.finish(&lease, &outcome).await.unwrap(), Commit::AlreadyFinal);
    }
    let record = record(&queue, "a").await;
    assert_eq!(record.result(), Some(&json!("done")));
    assert!(record.submitted <= record.started.unwrap() && record.started <= record.ended);
    claim_none(&queue).await;
}
