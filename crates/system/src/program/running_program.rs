//! A running program: its pipes and its end. Dropping it ends its whole process group; processes that left the
//! group continue.

use super::stderr_tail::StderrTail;
use crate::{ProcessGroup, exit_signal};
use std::{fmt, process::ExitStatus, time::Duration};
use tokio::{
    process::{ChildStdin, ChildStdout},
    time::timeout,
};

/// How long a program may take to end after its input is closed.
const END_TIMEOUT: Duration = Duration::from_secs(1);
/// How long to wait for its last output after it has ended: a process that left the group may still hold the
/// pipe.
const LAST_OUTPUT_TIMEOUT: Duration = Duration::from_millis(200);

/// A running program in its own process group.
#[derive(Debug)]
pub struct RunningProgram {
    group: ProcessGroup,
    tail: Option<StderrTail>,
}

/// How a program ended, and its last output.
#[derive(Debug)]
pub struct ProgramEnd {
    /// `None` if it had to be killed.
    pub status: Option<ExitStatus>,
    /// The end of its stderr.
    pub stderr: String,
}

impl RunningProgram {
    pub(super) fn of(mut group: ProcessGroup) -> RunningProgram {
        let tail = group.stderr().map(StderrTail::of);
        RunningProgram { group, tail }
    }

    /// Its stdin and stdout pipes; can be taken once.
    ///
    /// # Errors
    /// A sentence: they were taken before.
    pub fn pipes(&mut self) -> Result<(ChildStdin, ChildStdout), String> {
        let taken = || "its pipes are taken".to_owned();
        Ok((self.group.stdin().ok_or_else(taken)?, self.group.stdout().ok_or_else(taken)?))
    }

    /// Waits without limit for the program to end, then ends the rest of its group.
    pub async fn wait(&mut self) -> Option<ExitStatus> {
        self.group.wait_and_kill_group().await.ok()
    }

    /// Waits briefly for the program to end, then kills it, and ends the rest of its group. Drop its pipes
    /// first.
    pub async fn end(mut self) -> ProgramEnd {
        let status = timeout(END_TIMEOUT, self.wait()).await.ok().flatten();
        if status.is_none() {
            self.kill();
            // A process that cannot be reaped now is stuck in the kernel.
            let _ = timeout(END_TIMEOUT, self.wait()).await;
        }
        let Some(tail) = &mut self.tail else { return ProgramEnd { status, stderr: String::new() } };
        let _ = timeout(LAST_OUTPUT_TIMEOUT, tail.end()).await;
        ProgramEnd { status, stderr: tail.text() }
    }

    /// Kills it at once.
    pub fn kill(&self) {
        self.group.kill();
    }
}

impl fmt::Display for ProgramEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.status.map(|it| (it.code(), exit_signal(it))) {
            Some((Some(code), _)) => write!(f, "it ended with code {code}")?,
            Some((None, Some(signal))) => write!(f, "it was ended by signal {signal}")?,
            Some((None, None)) | None => f.write_str("it stopped talking, and was ended")?,
        }
        if self.stderr.is_empty() { Ok(()) } else { write!(f, "; its last words: {}", self.stderr) }
    }
}
