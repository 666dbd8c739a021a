//! Processes of tasks that a page started: the server waits until they have begun, and then leaves them alone.

use crate::{error::ApiError, logged_task::LoggedTask};
use std::{process::ExitStatus, time::Duration};
use tokio::{
    io::{AsyncReadExt, copy, sink},
    process::{Child, ChildStderr},
    time::sleep,
};

/// How often a process is looked at.
const PAUSE: Duration = Duration::from_millis(20);

/// The most bytes of its error that are shown.
const LONGEST: u64 = 8 << 10;

/// The exit code of a wrong command line or setting.
const USAGE: i32 = 2;

/// Waits until a process has begun a task, of which `is_written` finds something in the log. One that ended before is an error, which
/// says why, and so is one that another process came before.
pub(crate) async fn begun(
    mut child: Child,
    task: &LoggedTask,
    is_written: impl Fn() -> bool,
) -> Result<(), ApiError> {
    let (stderr, own) = (child.stderr.take(), child.id());
    loop {
        let ended = child.try_wait()?;
        // Looked at after the end, so that a task that ended at once counts as begun, and before the process that has the log, so that
        // what another one has just begun does not.
        let is_written = is_written();
        let is_begun = match task.process() {
            Some(process) => own == Some(process) && task.state().is_ok(),
            None => is_written,
        };
        if is_begun {
            tokio::spawn(drain(stderr));
            return Ok(());
        }
        match ended {
            Some(status) => return Err(ended_early(status, stderr).await),
            None => sleep(PAUSE).await,
        }
    }
}

async fn ended_early(status: ExitStatus, stderr: Option<ChildStderr>) -> ApiError {
    let mut bytes = Vec::new();
    if let Some(stderr) = stderr {
        // What was read before an error is shown.
        let _ = stderr.take(LONGEST).read_to_end(&mut bytes).await;
    }
    let says = String::from_utf8_lossy(&bytes).trim().to_owned();
    match status.code() {
        Some(USAGE) => ApiError::Wrong(says),
        _ => ApiError::Failed(format!("the task did not begin ({status}): {says}")),
    }
}

/// Reads what a process says, so that it never waits for a reader.
async fn drain(stderr: Option<ChildStderr>) {
    if let Some(mut stderr) = stderr {
        let _ = copy(&mut stderr, &mut sink()).await;
    }
}
