//! What a call over the accessibility bus can come back with instead of an answer.

use crate::wire::Failure;

/// Why a call has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoAnswer {
    /// The deadline came first: the application is busy or hangs.
    #[error("no answer in time")]
    Late,
    /// The application is no longer there.
    #[error("it is gone")]
    Gone,
    /// The node does not know the call, or the application does not know the node any more.
    #[error("it does not know the call: {0}")]
    Unknown(String),
    /// The bus itself is gone.
    #[error("the accessibility bus is gone: {0}")]
    Lost(String),
}

/// Errors that say that nobody is there to answer.
const GONE: &[&str] = &[
    "org.freedesktop.DBus.Error.ServiceUnknown",
    "org.freedesktop.DBus.Error.NameHasNoOwner",
    "org.freedesktop.DBus.Error.NoReply",
    "org.freedesktop.DBus.Error.Disconnected",
];

impl From<Failure> for NoAnswer {
    fn from(failure: Failure) -> NoAnswer {
        match failure {
            Failure::Refused { name, .. } if GONE.contains(&name.as_str()) => NoAnswer::Gone,
            Failure::Lost(why) => NoAnswer::Lost(why),
            Failure::Refused { .. } | Failure::Malformed(_) => NoAnswer::Unknown(failure.to_string()),
        }
    }
}
