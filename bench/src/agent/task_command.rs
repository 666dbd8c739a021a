//! Does a task of the suite with the program as users have it, within a deadline.

use super::task_run::TaskRun;
use crate::{product_command::product_command, root};
use anyhow::{Context, Result};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::{
    io,
    path::PathBuf,
    pin::pin,
    process::{Output, Stdio},
    time::{Duration, Instant},
};
use tempfile::TempDir;
use tokio::{
    process::{Child, Command},
    time::{sleep, timeout},
};
use tokio_util::sync::CancellationToken;

/// The key of the servers that play providers. They listen on loopback.
pub(super) const KEY: &str = "only-for-this-benchmark";
/// How long the program may take to end after it was asked to. Then it is killed.
const PATIENCE: Duration = Duration::from_secs(20);

/// How tasks are done. What one of them teaches is there for the next ones, and for no other command.
pub(super) struct TaskCommand {
    /// A new home.
    home: TempDir,
    /// Who decides.
    model: String,
    /// The setting of lists of actions.
    speculation: &'static str,
    /// The server of the model.
    base_url: String,
    /// How long a task may take.
    deadline: Duration,
}

/// How the program ended.
enum ProgramEnd {
    /// By itself, with this output.
    Ended(Output),
    /// It was ended because it took too long.
    Late,
    /// It was ended because the measurement was interrupted.
    Interrupted,
}

impl TaskCommand {
    /// Tasks that this model decides, which is asked at a server with [`KEY`].
    pub(super) fn new(
        model: &str,
        speculation: &'static str,
        base_url: &str,
        deadline: Duration,
    ) -> Result<TaskCommand> {
        let (model, base_url) = (model.to_owned(), base_url.to_owned());
        Ok(TaskCommand { home: tempfile::tempdir()?, model, speculation, base_url, deadline })
    }

    /// Does the task of this name; `None` where the measurement was interrupted before its end. An error where the program does
    /// not start.
    pub(super) async fn run(&self, task: &str, interrupt: &CancellationToken) -> Result<Option<TaskRun>> {
        let began = Instant::now();
        let child = self.command(task)?.spawn().context("deskpilot does not start")?;
        let failure = match end(child, self.deadline, interrupt).await? {
            ProgramEnd::Interrupted => return Ok(None),
            ProgramEnd::Late => format!("it took longer than {} s", self.deadline.as_secs()),
            ProgramEnd::Ended(output) => {
                let results: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
                if let Some(row) = results["tasks"].get(0) {
                    return Ok(Some(TaskRun::of_row(&self.logs(), row)));
                }
                format!("it has no result: {}", String::from_utf8_lossy(&output.stderr))
            }
        };
        let log = format!("{}-{task}", batch(task));
        Ok(Some(TaskRun::without_result(&self.logs(), &log, began.elapsed(), &failure)))
    }

    fn logs(&self) -> PathBuf {
        self.home.path().join("logs")
    }

    fn command(&self, task: &str) -> Result<Command> {
        let mut command = product_command(self.home.path(), "agent")?;
        command
            .args(["batch", "--json", "--model", &self.model, "--policy", "unrestricted"])
            .args(["--task", &batch(task), "--only", task, "--log-dir"])
            .args([self.logs(), root().join("tasks")])
            .env("DESKPILOT_RUN_SPECULATION", self.speculation)
            // The prices of a model that a server plays say nothing of the task.
            .env("DESKPILOT_BUDGET_ROUND_DOLLARS", "0")
            .env("DESKPILOT_MODEL_BASE_URL", &self.base_url)
            .env("DESKPILOT_MODEL_KEY_VARIABLE", "BENCH_KEY")
            .env("BENCH_KEY", KEY)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            // Ctrl-C at the terminal reaches the benchmark alone, which ends the program.
            .process_group(0)
            .kill_on_drop(true);
        Ok(command)
    }
}

/// The name of the batch of a task.
fn batch(task: &str) -> String {
    format!("bench-{task}")
}

/// Waits for the end of the program. One that is late, or whose measurement is interrupted, is asked to end, and killed where it
/// does not.
async fn end(child: Child, deadline: Duration, interrupt: &CancellationToken) -> io::Result<ProgramEnd> {
    let id = child.id();
    let mut output = pin!(child.wait_with_output());
    let end = tokio::select! {
        output = &mut output => return output.map(ProgramEnd::Ended),
        () = sleep(deadline) => ProgramEnd::Late,
        () = interrupt.cancelled() => ProgramEnd::Interrupted,
    };
    ask_to_end(id);
    // What has not ended by then is killed as its output is dropped.
    let _ = timeout(PATIENCE, output).await;
    Ok(end)
}

fn ask_to_end(id: Option<u32>) {
    let id = id.and_then(|it| i32::try_from(it).ok()).and_then(Pid::from_raw);
    if let Some(id) = id {
        // One that has just ended needs no signal.
        let _ = kill_process(id, Signal::TERM);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// How a program ends that takes so many seconds, and whether it is gone then.
    async fn ended(seconds: &str, deadline: Duration, interrupt: &CancellationToken) -> (&'static str, bool) {
        let mut command = Command::new("sleep");
        let child = command.arg(seconds).stdout(Stdio::piped()).kill_on_drop(true).spawn().unwrap();
        let process = format!("/proc/{}", child.id().unwrap());
        let end = match end(child, deadline, interrupt).await.unwrap() {
            ProgramEnd::Ended(_) => "ended",
            ProgramEnd::Late => "late",
            ProgramEnd::Interrupted => "interrupted",
        };
        (end, !Path::new(&process).exists())
    }

    #[tokio::test]
    async fn a_program_ends_by_itself_at_its_deadline_or_when_it_is_interrupted() {
        let (interrupt, long) = (CancellationToken::new(), Duration::from_secs(600));
        assert_eq!(ended("0", long, &interrupt).await, ("ended", true));
        assert_eq!(ended("600", Duration::ZERO, &interrupt).await, ("late", true));
        interrupt.cancel();
        assert_eq!(ended("600", long, &interrupt).await, ("interrupted", true));
    }
}
