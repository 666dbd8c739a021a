//! What ends a run besides the end of its tasks.

use super::{options, queue_file, raw, run, simulated};
use crate::run::{RunTask, TransferError};
use deskpilot_queue::{Control, JobId, JobSpec, Lease, WorkerName};
use deskpilot_runtime::with_causes;
use serde_json::json;
use std::{fs, time::Duration};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

/// A lease that a test lets run out.
const SHORT: Duration = Duration::from_millis(50);
/// The time limit of a run.
const DEADLINE: Duration = Duration::from_secs(20);

#[tokio::test]
async fn a_task_whose_last_worker_is_gone_ends_although_no_worker_is_left() {
    let place = tempfile::tempdir().unwrap();
    let run = run(place.path(), &queue_file(place.path()), &options(SHORT)).await;
    let spec =
        JobSpec::new(run.id.clone(), JobId::from_name("task-0"), run.pool.clone(), json!({"run": raw(0)}));
    run.queue.submit(&[JobSpec { max_attempts: 1, ..spec }]).await.unwrap();
    let worker = WorkerName::new("gone").unwrap();
    run.queue.claim(&worker, std::slice::from_ref(&run.pool), DEADLINE).await.unwrap().unwrap();
    let publish = timeout(DEADLINE, async { run.publish(&CancellationToken::new(), |_, _| {}).await });
    assert_eq!(publish.await.expect("it ends").unwrap().ended(), 1);
}

#[tokio::test]
async fn a_failure_of_the_work_ends_the_run_and_gives_its_tasks_back() {
    let place = tempfile::tempdir().unwrap();
    let place = place.path();
    let run = run(place, &queue_file(place), &options(DEADLINE)).await;
    let tasks: Vec<RunTask> = (0..6).map(|at| RunTask::Raw(raw(at))).collect();
    run.submit(&tasks).await.unwrap();
    let stop = CancellationToken::new();
    let broken = async |stop: &CancellationToken| {
        let work = async |_: &Lease, _: &CancellationToken| Err(TransferError::Missing("x".into()).into());
        run.work_by(2, DEADLINE, stop, work).await
    };
    let error = timeout(DEADLINE, run.work_and_publish(&stop, broken, |_, _| {})).await.expect("it ends");
    assert!(error.unwrap_err().to_string().starts_with("there is no artefact x"));
    assert!(!stop.is_cancelled(), "the user did not stop it");

    let well = async |stop: &CancellationToken| {
        run.work_by(2, DEADLINE, stop, async |lease: &Lease, _: &CancellationToken| {
            simulated(&run, place, lease).await
        })
        .await
    };
    let mut attempts = Vec::new();
    let totals = run.work_and_publish(&stop, well, |published, _| attempts.push(published.attempts));
    assert_eq!(timeout(DEADLINE, totals).await.expect("it ends").unwrap().ended(), 6);
    assert_eq!(attempts, [1; 6], "what was given back used up no attempt");
}

#[tokio::test]
async fn a_job_that_somebody_else_put_into_the_queue_writes_nothing_and_is_named() {
    let (mine, elsewhere) = (raw(0), |id: &str| {
        let mut raw = json!(raw(1));
        raw["unique_id"] = id.into();
        raw
    });
    for (job, payload, expected) in [
        ("out", json!({"run": elsewhere("../../out")}), "unique_id: it is \"../../out\""),
        ("out", json!({"run": elsewhere("/tmp/out")}), "unique_id: it is \"/tmp/out\""),
        ("out", json!({"execute": {"input": "x", "raw": elsewhere("..")}}), "unique_id: it is \"..\""),
        ("other", json!({"run": elsewhere("task-0")}), "its task is task-0"),
        ("out", json!({"run": {"command": ["sh"]}}), "unknown field `command`"),
    ] {
        let outer = tempfile::tempdir().unwrap();
        let place = outer.path().join("a/results");
        fs::create_dir_all(&place).unwrap();
        let run = run(&place, &queue_file(&place), &options(DEADLINE)).await;
        run.submit(&[RunTask::Raw(mine.clone())]).await.unwrap();
        let spec = JobSpec::new(run.id.clone(), JobId::from_name(job), run.pool.clone(), payload);
        run.queue.submit(&[spec]).await.unwrap();
        for id in [job, "task-0"] {
            run.queue.control(&run.id, &JobId::from_name(id), Control::Cancel).await.unwrap();
        }
        let published = timeout(DEADLINE, run.publish(&CancellationToken::new(), |_, _| {})).await;
        let error = with_causes(&published.expect("it ends").unwrap_err());
        let named = format!("the job {job} of the run run is none that this Deskpilot submitted");
        assert!(error.starts_with(&named) && error.contains(expected), "{error}");
        let names: Vec<_> = fs::read_dir(outer.path()).unwrap().map(|it| it.unwrap().file_name()).collect();
        assert_eq!(names, ["a"]);
        assert!(run.results.folders_of("task-0").len() <= 1);
    }
}
