//! The tasks of the suite, done by their scripts with and without speculation.

use crate::{root, say};
use anyhow::{Context, Result, ensure};
use deskpilot_core::{Divergence, Event, Operation};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{collections::BTreeMap, env, path::Path, process::Command};

/// One task, with and without speculation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Task {
    /// The name of the task.
    pub(super) name: String,
    /// The run with lists of actions.
    pub(super) on: TaskRun,
    /// The run with one action at a time.
    pub(super) off: TaskRun,
}

/// One run of a task.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct TaskRun {
    /// Whether it finished and every check passed.
    pub(super) success: bool,
    /// Decisions: each is a model call where a language model decides.
    pub(super) calls: u64,
    /// Those of AppAgents.
    pub(super) app_calls: u64,
    /// Actions that it carried out.
    pub(super) actions: u64,
    /// Seconds.
    pub(super) seconds: f64,
    /// Lists of actions that a divergence stopped.
    pub(super) divergences: u64,
}

/// Runs every task of the suite with and without speculation.
pub(super) fn measure() -> Result<Vec<Task>> {
    let folder = tempfile::tempdir()?;
    let mut tasks: BTreeMap<String, Task> = BTreeMap::new();
    for speculation in ["on", "off"] {
        say(&format!("the tasks with speculation {speculation} ..."));
        for (name, run) in batch(folder.path(), speculation)? {
            let task = tasks.entry(name.clone()).or_default();
            task.name = name;
            *(if speculation == "on" { &mut task.on } else { &mut task.off }) = run;
        }
    }
    Ok(tasks.into_values().collect())
}

fn batch(logs: &Path, speculation: &str) -> Result<Vec<(String, TaskRun)>> {
    let program = env::current_exe()?.with_file_name("deskpilot");
    ensure!(
        program.exists(),
        "there is no {}: run `cargo xtask bench agent`, which builds it",
        program.display()
    );
    let tasks = root().join("tasks");
    let output = Command::new(&program)
        .args(["batch", "--json", "--model", "script", "--policy", "unrestricted"])
        .args(["--task", &format!("bench-{speculation}")])
        .arg("--log-dir")
        .arg(logs)
        .arg(tasks)
        .env("DESKPILOT_RUN_SPECULATION", speculation)
        .output()
        .context("deskpilot does not start")?;
    let results: Value = serde_json::from_slice(&output.stdout)
        .with_context(|| format!("the batch failed: {}", String::from_utf8_lossy(&output.stderr)))?;
    let rows = results["tasks"].as_array().context("the batch has no tasks")?;
    rows.iter().map(|row| Ok((text(row, "task"), task_run(logs, row)?))).collect()
}

fn task_run(logs: &Path, row: &Value) -> Result<TaskRun> {
    let entries = deskpilot_log::read(logs, &text(row, "log"))?;
    let count = |is: fn(&Event) -> bool| entries.iter().filter(|it| is(&it.event)).count() as u64;
    Ok(TaskRun {
        success: row["success"] == true,
        calls: row["decisions"].as_u64().unwrap_or(0),
        app_calls: count(|it| matches!(it, Event::AppDecided { .. })),
        actions: count(|it| matches!(it, Event::Acting { operation: Operation::Act(_), .. })),
        seconds: row["seconds"].as_f64().unwrap_or(0.0),
        divergences: count(is_stopped_list),
    })
}

/// Whether the desktop was not as a list of actions expected; actions that wait because of the policy are no divergence.
fn is_stopped_list(event: &Event) -> bool {
    let Event::Held { operations, divergence } = event else { return false };
    !operations.is_empty() && !matches!(divergence, Divergence::NeedsYes(_) | Divergence::NotAllowed(_))
}

fn text(row: &Value, key: &str) -> String {
    row[key].as_str().unwrap_or_default().to_owned()
}
