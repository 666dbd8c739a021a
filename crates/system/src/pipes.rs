//! The pipes of a process that was started.

use tokio::process::{self, ChildStderr, ChildStdin, ChildStdout};

/// The pipes to and from a process, until somebody takes them.
#[derive(Debug)]
pub(crate) struct Pipes {
    pub(crate) stdin: Option<ChildStdin>,
    pub(crate) stdout: Option<ChildStdout>,
    pub(crate) stderr: Option<ChildStderr>,
}

impl Pipes {
    /// Those of a child, which has none then.
    pub(crate) const fn of(child: &mut process::Child) -> Pipes {
        Pipes { stdin: child.stdin.take(), stdout: child.stdout.take(), stderr: child.stderr.take() }
    }
}
