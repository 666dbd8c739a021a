//! The port to a session's log.

use crate::LogError;
use deskpilot_core::{BlobKind, BlobRef, Entry, Event, Stamp};

/// Where the entries of one session are written.
pub trait SessionLog: Send {
    /// Writes the event down as the next entry, and returns it. It is in the hands of the operating system when this
    /// returns; at a step's end, at an operation's beginning and at a round's end it is on the disk.
    fn append(&mut self, at: Stamp, event: Event) -> Result<Entry, LogError>;

    /// Keeps bytes beside the log, once for each content.
    fn keep(&mut self, kind: BlobKind, bytes: &[u8]) -> Result<BlobRef, LogError>;

    /// The bytes of a blob.
    fn blob(&self, blob: &BlobRef) -> Result<Vec<u8>, LogError>;

    /// The hash that stands for all entries so far: whoever keeps it sees any later change. `None` where entries are not
    /// chained, and before the first.
    fn head(&self) -> Option<String> {
        None
    }
}
