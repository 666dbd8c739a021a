//! Why a call was not carried out, for the model that made it.

use crate::offer::RequestError;
use deskpilot_log::LogError;
use deskpilot_runtime::{AnswerError, RuntimeError, SessionError, UsageError, with_causes};
use deskpilot_settings::SettingsError;
use std::error::Error;

/// Why a call was not carried out: what is wrong and, where that is known, what is right.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct ToolError(pub(crate) String);

impl ToolError {
    fn of(error: &dyn Error) -> ToolError {
        ToolError(with_causes(error))
    }
}

impl From<ToolError> for RequestError {
    fn from(ToolError(why): ToolError) -> RequestError {
        RequestError::ForModel(why)
    }
}

impl From<UsageError> for ToolError {
    fn from(error: UsageError) -> ToolError {
        ToolError(error.0)
    }
}

impl From<SettingsError> for ToolError {
    fn from(error: SettingsError) -> ToolError {
        ToolError::of(&error)
    }
}

impl From<LogError> for ToolError {
    fn from(error: LogError) -> ToolError {
        ToolError::of(&error)
    }
}

impl From<AnswerError> for ToolError {
    fn from(error: AnswerError) -> ToolError {
        ToolError::of(&error)
    }
}

impl From<RuntimeError> for ToolError {
    fn from(error: RuntimeError) -> ToolError {
        let hint = error.hint().map(|it| format!("; {it}")).unwrap_or_default();
        ToolError(format!("{}{hint}", with_causes(&error)))
    }
}

impl From<SessionError> for ToolError {
    fn from(error: SessionError) -> ToolError {
        let inner = error.inner();
        let hint = inner.hint().map(|it| format!("; {it}")).unwrap_or_default();
        ToolError(format!("{}{hint}", with_causes(inner)))
    }
}
