//! The errors of X requests.

use x11rb::errors::{ConnectionError, ReplyError, ReplyOrIdError};
use x11rb::protocol::ErrorKind;

/// Why a request failed.
#[derive(Debug, thiserror::Error)]
pub enum XError {
    /// The connection to the server failed.
    #[error("no X display at {display}: {why}")]
    Unreachable {
        /// The name of the display.
        display: String,
        /// What went wrong.
        why: String,
    },
    /// The window, or the pixmap behind it, no longer exists.
    #[error("the window is gone")]
    Gone,
    /// Another window took the keyboard focus.
    #[error("{0} has the keyboard")]
    NotActive(String),
    /// The server does not support this.
    #[error("{0}")]
    Cannot(String),
    /// The connection to the server is lost.
    #[error("the X server is gone: {0}")]
    Lost(String),
}

impl From<ConnectionError> for XError {
    fn from(error: ConnectionError) -> XError {
        match error {
            ConnectionError::UnsupportedExtension => XError::Cannot("the X server lacks an extension".into()),
            error => XError::Lost(error.to_string()),
        }
    }
}

impl From<ReplyError> for XError {
    fn from(error: ReplyError) -> XError {
        match error {
            ReplyError::ConnectionError(error) => error.into(),
            ReplyError::X11Error(error) => match error.error_kind {
                // A window that is being unmapped gives a match error.
                ErrorKind::Window | ErrorKind::Drawable | ErrorKind::Pixmap | ErrorKind::Match => {
                    XError::Gone
                }
                kind => XError::Cannot(format!("the X server refused: {kind:?}")),
            },
        }
    }
}

impl From<ReplyOrIdError> for XError {
    fn from(error: ReplyOrIdError) -> XError {
        match error {
            ReplyOrIdError::ConnectionError(error) => error.into(),
            ReplyOrIdError::X11Error(error) => ReplyError::X11Error(error).into(),
            ReplyOrIdError::IdsExhausted => XError::Lost("it has no numbers left".into()),
        }
    }
}
