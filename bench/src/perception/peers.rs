//! The Python programs that do the same, run on the desktop of the application.

use super::reading::{Reading, ReadingOutcome};
use crate::app_under_test::AppUnderTest;
use crate::folder;
use anyhow::{Context, Result, bail};
use deskpilot_linux::Seat;
use serde::de::DeserializeOwned;
use std::process::Stdio;
use std::time::Duration;
use tokio::process::Command;
use tokio::time::timeout;

/// The Python that Debian's modules are installed for.
const PYTHON: &str = "/usr/bin/python3";

/// The last line of a reader's output.
#[derive(serde::Deserialize)]
struct PeerReport {
    millis: f64,
    nodes: usize,
}

/// Runs a peer that reads an application, and ends it at the deadline.
pub(super) async fn read(app: &AppUnderTest, script: &str, deadline: Duration) -> ReadingOutcome {
    let processes: Vec<String> = app.processes().iter().map(u32::to_string).collect();
    match timeout(deadline, run::<PeerReport>(app.seat(), script, &[&processes.join(",")])).await {
        Err(_) => ReadingOutcome::Unfinished(deadline.as_secs()),
        Ok(Err(error)) => ReadingOutcome::Failed(format!("{error:#}")),
        Ok(Ok(PeerReport { millis, nodes })) => {
            ReadingOutcome::Read(Reading { millis, nodes, ..Reading::default() })
        }
    }
}

/// Runs a script on a desktop; returns the last line of its output, which is JSON. Dropping the wait ends the script.
pub(super) async fn run<T: DeserializeOwned>(seat: &Seat, script: &str, args: &[&str]) -> Result<T> {
    let output = Command::new(PYTHON)
        .arg(folder().join("peers").join(script))
        .args(args)
        .env_clear()
        .envs(seat.environment().iter())
        .stdin(Stdio::null())
        .kill_on_drop(true)
        .output()
        .await
        .with_context(|| format!("{PYTHON} does not start"))?;
    let stdout = String::from_utf8_lossy(&output.stdout);
    if !output.status.success() {
        bail!("{script}: {}: {}", output.status, String::from_utf8_lossy(&output.stderr).trim());
    }
    let line = stdout.lines().last().with_context(|| format!("{script} printed nothing"))?;
    serde_json::from_str(line).with_context(|| format!("{script} printed {line:?}"))
}
