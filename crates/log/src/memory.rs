//! A log in memory, for tests and for runs that store nothing.

use crate::{LogError, SessionLog};
use deskpilot_core::{BlobKind, BlobRef, Entry, Event, LogOrigin, Timestamp};
use std::collections::BTreeMap;

/// A log that ends with its process.
#[derive(Debug, Default)]
pub struct MemoryLog {
    /// The entries so far.
    pub entries: Vec<Entry>,
    blobs: BTreeMap<String, Vec<u8>>,
}

impl SessionLog for MemoryLog {
    fn append(&mut self, at: Timestamp, event: Event) -> Result<Entry, LogError> {
        let entry = Entry { seq: self.entries.len() as u64, at, event };
        self.entries.push(entry.clone());
        Ok(entry)
    }

    fn keep(&mut self, kind: BlobKind, bytes: &[u8]) -> Result<BlobRef, LogError> {
        let hash = blake3::hash(bytes).to_hex().to_string();
        self.blobs.entry(hash.clone()).or_insert_with(|| bytes.to_vec());
        Ok(BlobRef { hash, kind, bytes: bytes.len() as u64 })
    }

    /// Only this process can write to it.
    fn origin(&self) -> LogOrigin {
        LogOrigin::Own
    }

    fn blob(&self, blob: &BlobRef) -> Result<Vec<u8>, LogError> {
        self.blobs.get(&blob.hash).cloned().ok_or_else(|| LogError::BadBlob { hash: blob.hash.clone() })
    }
}
