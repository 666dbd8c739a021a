//! A program that was started.

use super::Output;
use std::process::ExitStatus;
use tokio::sync::watch;

/// A program that was started; it may have ended since. Dropping this changes nothing about the program.
#[derive(Clone, Debug)]
pub struct Running {
    pub(super) pid: u32,
    pub(super) ended: watch::Receiver<Option<ExitStatus>>,
    pub(super) output: Output,
}

impl Running {
    /// The number of its process.
    pub fn pid(&self) -> u32 {
        self.pid
    }

    /// How it ended; `None` while it runs.
    pub fn ended(&self) -> Option<ExitStatus> {
        *self.ended.borrow()
    }

    /// What it wrote.
    pub fn output(&self) -> &Output {
        &self.output
    }

    /// Waits until it ends, which may be never: put a deadline around it. `None` when nobody watches it any more.
    pub async fn end(&self) -> Option<ExitStatus> {
        let mut ended = self.ended.clone();
        let status = ended.wait_for(Option::is_some).await.ok()?;
        *status
    }
}
