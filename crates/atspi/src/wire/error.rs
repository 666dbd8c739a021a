//! What a call can come back with instead of an answer.

use super::read::Malformed;

/// Why a call has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Failure {
    /// The other side answered with an error.
    #[error("{name}: {text}")]
    Refused { name: String, text: String },
    /// The answer is not what the protocol or the call promises.
    #[error("the answer makes no sense: {0}")]
    Malformed(#[from] Malformed),
    /// The connection is gone.
    #[error("the connection is gone: {0}")]
    Lost(String),
}
