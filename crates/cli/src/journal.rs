//! A log with its exports: whatever is written down is published as it is written.

use deskpilot_core::{BlobKind, BlobRef, Entry, Event, Stamp};
use deskpilot_log::{Exports, FileLog, LogError, SessionLog, UiTrees};
use std::io::Write;

/// A log whose exports keep up with it.
pub(crate) struct Journal {
    log: FileLog,
    exports: Exports,
    warned: bool,
}

impl Journal {
    /// The journal of a log that holds these entries.
    pub(crate) fn new(log: FileLog, entries: &[Entry], trees: UiTrees) -> Result<Journal, LogError> {
        let exports = Exports::open(log.folder(), entries, trees)?;
        Ok(Journal { log, exports, warned: false })
    }
}

impl Journal {
    /// The log has the entry, and the exports catch up by themselves: no reason to end the session.
    fn warn(&mut self, error: &LogError) {
        if !self.warned {
            let _ = writeln!(
                std::io::stderr().lock(),
                "warning: {error}; `deskpilot log TASK --export` writes it later"
            );
        }
        self.warned = true;
    }
}

impl SessionLog for Journal {
    fn append(&mut self, at: Stamp, event: Event) -> Result<Entry, LogError> {
        let entry = self.log.append(at, event)?;
        if let Err(error) = self.exports.apply(&entry) {
            self.warn(&error);
        }
        Ok(entry)
    }

    fn keep(&mut self, kind: BlobKind, bytes: &[u8]) -> Result<BlobRef, LogError> {
        self.log.keep(kind, bytes)
    }

    fn blob(&self, blob: &BlobRef) -> Result<Vec<u8>, LogError> {
        self.log.blob(blob)
    }
}
