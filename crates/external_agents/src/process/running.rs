//! A program that runs: its pipes, and its end. Whoever lets go of it ends it, with all that is in its process group; what it
//! started and what left the group goes on.

use super::tail::Tail;
use deskpilot_system::{ProgramGroup, signal_of};
use std::{fmt, process::ExitStatus, time::Duration};
use tokio::{
    process::{ChildStdin, ChildStdout},
    time::timeout,
};

/// How long a program may take to end once it has nothing more to read.
const GRACE: Duration = Duration::from_secs(1);
/// How long its last words are waited for once it is gone: one that left its group may still hold the pipe.
const LAST_WORDS: Duration = Duration::from_millis(200);

/// A program that runs, in a process group of its own.
#[derive(Debug)]
pub(crate) struct Running {
    group: ProgramGroup,
    tail: Option<Tail>,
}

/// How a program ended, and what it said last.
#[derive(Debug)]
pub(crate) struct Ending {
    /// `None` where it had to be ended.
    pub(crate) status: Option<ExitStatus>,
    /// Its last words.
    pub(crate) said: String,
}

impl Running {
    pub(super) fn of(mut group: ProgramGroup) -> Running {
        let tail = group.stderr().map(Tail::of);
        Running { group, tail }
    }

    /// The ends of its pipes: what it reads, and what it writes. To be taken once.
    pub(crate) fn pipes(&mut self) -> Result<(ChildStdin, ChildStdout), String> {
        let taken = || "its pipes are taken".to_owned();
        Ok((self.group.stdin().ok_or_else(taken)?, self.group.stdout().ok_or_else(taken)?))
    }

    /// Waits for the end of the program, however long it takes, and ends what is left of its group.
    pub(crate) async fn over(&mut self) -> Option<ExitStatus> {
        self.group.end_with_all().await.ok()
    }

    /// Waits for the end of the program for a moment, ends it otherwise, and ends what is left of its group. Its pipes
    /// are to be dropped before.
    pub(crate) async fn end(mut self) -> Ending {
        let status = timeout(GRACE, self.over()).await.ok().flatten();
        if status.is_none() {
            self.kill();
            // One that cannot be waited for now is stuck in the kernel.
            let _ = timeout(GRACE, self.over()).await;
        }
        let Some(tail) = &mut self.tail else { return Ending { status, said: String::new() } };
        let _ = timeout(LAST_WORDS, tail.end()).await;
        Ending { status, said: tail.text() }
    }

    /// Ends it at once.
    pub(crate) fn kill(&mut self) {
        self.group.kill();
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.status.map(|it| (it.code(), signal_of(it))) {
            Some((Some(code), _)) => write!(f, "it ended with code {code}")?,
            Some((None, Some(signal))) => write!(f, "it was ended by signal {signal}")?,
            Some((None, None)) | None => f.write_str("it stopped talking, and was ended")?,
        }
        if self.said.is_empty() { Ok(()) } else { write!(f, "; its last words: {}", self.said) }
    }
}
