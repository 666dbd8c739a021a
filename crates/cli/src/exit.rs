//! How the program ends, for scripts.

use std::process::ExitCode;

/// The ends of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Done.
    Finished,
    /// Not done; why was printed.
    Failed,
    /// The command line or the configuration is wrong.
    Usage,
    /// Somebody must answer or say yes.
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
