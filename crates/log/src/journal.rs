//! A log together with its exports: each entry is exported as soon as it is written.

use crate::{Exports, FileLog, LogError, SessionLog, UiTrees};
use deskpilot_core::{BlobKind, BlobRef, Entry, Event, LogOrigin, Timestamp};

/// A log with up-to-date exports.
pub struct Journal {
    log: FileLog,
    exports: Exports,
    warn: Option<Warn>,
}

/// Called once when an export cannot be written.
pub type Warn = Box<dyn FnMut(&LogError) + Send>;

impl Journal {
    /// The journal of a log with these entries. A failed export is reported once and does not end the session:
    /// the log has the entries, and the exports catch up.
    pub fn new(log: FileLog, entries: &[Entry], trees: UiTrees, warn: Warn) -> Result<Journal, LogError> {
        let exports = Exports::open(log.folder(), entries, trees)?;
        Ok(Journal { log, exports, warn: Some(warn) })
    }
}

impl SessionLog for Journal {
    fn append(&mut self, at: Timestamp, event: Event) -> Result<Entry, LogError> {
        let entry = self.log.append(at, event)?;
        if let Err(error) = self.exports.apply(&entry)
            && let Some(mut warn) = self.warn.take()
        {
            warn(&error);
        }
        Ok(entry)
    }

    fn keep(&mut self, kind: BlobKind, bytes: &[u8]) -> Result<BlobRef, LogError> {
        self.log.keep(kind, bytes)
    }

    fn blob(&self, blob: &BlobRef) -> Result<Vec<u8>, LogError> {
        self.log.blob(blob)
    }

    fn origin(&self) -> LogOrigin {
        self.log.origin()
    }

    fn head(&self) -> Option<String> {
        self.log.head()
    }
}
