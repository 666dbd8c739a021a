//! The port to a session's log.

use crate::LogError;
use deskpilot_core::{BlobKind, BlobRef, Entry, Event, LogOrigin, Timestamp};

/// The log of one session.
pub trait SessionLog: Send {
    /// Appends the event as the next entry and returns the entry. It is written to the file when this returns;
    /// entries that end a step or a round or begin an operation, unless it only waits, are also fsynced.
    fn append(&mut self, at: Timestamp, event: Event) -> Result<Entry, LogError>;

    /// Stores bytes next to the log, once per content.
    fn keep(&mut self, kind: BlobKind, bytes: &[u8]) -> Result<BlobRef, LogError>;

    /// The bytes of a blob.
    fn blob(&self, blob: &BlobRef) -> Result<Vec<u8>, LogError>;

    /// Where the entries come from that it had when this process opened it.
    fn origin(&self) -> LogOrigin;

    /// The hash that covers all entries so far; with a kept copy of it, any later change can be detected.
    /// `None` without a chain and before the first entry.
    fn head(&self) -> Option<String> {
        None
    }
}
