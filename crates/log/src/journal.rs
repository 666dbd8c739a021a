//! A log with its exports: whatever is written down is published as it is written.

use crate::{Exports, FileLog, LogError, SessionLog, UiTrees};
use deskpilot_core::{BlobKind, BlobRef, Entry, Event, Stamp};

/// A log whose exports keep up with it.
pub struct Journal {
    log: FileLog,
    exports: Exports,
    warn: Option<Warn>,
}

/// Who is told that the exports fell behind.
pub type Warn = Box<dyn FnMut(&LogError) + Send>;

impl Journal {
    /// The journal of a log that holds these entries. That its exports cannot be written is told once: the log has the
    /// entries, and the exports catch up by themselves, so that is no reason to end the session.
    pub fn new(log: FileLog, entries: &[Entry], trees: UiTrees, warn: Warn) -> Result<Journal, LogError> {
        let exports = Exports::open(log.folder(), entries, trees)?;
        Ok(Journal { log, exports, warn: Some(warn) })
    }
}

impl SessionLog for Journal {
    fn append(&mut self, at: Stamp, event: Event) -> Result<Entry, LogError> {
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

    fn head(&self) -> Option<String> {
        self.log.head()
    }
}
