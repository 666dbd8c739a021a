//! The errors of a call over the accessibility bus.

use deskpilot_dbus::WireError;

/// Why a call has no reply.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CallError {
    /// The deadline passed: the application is busy or hangs.
    #[error("no reply in time")]
    Late,
    /// The application has left the bus.
    #[error("the application is gone")]
    Gone,
    /// The node does not support the call, or the application no longer knows the node.
    #[error("it does not support the call: {0}")]
    Unknown(String),
    /// The bus itself is gone.
    #[error("the accessibility bus is gone: {0}")]
    Lost(String),
}

/// D-Bus errors that mean the application is gone.
const GONE: &[&str] = &[
    "org.freedesktop.DBus.Error.ServiceUnknown",
    "org.freedesktop.DBus.Error.NameHasNoOwner",
    // The bus sends this where the recipient left it without replying.
    "org.freedesktop.DBus.Error.NoReply",
    "org.freedesktop.DBus.Error.Disconnected",
];

impl From<WireError> for CallError {
    fn from(failure: WireError) -> CallError {
        match failure {
            WireError::Refused { name, .. } if GONE.contains(&name.as_str()) => CallError::Gone,
            WireError::Lost(why) => CallError::Lost(why),
            WireError::Refused { .. } | WireError::Malformed(_) => CallError::Unknown(failure.to_string()),
        }
    }
}
