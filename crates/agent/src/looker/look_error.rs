//! Why a look fails.

use crate::{AgentError, Halt, world::WorldError};
use deskpilot_desktop::DesktopError;

/// Why a look failed.
pub(crate) enum LookError {
    /// The desktop could not show it.
    Desktop(DesktopError),
    /// The session cannot continue.
    Session(AgentError),
}

impl From<WorldError> for LookError {
    fn from(error: WorldError) -> LookError {
        match error {
            WorldError::Desktop(error) => LookError::Desktop(error),
            WorldError::Halted(halt) => LookError::Session(halt.into()),
        }
    }
}

impl From<DesktopError> for LookError {
    fn from(error: DesktopError) -> LookError {
        LookError::Desktop(error)
    }
}

impl From<AgentError> for LookError {
    fn from(error: AgentError) -> LookError {
        LookError::Session(error)
    }
}

impl From<Halt> for LookError {
    fn from(halt: Halt) -> LookError {
        LookError::Session(halt.into())
    }
}
