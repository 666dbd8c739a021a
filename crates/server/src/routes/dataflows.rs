//! The folders of results of the dataflow: how far their runs are, who works on them, what fails, and what it costs.

use crate::{
    app::{App, AppState},
    blocking::blocking,
    error::ApiError,
    logged_task::folder_key,
    path_parts::PathParts,
    reply::Json,
};
use axum::extract::State;
use deskpilot_core::Timestamp;
use deskpilot_dataflow::{
    FailureGroup, JobRow, LOGS, QUEUE, RecordCounts, Results, ResultsError, RunKind, RunOverview, failures,
    record_counts,
};
use deskpilot_queue::{JobBoard, JobRecord, QueueError, QueueOptions, RunId, StateKind, all_jobs, open};
use deskpilot_runtime::with_causes;
use serde_json::{Map, Value, json};
use std::{
    error::Error,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

/// How long a request waits for a queue that another process has locked.
const PATIENCE: Duration = Duration::from_secs(2);

/// The most jobs of a list.
const MOST: usize = 2000;

/// A folder of results. It is known by the folder of its logs, which every task that ran names.
struct ResultsPlace {
    /// The key of the folder of its logs.
    key: String,
    root: PathBuf,
}

/// `GET /api/dataflows`
pub(super) async fn list(State(app): State<App>) -> Result<Json<Value>, ApiError> {
    let mut rows = Vec::new();
    for place in blocking(move || places(&app)).await? {
        let (runs, fault) = value_or_fault(place.runs().await);
        rows.push(place.row(runs, fault).await?);
    }
    Ok(Json(json!({"dataflows": rows})))
}

/// `GET /api/dataflows/F`
pub(super) async fn show(
    State(app): State<App>,
    PathParts(folder): PathParts<String>,
) -> Result<Json<Value>, ApiError> {
    let places = blocking(move || places(&app)).await?;
    let found = places.into_iter().find(|it| it.key == folder);
    let no_place = || ApiError::NotFound(format!("no folder of results has the key {folder:?}"));
    let place = found.ok_or_else(no_place)?;
    let (runs, fault) = value_or_fault(place.jobs().await);
    let mut row = place.row(runs.iter().map(|(run, jobs)| run_of(run, jobs)).collect(), fault).await?;
    let now = now();
    row["overviews"] = runs.iter().map(|(run, jobs)| json!(RunOverview::of(run, jobs, now))).collect();
    let jobs = || runs.iter().flat_map(|(_, jobs)| jobs);
    row["jobs"] = json!(JobRow::list(jobs(), MOST));
    row["left_out"] = json!(jobs().count().saturating_sub(MOST));
    let (failures, fault) = value_or_fault(blocking(move || Ok(failed(&place.root))).await?);
    row["failures"] = json!(failures);
    if row["fault"].is_null() {
        row["fault"] = json!(fault);
    }
    Ok(Json(row))
}

/// The value, or why there is none.
fn value_or_fault<T: Default, E: Error>(read: Result<T, E>) -> (T, Option<String>) {
    match read {
        Ok(value) => (value, None),
        Err(error) => (T::default(), Some(with_causes(&error))),
    }
}

/// The folders of results whose logs lie where the dataflow puts them.
fn places(app: &AppState) -> Result<Vec<ResultsPlace>, ApiError> {
    let place = |logs: &PathBuf| {
        let root = logs.parent().filter(|_| logs.file_name().is_some_and(|it| it == LOGS))?;
        is_of_results(root).then(|| ResultsPlace { key: folder_key(logs), root: root.to_owned() })
    };
    Ok(app.log_folders()?.iter().filter_map(place).collect())
}

fn is_of_results(root: &Path) -> bool {
    root.join(QUEUE).is_file() || RunKind::ALL.iter().any(|it| root.join(it.name()).is_dir())
}

impl ResultsPlace {
    async fn row(&self, runs: Vec<Value>, fault: Option<String>) -> Result<Value, ApiError> {
        let (key, root) = (self.key.clone(), self.root.clone());
        let counted = blocking(move || Ok(record_counts(&root))).await?;
        let (counts, not_counted) = value_or_fault(counted);
        Ok(json!({
            "folder": key,
            "path": self.root.display().to_string(),
            "records": counts.iter().map(records).collect::<Vec<_>>(),
            "runs": runs,
            "fault": fault.or(not_counted),
        }))
    }

    /// The queue of its runs; `None` for results of a run that had another one.
    async fn queue(&self) -> Result<Option<Arc<dyn JobBoard>>, QueueError> {
        let file = self.root.join(QUEUE);
        if !file.is_file() {
            return Ok(None);
        }
        let options = QueueOptions { patience: PATIENCE, ..QueueOptions::new() };
        let queue: Arc<dyn JobBoard> = open(&format!("sqlite:{}", file.display()), &options).await?;
        Ok(Some(queue))
    }

    /// The runs of its queue, with how many of their jobs are in each state.
    async fn runs(&self) -> Result<Vec<Value>, QueueError> {
        let mut runs = Vec::new();
        let Some(queue) = self.queue().await? else { return Ok(runs) };
        for run in queue.runs().await? {
            let counts = queue.counts(&run).await?;
            runs.push(with_states(&run, |it| counts.of(it)));
        }
        Ok(runs)
    }

    /// The runs of its queue, with their jobs. Runs of one queue may have jobs for the same tasks, as where an execution follows an
    /// instantiation.
    async fn jobs(&self) -> Result<Vec<(RunId, Vec<JobRecord>)>, QueueError> {
        let mut runs = Vec::new();
        let Some(queue) = self.queue().await? else { return Ok(runs) };
        for run in queue.runs().await? {
            let jobs = all_jobs(&*queue, &run, Vec::new()).await?;
            runs.push((run, jobs));
        }
        Ok(runs)
    }
}

fn run_of(run: &RunId, jobs: &[JobRecord]) -> Value {
    with_states(run, |kind| jobs.iter().filter(|it| it.state.kind() == kind).count() as u64)
}

/// A run with how many of its jobs are in each state. A state without any is left out.
fn with_states(run: &RunId, jobs_in: impl Fn(StateKind) -> u64) -> Value {
    let states = StateKind::ALL.into_iter().map(|it| (it, jobs_in(it))).filter(|(_, jobs)| *jobs > 0);
    let states: Map<String, Value> = states.map(|(it, jobs)| (it.name().to_owned(), json!(jobs))).collect();
    json!({"run": run.as_str(), "states": states})
}

fn records(counts: &RecordCounts) -> Value {
    let folders = counts.folders.iter().map(|(folder, count)| (folder.name().to_owned(), json!(count)));
    json!({"run": counts.kind.name(), "records": folders.collect::<Map<String, Value>>()})
}

/// Why tasks did not pass, grouped by stage and reason.
fn failed(root: &Path) -> Result<Vec<FailureGroup>, ResultsError> {
    let mut groups = Vec::new();
    for kind in RunKind::ALL {
        groups.extend(failures(&Results::new(root, *kind))?);
    }
    Ok(groups)
}

fn now() -> Timestamp {
    Timestamp(u64::try_from(jiff::Timestamp::now().as_millisecond()).unwrap_or_default())
}
