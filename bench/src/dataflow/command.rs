//! Runs `deskpilot dataflow` as a user has it, and reads what it leaves.

use crate::{processor_time::processor_seconds, root};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Stdio,
    time::{Duration, Instant},
};
use tokio::{
    process::{Child, Command},
    time::sleep,
};

/// The steps of the plan. `peers/uno_plan.py` does the same through the scripting interface.
pub(super) const STEPS: [&str; 10] = [
    "Press Ctrl+End",
    "Press Enter",
    "Type \"We look forward to your answer.\"",
    "Press Enter",
    "Type \"With kind regards, Ada\"",
    "Press Shift+Home",
    "Press Ctrl+B",
    "Press End",
    "Press Enter",
    "Type \"PS: The keys are at the desk.\"",
];
/// The folder of the instantiated tasks in the folder of the results.
const INSTANTIATED: &str = "instantiation/instantiation_pass";
/// How often the processor time of the command is read.
const PERIOD: Duration = Duration::from_millis(20);

/// A run of the command that ended.
pub(super) struct EndedCommand {
    /// How long it took.
    pub(super) seconds: f64,
    /// The processor time of the command alone, without the programs that it started, in seconds.
    pub(super) own_cpu: f64,
}

/// Writes so many raw tasks with the plan into a folder of this place, and instantiates them. Returns the folder of their records.
pub(super) async fn instantiate(place: &Path, tasks: usize) -> Result<PathBuf> {
    let folder = place.join("tasks");
    fs::create_dir_all(&folder)?;
    for at in 0..tasks {
        // Tasks that say nearly the same are done once.
        let word = format!("{}{at}", ["amber", "birch", "copper", "dune"][at % 4].repeat(1 + at / 4));
        let task = json!({
            "app": "word",
            "unique_id": format!("bench-{at:02}"),
            "task": format!("Add a bold closing line and a postscript at the end of the letter {word} {word} {word}"),
            "refined_steps": STEPS,
            "checks": [{"document": "{document}", "text_contains": "PS: The keys are at the desk."}],
        });
        fs::write(folder.join(format!("bench-{at:02}.json")), task.to_string())?;
    }
    let results = place.join("instantiated");
    dataflow("instantiate", &folder, &results, 1).await?;
    let records = results.join(INSTANTIATED);
    let count = fs::read_dir(&records).map_or(0, Iterator::count);
    ensure!(count == tasks, "{count} of {tasks} tasks were instantiated");
    Ok(records)
}

/// Executes the instantiated tasks of this folder on so many desktops side by side.
pub(super) async fn execute(records: &Path, results: &Path, desktops: usize) -> Result<EndedCommand> {
    dataflow("execute", records, results, desktops).await
}

/// The records of executions that passed.
pub(super) fn passed(results: &Path) -> Result<Vec<Value>> {
    let folder = results.join("execution/execution_pass");
    let mut records = Vec::new();
    for entry in fs::read_dir(&folder).with_context(|| format!("no task passed: {}", folder.display()))? {
        records.push(serde_json::from_str(&fs::read_to_string(entry?.path())?)?);
    }
    Ok(records)
}

async fn dataflow(command: &str, tasks: &Path, results: &Path, desktops: usize) -> Result<EndedCommand> {
    let program = root().join("target/release/deskpilot");
    let began = Instant::now();
    let mut child = Command::new(&program)
        .args(["dataflow", command])
        .arg(tasks)
        .arg("--results")
        .arg(results)
        .args(["--jobs", &desktops.to_string(), "--policy", "unrestricted", "--model", "steps"])
        .current_dir(tasks)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .with_context(|| format!("{} does not start: build it with --release", program.display()))?;
    let own_cpu = own_cpu_until_end(&mut child).await?;
    Ok(EndedCommand { seconds: began.elapsed().as_secs_f64(), own_cpu })
}

/// Waits for the end of the command, and returns its processor time, which is gone with it.
async fn own_cpu_until_end(child: &mut Child) -> Result<f64> {
    let stat = child.id().map(|it| format!("/proc/{it}/stat")).unwrap_or_default();
    let mut last = 0.0;
    while child.try_wait()?.is_none() {
        if let Some(used) = fs::read_to_string(&stat).ok().and_then(|it| processor_seconds(&it)) {
            last = used;
        }
        sleep(PERIOD).await;
    }
    Ok(last)
}
