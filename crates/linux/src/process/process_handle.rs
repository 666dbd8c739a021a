//! A handle to a started program.

use super::Output;
use std::process::ExitStatus;
use tokio::sync::watch;

/// A started program, which may have ended since. Dropping the handle does not affect it.
#[derive(Clone, Debug)]
pub struct ProcessHandle {
    pub(super) pid: u32,
    pub(super) ended: watch::Receiver<Option<ExitStatus>>,
    pub(super) output: Output,
}

impl ProcessHandle {
    /// Its process id.
    pub fn pid(&self) -> u32 {
        self.pid
    }

    /// Its exit status; `None` while it runs.
    pub fn ended(&self) -> Option<ExitStatus> {
        *self.ended.borrow()
    }

    /// Its output.
    pub fn output(&self) -> &Output {
        &self.output
    }

    /// Waits until it ends, which may be never: set a deadline. `None` when nothing watches it any more.
    pub async fn end(&self) -> Option<ExitStatus> {
        let mut ended = self.ended.clone();
        let status = ended.wait_for(Option::is_some).await.ok()?;
        *status
    }
}
