//! The runs of the dataflow beside their logs, as their queue and their records have them.

use crate::stand::Stand;
use deskpilot_dataflow::QUEUE;
use deskpilot_queue::{JobId, JobSpec, Outcome, PoolName, Queue, QueueOptions, RunId, WorkerName, open};
use serde_json::{Value, json};
use std::{fs, path::Path, slice, sync::Arc, time::Duration};

async fn queue(root: &Path) -> Arc<dyn Queue> {
    open(&format!("sqlite:{}", root.join(QUEUE).display()), &QueueOptions::new()).await.unwrap()
}

fn job(id: &str, application: &str) -> JobSpec {
    let task = json!({"app": application, "unique_id": id, "task": "make it bold", "refined_steps": []});
    let (run, pool) = (RunId::new("run").unwrap(), PoolName::new("local").unwrap());
    JobSpec::new(run, JobId::from_name(id), pool, json!({"run": task}))
}

#[tokio::test]
async fn a_run_is_listed_with_its_jobs_workers_applications_and_cost() {
    let stand = Stand::new().await;
    let root = stand.logs().parent().unwrap().to_owned();
    let queue = queue(&root).await;
    let jobs = [job("a", "word"), job("b", "calc"), job("c", "word")];
    queue.submit(&jobs).await.unwrap();
    let worker = WorkerName::new("worker-1").unwrap();
    let result =
        |dollars: f64| json!({"artefacts": "x", "record": "execution", "seconds": 2.0, "dollars": dollars});
    for outcome in [Outcome::Succeeded(result(0.5)), Outcome::Failed(result(0.25))] {
        let pools = slice::from_ref(&jobs[0].pool);
        let lease = queue.claim(&worker, pools, Duration::ZERO).await.unwrap().unwrap();
        queue.finish(&lease, &outcome).await.unwrap();
    }
    // Another run of the same queue does one of the tasks as well.
    let other = JobSpec { run: RunId::new("second").unwrap(), ..job("a", "word") };
    queue.submit(&[other]).await.unwrap();

    let browser = stand.browser().await;
    let listed = browser.json("/api/dataflows").await;
    let row = &listed["dataflows"][0];
    let states = json!({"queued": 1, "succeeded": 1, "failed": 1});
    let runs = json!([{"run": "run", "states": states}, {"run": "second", "states": {"queued": 1}}]);
    assert_eq!((&row["runs"], &row["fault"]), (&runs, &Value::Null), "{listed}");
    assert_eq!(row["path"], root.display().to_string());
    let run = browser.json(&format!("/api/dataflows/{}", row["folder"].as_str().unwrap())).await;
    let (overview, second) = (&run["overviews"][0], &run["overviews"][1]);
    assert_eq!((&overview["run"], &second["run"]), (&json!("run"), &json!("second")));
    assert_eq!((&second["tasks"], &second["ended"]), (&json!(1), &json!(0)));
    assert_eq!(
        (&overview["tasks"], &overview["ended"], &overview["passed"]),
        (&json!(3), &json!(2), &json!(1))
    );
    assert_eq!(overview["dollars"], 0.75, "{run}");
    assert_eq!(overview["applications"][0], json!({"name": "calc", "count": 1, "succeeded": 0}));
    assert_eq!(
        (&overview["workers"][0]["name"], &overview["workers"][0]["health"]),
        (&json!("worker-1"), &json!("idle"))
    );
    let jobs: Vec<[&str; 3]> = run["jobs"].as_array().unwrap().iter().map(words).collect();
    assert_eq!(
        jobs,
        [
            ["run", "b", "failed"],
            ["run", "a", "succeeded"],
            ["run", "c", "queued"],
            ["second", "a", "queued"]
        ]
    );
    assert_eq!((&run["runs"], &run["left_out"]), (&runs, &json!(0)));
}

/// The run, the task and the state of a job.
fn words(job: &Value) -> [&str; 3] {
    ["run", "task", "state"].map(|key| job[key].as_str().unwrap())
}

#[tokio::test]
async fn results_that_cannot_be_read_are_listed_with_what_is_wrong() {
    let stand = Stand::new().await;
    let browser = stand.browser().await;
    assert_eq!(browser.json("/api/dataflows").await["dataflows"], json!([]));
    let root = stand.logs().parent().unwrap().to_owned();
    let record = root.join("dataflow/execution_fail/a.json");
    fs::create_dir_all(record.parent().unwrap()).unwrap();
    fs::write(&record, "{}").unwrap();
    let listed = browser.json("/api/dataflows").await;
    let row = &listed["dataflows"][0];
    assert_eq!(row["records"], json!([{"run": "dataflow", "records": {"execution_fail": 1}}]));
    let path = format!("/api/dataflows/{}", row["folder"].as_str().unwrap());
    let run = browser.json(&path).await;
    assert_eq!((&run["failures"], run["fault"].is_string()), (&json!([]), true), "{run}");

    fs::remove_file(&record).unwrap();
    fs::write(root.join(QUEUE), "no database").unwrap();
    for run in [&browser.json("/api/dataflows").await["dataflows"][0], &browser.json(&path).await] {
        assert!(run["fault"].is_string(), "{run}");
    }
    assert_eq!(browser.show("/api/dataflows/0123456789abcdef").await.status, 404);
}
