//! A log with its exports: whatever is written down is published as it is written.

use deskpilot_core::{BlobKind, BlobRef, Entry, Event, Stamp};
use deskpilot_log::{Exports, FileLog, LogError, SessionLog};

/// A log whose exports keep up with it.
pub(crate) struct Journal {
    log: FileLog,
    exports: Exports,
}

impl Journal {
    /// The journal of a log that holds these entries.
    pub(crate) fn new(log: FileLog, entries: &[Entry]) -> Result<Journal, LogError> {
        let exports = Exports::open(log.folder(), entries)?;
        Ok(Journal { log, exports })
    }
}

impl SessionLog for Journal {
    fn append(&mut self, at: Stamp, event: Event) -> Result<Entry, LogError> {
        let entry = self.log.append(at, event)?;
        self.exports.apply(&entry)?;
        Ok(entry)
    }

    fn keep(&mut self, kind: BlobKind, bytes: &[u8]) -> Result<BlobRef, LogError> {
        self.log.keep(kind, bytes)
    }

    fn blob(&self, blob: &BlobRef) -> Result<Vec<u8>, LogError> {
        self.log.blob(blob)
    }
}
