//! Audits a task's log: verifies its lines, its hash chain and its blobs, and lists what it records. Only reads, and takes no
//! lock.

mod event_rows;
mod rows;

pub use rows::{AuditRow, AuditRows};

use crate::{
    Blobs, ChainState, KnownHeads, LogError,
    file::{EVENTS, folder, named_blobs, read_bytes, running, salvage, verify},
};
use deskpilot_core::{Entry, LogOrigin};
use serde::Serialize;
use std::path::Path;

/// The result of an audit.
#[derive(Clone, Debug, PartialEq)]
pub struct Audit {
    /// Every readable entry, even between damaged lines.
    pub entries: Vec<Entry>,
    /// The first line that is not the expected entry, and why. The chain may be intact around it.
    pub damage: Option<String>,
    /// The state of the hash chain.
    pub chain: ChainState,
    /// The state of the blobs that the entries name.
    pub blobs: BlobAudit,
}

/// The state of a log's blobs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct BlobAudit {
    /// How many were checked.
    pub checked: usize,
    /// The missing ones, by their path in the log's folder.
    pub missing: Vec<String>,
    /// The damaged ones, whose content does not match their hash, by their path in the log's folder.
    pub damaged: Vec<String>,
}

impl Audit {
    /// Whether chain, entries and blobs are all intact.
    pub fn is_sound(&self) -> bool {
        matches!(self.chain, ChainState::Intact { .. })
            && self.damage.is_none()
            && self.blobs.missing.is_empty()
            && self.blobs.damaged.is_empty()
    }

    /// Where the log of this task comes from, by these heads. `None` while the task runs and if the chain is broken: the
    /// origin is unknown then.
    pub fn origin(&self, root: &Path, task: &str, heads: &KnownHeads) -> Result<Option<LogOrigin>, LogError> {
        let (Some(head), None) = (self.chain.head(), running(root, task)?) else { return Ok(None) };
        Ok(Some(heads.origin(&folder(root, task)?, head)))
    }
}

/// Audits a task's log up to its last complete line, even while a process writes it. `known_head` is a head hash from
/// an earlier audit.
pub fn audit(root: &Path, task: &str, known_head: Option<&str>) -> Result<Audit, LogError> {
    let folder = folder(root, task)?;
    let path = folder.join(EVENTS);
    // Read the events first, then the blobs: a blob is always stored before an entry names it.
    let bytes = read_bytes(task, &path)?;
    let chain = verify(&bytes, known_head);
    if !bytes.contains(&b'\n') && known_head.is_none() {
        return Err(LogError::Missing { task: task.into(), path: folder });
    }
    let (entries, damage) = salvage(&bytes);
    let blobs = check_blobs(&Blobs::of(&folder), &entries);
    Ok(Audit { entries, damage, chain, blobs })
}

fn check_blobs(blobs: &Blobs, entries: &[Entry]) -> BlobAudit {
    let named = named_blobs(entries);
    let mut audit = BlobAudit { checked: named.len(), ..BlobAudit::default() };
    for (path, blob) in named {
        match blobs.read(&blob) {
            Ok(_) => {}
            Err(_) if blobs.is_there(&blob) => audit.damaged.push(path),
            Err(_) => audit.missing.push(path),
        }
    }
    audit
}
