//! The log of a session, with what it holds already.

use deskpilot_core::Entry;
use deskpilot_log::{FileLog, LogError};
use std::path::Path;

/// The log of a session, which takes more, and its entries so far.
pub struct OpenedLog {
    /// The log.
    pub log: FileLog,
    /// Its entries so far; empty before the session begins.
    pub entries: Vec<Entry>,
}

impl OpenedLog {
    /// A log that was just created.
    pub fn fresh(log: FileLog) -> OpenedLog {
        OpenedLog { log, entries: Vec::new() }
    }

    /// Opens the log of this name.
    ///
    /// # Errors
    /// There is none, another process has it open, or it cannot be read.
    pub fn open(root: &Path, log: &str) -> Result<OpenedLog, LogError> {
        let (log, entries) = FileLog::open(root, log)?;
        Ok(OpenedLog { log, entries })
    }

    /// Opens the log of this name, or creates it.
    ///
    /// # Errors
    /// Another process has it open, or it cannot be read or written.
    pub fn open_or_create(root: &Path, log: &str) -> Result<OpenedLog, LogError> {
        match OpenedLog::open(root, log) {
            Err(LogError::Missing { .. }) => Ok(OpenedLog::fresh(FileLog::create(root, log)?)),
            opened => opened,
        }
    }
}
