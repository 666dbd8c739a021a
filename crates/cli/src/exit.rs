//! The exit codes, for scripts.

use std::process::ExitCode;

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// It succeeded.
    Finished,
    /// It failed; the reason was printed.
    Failed,
    /// The command line or the configuration is wrong.
    Usage,
    /// A question or an action waits for a person.
    NeedsPerson,
    /// The user stopped it.
    Stopped,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::Finished => 0,
            Exit::Failed => 1,
            Exit::Usage => 2,
            Exit::NeedsPerson => 3,
            Exit::Stopped => 130,
        })
    }
}
