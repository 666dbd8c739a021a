//! `dataflow status` and `dataflow failures`.

use crate::{
    args::DataflowResultsArgs,
    commands::{print, queue_error},
    console::plain,
    exit::Exit,
};
use anyhow::{Result, bail};
use deskpilot_dataflow::{QUEUE, RecordCounts, Results, RunKind, failures as failed_tasks, record_counts};
use deskpilot_queue::{QueueOptions, StateKind, open};
use deskpilot_runtime::UsageError;
use serde_json::{Map, Value, json};
use std::path::Path;

/// How many tasks of a group of failures are named.
const MOST_NAMED: usize = 5;

/// `deskpilot dataflow status`
pub(super) async fn status(args: &DataflowResultsArgs) -> Result<Exit> {
    let folder = existing(&args.results)?;
    let counts = record_counts(folder)?;
    let runs: Vec<Value> = counts.iter().map(records).collect();
    let queue = states(folder).await?;
    if args.json.wanted {
        print(&format!("{:#}\n", json!({"records": runs, "queue": queue})));
        return Ok(Exit::Finished);
    }
    let mut page = String::new();
    for run in &runs {
        page.push_str(&format!("{}\n", run["run"].as_str().unwrap_or_default()));
        for (name, count) in run["records"].as_object().into_iter().flatten() {
            page.push_str(&format!("  {:>6}  {name}\n", count.to_string()));
        }
    }
    for run in &queue {
        page.push_str("queue\n");
        for (name, count) in run["states"].as_object().into_iter().flatten() {
            page.push_str(&format!("  {:>6}  {name}\n", count.to_string()));
        }
    }
    print(if page.is_empty() { "there are no results yet\n" } else { &page });
    Ok(Exit::Finished)
}

fn records(counts: &RecordCounts) -> Value {
    let folders = counts.folders.iter().map(|(folder, count)| (folder.name().to_owned(), json!(count)));
    json!({"run": counts.kind.name(), "records": folders.collect::<Map<String, Value>>()})
}

/// The jobs of each run in the queue of the results, by state; none if it has no queue of its own.
async fn states(folder: &Path) -> Result<Vec<Value>> {
    let file = folder.join(QUEUE);
    if !file.is_file() {
        return Ok(Vec::new());
    }
    let address = format!("sqlite:{}", file.display());
    let queue = open(&address, &QueueOptions::new()).await.map_err(queue_error)?;
    let mut all = Vec::new();
    for run in queue.runs().await? {
        let counts = queue.counts(&run).await?;
        let states: Map<String, Value> = StateKind::ALL
            .into_iter()
            .filter(|it| counts.of(*it) > 0)
            .map(|it| (it.name().to_owned(), json!(counts.of(it))))
            .collect();
        all.push(json!({"run": run.as_str(), "states": states}));
    }
    Ok(all)
}

/// `deskpilot dataflow failures`
pub(super) fn failures(args: &DataflowResultsArgs) -> Result<Exit> {
    let folder = existing(&args.results)?;
    let mut groups = Vec::new();
    for kind in RunKind::ALL {
        groups.extend(failed_tasks(&Results::new(folder, *kind))?);
    }
    if args.json.wanted {
        print(&format!("{:#}\n", json!(groups)));
        return Ok(Exit::Finished);
    }
    let mut page = String::new();
    for group in &groups {
        let named: Vec<&str> = group.tasks.iter().take(MOST_NAMED).map(String::as_str).collect();
        let more = match group.tasks.len().saturating_sub(MOST_NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let reason = format!("{:>4}  {}: {}", group.tasks.len(), group.stage, group.reason);
        page.push_str(&format!("{}\n      {}{more}\n", plain(&reason), plain(&named.join(", "))));
    }
    print(if page.is_empty() { "all tasks that have ended passed\n" } else { &page });
    Ok(Exit::Finished)
}

fn existing(results: &Path) -> Result<&Path> {
    if !results.is_dir() {
        bail!(UsageError(format!("{} is no folder of results: name one", results.display())));
    }
    Ok(results)
}
