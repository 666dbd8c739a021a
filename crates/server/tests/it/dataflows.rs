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

    let browser = stand.browser().await;
    let listed = browser.json("/api/dataflows").await;
    let row = &listed["dataflows"][0];
    let states = json!({"queued": 1, "succeeded": 1, "failed": 1});
    assert_eq!((&row["states"], &row["fault"]), (&states, &Value::Null), "{listed}");
    assert_eq!(row["path"], root.display().to_string());
    let run = browser.json(&format!("/api/dataflows/{}", row["folder"].as_str().unwrap())).await;
    let overview = &run["overview"];
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
    assert_eq!((&run["jobs"][2]["task"], &run["jobs"][2]["state"]), (&json!("c"), &json!("queued")));
    assert_eq!((&run["states"], &run["left_out"]), (&states, &json!(0)));
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
