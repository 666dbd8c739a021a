//! The errors of the interface, each with its status, its code for programs, and its sentence for the person.

use crate::{access::TooManyGuesses, reply::json_reply};
use axum::{
    http::StatusCode,
    response::{IntoResponse, Response},
};
use deskpilot_log::LogError;
use deskpilot_runtime::{
    FileError, PolicyFileError, RuntimeError, UsageError,
    answers::AnswersError,
    control::{ControlError, ErrorCode},
    with_causes,
};
use deskpilot_settings::SettingsError;
use serde_json::json;
use std::io;

/// Why a request was not done.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ApiError {
    #[error("{0}")]
    Wrong(String),
    #[error("open the address that `deskpilot serve` printed, or ask a browser that has the page for one")]
    NoCookie,
    /// A cookie of another server, or a guessed one.
    #[error(
        "the server has started again, or this cookie is wrong: open the address that `deskpilot serve` printed"
    )]
    WrongCookie,
    #[error("this address was used already, or is wrong: take the last one that `deskpilot serve` printed")]
    WrongToken,
    #[error("send the token that `deskpilot mcp token` printed, as Authorization: Bearer TOKEN")]
    NoBearer,
    /// A guessed one, or one that was taken back.
    #[error("this token is wrong or was taken back: `deskpilot mcp token list` shows those that are known")]
    WrongBearer,
    #[error("the request comes from another site")]
    ForeignOrigin,
    #[error("{0}")]
    NotFound(String),
    #[error("this path has no such method")]
    WrongMethod,
    #[error("the body did not arrive in time")]
    Slow,
    /// The state of the task does not fit.
    #[error("{1}")]
    Conflict(&'static str, String),
    #[error("the body is larger than {0} bytes")]
    TooLarge(usize),
    #[error("the body must be JSON, and its Content-Type application/json")]
    NotJson,
    #[error("this server is asked under 127.0.0.1 or localhost and its port")]
    WrongHost,
    #[error("{0}: try again later")]
    TooMany(&'static str),
    #[error("{0}")]
    Failed(String),
    #[error("the process of the task cannot be reached: {0}")]
    Unreachable(ControlError),
}

impl ApiError {
    /// What the system or the runtime could not do.
    pub(crate) fn failed(error: &dyn std::error::Error) -> ApiError {
        ApiError::Failed(with_causes(error))
    }

    /// A task that no process runs.
    pub(crate) fn not_running(task: &str) -> ApiError {
        ApiError::Conflict("not_running", format!("the task {task:?} is not running"))
    }

    /// The error as a page that a person reads.
    pub(crate) fn into_text(self) -> Response {
        (self.status_and_code().0, format!("{self}\n")).into_response()
    }

    fn status_and_code(&self) -> (StatusCode, &'static str) {
        match self {
            ApiError::Wrong(_) => (StatusCode::BAD_REQUEST, "wrong"),
            ApiError::NoCookie | ApiError::WrongCookie => (StatusCode::UNAUTHORIZED, "no_cookie"),
            ApiError::NoBearer | ApiError::WrongBearer => (StatusCode::UNAUTHORIZED, "no_token"),
            ApiError::WrongToken => (StatusCode::FORBIDDEN, "wrong_token"),
            ApiError::ForeignOrigin => (StatusCode::FORBIDDEN, "foreign_origin"),
            ApiError::NotFound(_) => (StatusCode::NOT_FOUND, "not_found"),
            ApiError::WrongMethod => (StatusCode::METHOD_NOT_ALLOWED, "wrong_method"),
            ApiError::Slow => (StatusCode::REQUEST_TIMEOUT, "slow"),
            ApiError::Conflict(code, _) => (StatusCode::CONFLICT, code),
            ApiError::TooLarge(_) => (StatusCode::PAYLOAD_TOO_LARGE, "too_large"),
            ApiError::NotJson => (StatusCode::UNSUPPORTED_MEDIA_TYPE, "not_json"),
            ApiError::WrongHost => (StatusCode::MISDIRECTED_REQUEST, "wrong_host"),
            ApiError::TooMany(_) => (StatusCode::TOO_MANY_REQUESTS, "too_many"),
            ApiError::Failed(_) => (StatusCode::INTERNAL_SERVER_ERROR, "failed"),
            ApiError::Unreachable(_) => (StatusCode::BAD_GATEWAY, "unreachable"),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let (status, code) = self.status_and_code();
        json_reply(status, &json!({"error": {"code": code, "says": self.to_string()}}))
    }
}

impl From<LogError> for ApiError {
    fn from(error: LogError) -> ApiError {
        match error {
            LogError::Missing { .. } | LogError::BadName(_) | LogError::BadBlob { .. } => {
                ApiError::NotFound(error.to_string())
            }
            LogError::Exists { .. } => ApiError::Conflict("exists", error.to_string()),
            LogError::Busy { .. } => ApiError::Conflict("running", error.to_string()),
            other => ApiError::failed(&other),
        }
    }
}

impl From<ControlError> for ApiError {
    fn from(error: ControlError) -> ApiError {
        let ControlError::Refused(refused) = error else { return ApiError::Unreachable(error) };
        let code = match refused.code {
            ErrorCode::Late => "late",
            ErrorCode::NotOpen => "not_open",
            ErrorCode::Unfit | ErrorCode::Unknown => "unfit",
            ErrorCode::NoRequests => "no_requests",
            ErrorCode::NotPaused => "not_paused",
            ErrorCode::NotHeld => "not_held",
            ErrorCode::NotPrivate => "not_private",
            ErrorCode::Busy => "busy",
        };
        ApiError::Conflict(code, refused.says)
    }
}

impl From<SettingsError> for ApiError {
    fn from(error: SettingsError) -> ApiError {
        ApiError::Wrong(with_causes(&error))
    }
}

impl From<UsageError> for ApiError {
    fn from(error: UsageError) -> ApiError {
        ApiError::Wrong(error.to_string())
    }
}

impl From<RuntimeError> for ApiError {
    fn from(error: RuntimeError) -> ApiError {
        match error {
            RuntimeError::Log(error) => error.into(),
            other if other.is_usage() => ApiError::Wrong(with_causes(&other)),
            other => ApiError::failed(&other),
        }
    }
}

impl From<PolicyFileError> for ApiError {
    fn from(error: PolicyFileError) -> ApiError {
        ApiError::failed(&error)
    }
}

impl From<AnswersError> for ApiError {
    fn from(error: AnswersError) -> ApiError {
        ApiError::failed(&error)
    }
}

impl From<FileError> for ApiError {
    fn from(error: FileError) -> ApiError {
        ApiError::failed(&error)
    }
}

impl From<io::Error> for ApiError {
    fn from(error: io::Error) -> ApiError {
        ApiError::failed(&error)
    }
}

impl From<TooManyGuesses> for ApiError {
    fn from(_: TooManyGuesses) -> ApiError {
        ApiError::TooMany("too many wrong tokens at once")
    }
}
