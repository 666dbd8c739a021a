//! The errors of a call over the accessibility bus.

use deskpilot_dbus::Failure;

/// Why a call has no reply.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoAnswer {
    /// The deadline passed: the application is busy or hangs.
    #[error("no answer in time")]
    Late,
    /// The application has left the bus.
    #[error("it is gone")]
    Gone,
    /// The node does not support the call, or the application no longer knows the node.
    #[error("it does not know the call: {0}")]
    Unknown(String),
    /// The bus itself is gone.
    #[error("the accessibility bus is gone: {0}")]
    Lost(String),
}

/// D-Bus errors that mean the application is gone.
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
