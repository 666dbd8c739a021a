//! The errors of a D-Bus call.

use super::read::DecodeError;

/// Why a call has no reply.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WireError {
    /// The other side replied with an error.
    #[error("{name}: {text}")]
    Refused {
        /// The D-Bus name of the error.
        name: String,
        /// The text that came with it; empty when there is none.
        text: String,
    },
    /// The reply breaks the protocol, or has other types than the call promises.
    #[error("the reply is malformed: {0}")]
    Malformed(#[from] DecodeError),
    /// The connection is gone.
    #[error("the connection is gone: {0}")]
    Lost(String),
}
