//! What is in a file before a task first touches it.

use crate::BlobRef;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What is in a file before a task first touches it: a replay begins with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FirstContent {
    /// The log keeps it.
    Kept(BlobRef),
    /// It has this many bytes, more than a log keeps.
    TooLarge(u64),
    /// With it, the log would keep more bytes of files than these.
    LogFull(u64),
    /// A secret of the user's is in it, and secrets never reach a log.
    HoldsSecret,
    /// It is packed, or a text of another encoding than UTF-8, so that nobody can see whether a secret of the user's is in it.
    MayHoldSecret,
    /// One of the user's secrets could not be searched for in it, because the keyring is locked.
    Unsearched,
    /// It is in a guarded place, such as a folder of keys.
    Guarded,
    /// It cannot be read, for this reason.
    Unreadable(String),
}

impl fmt::Display for FirstContent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FirstContent::Kept(blob) => write!(f, "the log keeps its {} bytes", blob.bytes),
            FirstContent::TooLarge(bytes) => write!(f, "it had {bytes} bytes, more than a log keeps"),
            FirstContent::LogFull(bytes) => {
                write!(f, "with it, the log would keep more than {bytes} bytes of files")
            }
            FirstContent::MayHoldSecret => {
                f.write_str("it is no plain text and may hold a secret, and secrets never reach a log")
            }
            FirstContent::Unsearched => f.write_str(
                "a secret that the keyring does not show now may be in it, and secrets never reach a log",
            ),
            FirstContent::Guarded => f.write_str("it is in a guarded place, of which a log keeps nothing"),
            FirstContent::HoldsSecret => f.write_str("a secret is in it, and secrets never reach a log"),
            FirstContent::Unreadable(why) => write!(f, "it could not be read: {why}"),
        }
    }
}
