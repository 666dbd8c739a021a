//! What a queue knows about its jobs.

use crate::test_queue::{TestQueue, claim, claim_none, id, job, jobs, pool, record, run};
use deskpilot_queue::{
    Commit, Control, JobQuery, JobSpec, JobState, MAX_VALUE_BYTES, Outcome, PoolLoad, Priority, Queue,
    QueueError, RunId, StateKind, Submission,
};
use serde_json::json;
use std::{sync::Arc, time::Duration};

pub(crate) async fn a_job_is_submitted_once(place: &TestQueue) {
    let queue = place.open().await;
    assert_eq!(queue.submit(&[]).await.unwrap(), Submission::default());
    let three = jobs(3);
    let twice = [three.clone(), three[..1].to_vec()].concat();
    assert_eq!(queue.submit(&twice).await.unwrap(), Submission { added: 3, already_there: 1 });
    let lease = claim(&queue).await;
    queue.finish(&lease, &Outcome::Succeeded(json!(1))).await.unwrap();
    let other = JobSpec { payload: json!("another"), ..three[0].clone() };
    let more = [vec![other], jobs(4)].concat();
    assert_eq!(queue.submit(&more).await.unwrap(), Submission { added: 1, already_there: 4 });
    let first = record(&queue, "j0").await;
    assert_eq!((first.spec, first.state), (three[0].clone(), JobState::Succeeded(json!(1))));
    // The same id in another run is another job.
    let elsewhere = JobSpec { run: RunId::new("other").unwrap(), ..job("j0") };
    assert_eq!(queue.submit(&[elsewhere]).await.unwrap().added, 1);
    for _ in 0..4 {
        claim(&queue).await;
    }
    claim_none(&queue).await;
}

pub(crate) async fn a_lease_has_the_span_that_its_job_is_a_part_of(place: &TestQueue) {
    let queue = place.open().await;
    let traceparent = Some("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01".to_owned());
    queue.submit(&[JobSpec { traceparent: traceparent.clone(), ..job("a") }, job("b")]).await.unwrap();
    let leases = [claim(&queue).await, claim(&queue).await];
    assert_eq!(leases.map(|it| it.traceparent), [traceparent.clone(), None]);
    assert_eq!(record(&queue, "a").await.spec.traceparent, traceparent);
}

/// The ids of all jobs in these states, page by page.
async fn list(queue: &Arc<dyn Queue>, states: Vec<StateKind>, limit: usize) -> Vec<Vec<String>> {
    let mut query = JobQuery { limit, ..JobQuery::first(states) };
    let mut pages = Vec::new();
    loop {
        let page = queue.jobs(&run(), &query).await.unwrap();
        pages.push(page.jobs.into_iter().map(|it| it.spec.id.into()).collect());
        query.after = page.next;
        if page.next.is_none() {
            return pages;
        }
    }
}

pub(crate) async fn jobs_are_listed_in_pages_in_order_of_submission(place: &TestQueue) {
    let queue = place.open().await;
    let mut submitted = jobs(250);
    submitted[7].priority = Priority::High;
    queue.submit(&submitted).await.unwrap();
    queue.submit(&[JobSpec { run: RunId::new("other").unwrap(), ..job("x") }]).await.unwrap();
    let all: Vec<String> = (0..250).map(|it| format!("j{it}")).collect();
    for limit in [1000, 100, 50] {
        let pages = list(&queue, Vec::new(), limit).await;
        assert_eq!(pages.concat(), all, "{limit}");
        assert_eq!(pages.len(), 250_usize.div_ceil(limit), "{limit}");
    }
    for outcome in [Outcome::Succeeded(json!(1)), Outcome::Failed(json!(2))] {
        let lease = claim(&queue).await;
        queue.finish(&lease, &outcome).await.unwrap();
    }
    claim(&queue).await;
    queue.control(&run(), &id("j240"), Control::Cancel).await.unwrap();
    let ended = vec![StateKind::Cancelled, StateKind::Failed, StateKind::Succeeded];
    for limit in [3, 2, 1] {
        assert_eq!(list(&queue, ended.clone(), limit).await.concat(), ["j0", "j7", "j240"], "{limit}");
    }
    assert_eq!(list(&queue, vec![StateKind::Running], 10).await.concat(), ["j1"]);
    let counts = queue.counts(&run()).await.unwrap();
    let each = StateKind::ALL.map(|it| counts.of(it));
    assert_eq!((each, counts.total(), counts.unfinished()), ([246, 1, 0, 1, 1, 1, 0], 250, 247));
    assert_eq!(queue.counts(&RunId::new("none").unwrap()).await.unwrap().total(), 0);
}

pub(crate) async fn runs_and_pools_are_listed(place: &TestQueue) {
    let queue = place.open().await;
    assert_eq!((queue.runs().await.unwrap(), queue.pools().await.unwrap()), (vec![], vec![]));
    let of = |run: &str, name: &str, it: &str| JobSpec {
        run: RunId::new(run).unwrap(),
        pool: pool(it),
        ..job(name)
    };
    queue.submit(&[of("b", "1", "desk"), of("a", "1", "desk"), of("a", "2", "win_11")]).await.unwrap();
    assert_eq!(queue.runs().await.unwrap(), ["a", "b"].map(|it| RunId::new(it).unwrap()));
    let lease = claim(&queue).await;
    let load = |name: &str, queued, running| PoolLoad { pool: pool(name), queued, running };
    assert_eq!(queue.pools().await.unwrap(), [load("desk", 1, 1), load("win_11", 1, 0)]);
    queue.finish(&lease, &Outcome::Succeeded(json!(1))).await.unwrap();
    assert_eq!(queue.pools().await.unwrap(), [load("desk", 1, 0), load("win_11", 1, 0)]);
}

pub(crate) async fn large_payloads_and_results_are_refused(place: &TestQueue) {
    let queue = place.open().await;
    // A JSON text has two quotes.
    let text = |bytes: usize| json!("x".repeat(bytes - 2));
    let large = JobSpec { payload: text(MAX_VALUE_BYTES), ..job("a") };
    let too_large = JobSpec { payload: text(MAX_VALUE_BYTES + 1), ..job("b") };
    let error = queue.submit(&[job("c"), too_large]).await.unwrap_err();
    assert!(matches!(error, QueueError::PayloadTooLarge { bytes: 32_769, .. }), "{error}");
    assert_eq!(queue.counts(&run()).await.unwrap().total(), 0);
    queue.submit(&[large]).await.unwrap();
    let lease = claim(&queue).await;
    assert_eq!(lease.payload, text(MAX_VALUE_BYTES));
    let error = queue.finish(&lease, &Outcome::Failed(text(MAX_VALUE_BYTES + 1))).await.unwrap_err();
    assert!(matches!(error, QueueError::ResultTooLarge { .. }), "{error}");
    let commit = queue.finish(&lease, &Outcome::Failed(text(MAX_VALUE_BYTES))).await.unwrap();
    assert_eq!(commit, Commit::Committed);
    assert_eq!(record(&queue, "a").await.result(), Some(&text(MAX_VALUE_BYTES)));
}

pub(crate) async fn everything_outlasts_the_process(place: &TestQueue) {
    let timeout = Some(Duration::from_millis(90_001));
    let submitted =
        [JobSpec { max_attempts: 7, max_faults: 9, timeout, ..job("a") }, job("b"), job("c"), job("d")];
    let (lease, before) = {
        let queue = place.open().await;
        queue.submit(&submitted).await.unwrap();
        let lease = claim(&queue).await;
        let second = claim(&queue).await;
        queue.finish(&second, &Outcome::Failed(json!({"why": ["no"]}))).await.unwrap();
        let third = claim(&queue).await;
        queue.park(&third, "?").await.unwrap();
        (lease, queue.jobs(&run(), &JobQuery::first(Vec::new())).await.unwrap())
    };
    let queue = place.open().await;
    assert_eq!(queue.jobs(&run(), &JobQuery::first(Vec::new())).await.unwrap(), before);
    let states: Vec<StateKind> = before.jobs.iter().map(|it| it.state.kind()).collect();
    use StateKind::{Failed, Queued, Running, Waiting};
    assert_eq!(states, [Running, Failed, Waiting, Queued]);
    assert_eq!(before.jobs[0].spec, submitted[0]);
    // The worker lives on, and only the queue was opened again.
    assert_eq!(queue.finish(&lease, &Outcome::Succeeded(json!(1))).await.unwrap(), Commit::Committed);
    assert_eq!(claim(&queue).await.id, id("d"));
}
