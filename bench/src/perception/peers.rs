//! The programs that do the same in Python, run on the desktop of the application.

use super::outcome::{Outcome, Reading};
use crate::folder;
use crate::stage::Stage;
use anyhow::{Context, Result, bail};
use deskpilot_linux::Seat;
use serde::de::DeserializeOwned;
use std::process::Stdio;
use std::time::Duration;
use tokio::process::Command;
use tokio::time::timeout;

/// The Python that Debian's packages are for.
const PYTHON: &str = "/usr/bin/python3";

/// What a reader says of itself.
#[derive(serde::Deserialize)]
struct Told {
    millis: f64,
    nodes: usize,
}

/// Has a peer read an application, and ends it at the deadline.
pub(super) async fn read(stage: &Stage, script: &str, deadline: Duration) -> Outcome {
    let processes: Vec<String> = stage.processes().iter().map(u32::to_string).collect();
    match timeout(deadline, run::<Told>(stage.seat(), script, &[&processes.join(",")])).await {
        Err(_) => Outcome::Unfinished(deadline.as_secs()),
        Ok(Err(error)) => Outcome::Failed(format!("{error:#}")),
        Ok(Ok(Told { millis, nodes })) => Outcome::Read(Reading { millis, nodes, ..Reading::default() }),
    }
}

/// Runs a script on a desktop; gives what its last line says. It ends when the wait is dropped.
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
    let said = String::from_utf8_lossy(&output.stdout);
    if !output.status.success() {
        bail!("{script}: {}: {}", output.status, String::from_utf8_lossy(&output.stderr).trim());
    }
    let line = said.lines().last().with_context(|| format!("{script} says nothing"))?;
    serde_json::from_str(line).with_context(|| format!("{script} says {line:?}"))
}
