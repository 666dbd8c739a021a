//! Errors: why the connection broke, and why a request of the editor is not carried out.

use agent_client_protocol::{Error, ErrorCode};
use deskpilot_log::LogError;
use deskpilot_runtime::{RuntimeError, SessionError, UsageError, with_causes};
use deskpilot_settings::SettingsError;

/// Why the connection to the editor broke.
#[derive(Debug, thiserror::Error)]
#[error("the connection to the editor broke: {0}")]
pub struct AcpError(pub(crate) String);

/// Why a request of the editor is not carried out.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RequestError {
    /// There is no session with this id.
    #[error("there is no session {0:?}")]
    NoSession(String),
    /// The session is at work.
    #[error("this session is carrying out a request: cancel it first, or wait until it ends")]
    Busy,
    /// The editor or the person can correct it; the text says how.
    #[error("{0}")]
    Wrong(String),
    /// It cannot be carried out, for this reason.
    #[error("{0}")]
    Failed(String),
}

impl From<RequestError> for Error {
    fn from(error: RequestError) -> Error {
        let code = match &error {
            RequestError::NoSession(_) => ErrorCode::RESOURCE_NOT_FOUND,
            RequestError::Busy => ErrorCode::INVALID_REQUEST,
            RequestError::Wrong(_) => ErrorCode::INVALID_PARAMS,
            RequestError::Failed(_) => ErrorCode::INTERNAL_ERROR,
        };
        Error::new(code, error.to_string())
    }
}

/// What goes wrong with the connection itself, as a request sees it.
impl From<Error> for RequestError {
    fn from(error: Error) -> RequestError {
        RequestError::Failed(error.to_string())
    }
}

impl From<UsageError> for RequestError {
    fn from(UsageError(text): UsageError) -> RequestError {
        RequestError::Wrong(text)
    }
}

impl From<SettingsError> for RequestError {
    fn from(error: SettingsError) -> RequestError {
        match error {
            SettingsError::Wrong(text) => RequestError::Wrong(text),
            SettingsError::File(text) => RequestError::Failed(text),
        }
    }
}

impl From<LogError> for RequestError {
    fn from(error: LogError) -> RequestError {
        RequestError::Failed(with_causes(&error))
    }
}

impl From<RuntimeError> for RequestError {
    fn from(error: RuntimeError) -> RequestError {
        of_runtime(&error)
    }
}

impl From<SessionError> for RequestError {
    fn from(error: SessionError) -> RequestError {
        of_runtime(error.inner())
    }
}

/// The error of a session, with what to do about it where that is known.
fn of_runtime(error: &RuntimeError) -> RequestError {
    let text = with_causes(error);
    let text = error.hint().map_or_else(|| text.clone(), |hint| format!("{text}; {hint}"));
    if error.is_usage() { RequestError::Wrong(text) } else { RequestError::Failed(text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_error_has_the_code_of_the_protocol_that_fits() {
        for (error, code, says) in [
            (RequestError::NoSession("x".into()), -32002, "there is no session \"x\""),
            (RequestError::Wrong("set HOME".into()), -32602, "set HOME"),
            (RequestError::from(UsageError("set HOME".into())), -32602, "set HOME"),
            (RuntimeError::Usage(UsageError("set HOME".into())).into(), -32602, "set HOME"),
            (RuntimeError::BrokeOff.into(), -32603, "the session broke off; its log can be resumed"),
            (SettingsError::File("gone".into()).into(), -32603, "gone"),
        ] {
            let error = Error::from(error);
            assert_eq!((error.code.value(), error.message.as_str()), (code, says));
        }
    }
}
