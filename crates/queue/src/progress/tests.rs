//! Walks through the states of a job.

use super::*;
use crate::{JobId, PoolName, RunId};
use serde_json::json;

const NOW: Timestamp = Timestamp(7);

fn spec() -> JobSpec {
    let (run, id, pool) = (RunId::new("r"), JobId::new("j"), PoolName::new("p"));
    JobSpec {
        max_attempts: 2,
        max_faults: 2,
        ..JobSpec::new(run.unwrap(), id.unwrap(), pool.unwrap(), json!(1))
    }
}

/// A claim of this job, with its fence.
fn claimed(job: &Progress) -> (Progress, u64) {
    match job.claim(spec().max_attempts, &WorkerName::new("w").unwrap(), NOW) {
        Claim::Run(job) => (job.clone(), job.fence),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_job_is_claimed_as_often_as_it_may_be_and_then_dead() {
    let mut job = Progress::default();
    for attempt in 1..=2 {
        let (running, fence) = claimed(&job);
        assert_eq!(
            (running.attempt, fence, running.state.kind()),
            (attempt, attempt.into(), StateKind::Running)
        );
        job = running;
    }
    let Claim::Bury(dead) = job.claim(2, &WorkerName::new("w").unwrap(), NOW) else { panic!("{job:?}") };
    assert_eq!(dead.state, JobState::Dead("the lease ran out in the last of 2 attempts".into()));
    assert_eq!(job.expire(2, NOW), dead);
    assert_eq!(dead.claim(2, &WorkerName::new("w").unwrap(), NOW), Claim::NotQueued);
}

#[test]
fn a_released_job_has_its_attempt_back_and_faults_have_a_limit_of_their_own() {
    let (running, fence) = claimed(&Progress::default());
    let stopped = running.release(fence, &Release::Stopped, &spec(), NOW).unwrap();
    assert_eq!((stopped.attempt, stopped.faults, stopped.state), (0, 0, JobState::Queued));
    let fault = Release::Fault("no screen".into());
    let once = running.release(fence, &fault, &spec(), NOW).unwrap();
    assert_eq!((once.attempt, once.faults, &once.state), (0, 1, &JobState::Queued));
    let (running, fence) = claimed(&once);
    let twice = running.release(fence, &fault, &spec(), NOW).unwrap();
    assert_eq!(twice.state, JobState::Dead("2 faults, the last of which was: no screen".into()));
}

#[test]
fn an_old_lease_changes_nothing() {
    let (first, old) = claimed(&Progress::default());
    let (second, fence) = claimed(&first.expire(2, NOW));
    let outcome = Outcome::Succeeded(json!({}));
    assert_eq!(second.finish(old, &outcome, NOW), Err(Commit::Fenced));
    assert_eq!(second.park(old, "?"), Err(Commit::Fenced));
    assert_eq!(second.release(old, &Release::Stopped, &spec(), NOW), Err(Commit::Fenced));
    assert_eq!((second.hold(old), second.hold(fence)), (Hold::Lost, Hold::Held));
    let done = second.finish(fence, &outcome, NOW).unwrap();
    assert_eq!((&done.state, done.ended), (&JobState::Succeeded(json!({})), Some(NOW)));
    for fence in [old, fence] {
        assert_eq!(done.finish(fence, &outcome, NOW), Err(Commit::AlreadyFinal));
    }
}

#[test]
fn each_control_applies_to_some_states() {
    let (running, fence) = claimed(&Progress::default());
    let ended = |outcome| running.finish(fence, &outcome, NOW).unwrap();
    let jobs = [
        Progress::default(),
        running.clone(),
        running.park(fence, "?").unwrap(),
        ended(Outcome::Succeeded(json!(1))),
        ended(Outcome::Failed(json!(2))),
        running.cancel(NOW).unwrap(),
        Progress { state: JobState::Dead("x".into()), ..running.clone() },
    ];
    let cancelled: Vec<bool> = jobs.iter().map(|it| it.cancel(NOW).is_ok()).collect();
    assert_eq!(cancelled, [true, true, true, false, false, false, false]);
    let requeued: Vec<bool> = jobs.iter().map(|it| it.requeue().is_ok()).collect();
    assert_eq!(requeued, [false, false, true, false, true, true, true]);
    assert_eq!(running.cancel(NOW).unwrap().hold(fence), Hold::Cancelled);
}

#[test]
fn a_job_that_is_queued_again_starts_over_and_no_earlier_lease_fits() {
    let (running, fence) = claimed(&Progress::default());
    let again = running.cancel(NOW).unwrap().requeue().unwrap();
    assert_eq!((again.attempt, again.faults, again.epoch, again.worker.clone()), (0, 0, 1, None));
    let (running, next) = claimed(&again);
    assert_eq!(running.hold(fence), Hold::Lost);
    assert!(next > fence);
}
