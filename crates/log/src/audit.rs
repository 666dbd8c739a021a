//! Audits a task's log: verifies its lines, its hash chain and its blobs. Only reads, and takes no lock.

use crate::{
    Blobs, Chain, LogError,
    file::{EVENTS, folder, named_blobs, read_bytes, salvage, verify},
};
use deskpilot_core::Entry;
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
    pub chain: Chain,
    /// The state of the blobs that the entries name.
    pub blobs: Kept,
}

/// The state of a log's blobs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Kept {
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
        matches!(self.chain, Chain::Whole { .. })
            && self.damage.is_none()
            && self.blobs.missing.is_empty()
            && self.blobs.damaged.is_empty()
    }
}

/// Audits a task's log up to its last complete line, even while a process writes it. `kept` is a head hash that
/// somebody kept from earlier.
pub fn audit(root: &Path, task: &str, kept: Option<&str>) -> Result<Audit, LogError> {
    let folder = folder(root, task)?;
    let path = folder.join(EVENTS);
    // Read the events first, then the blobs: a blob is always stored before an entry names it.
    let bytes = read_bytes(task, &path)?;
    let chain = verify(&bytes, kept);
    if !bytes.contains(&b'\n') && kept.is_none() {
        return Err(LogError::Missing { task: task.into(), path });
    }
    let (entries, damage) = salvage(&bytes);
    let blobs = look_at(&Blobs::of(&folder), &entries);
    Ok(Audit { entries, damage, chain, blobs })
}

fn look_at(blobs: &Blobs, entries: &[Entry]) -> Kept {
    let named = named_blobs(entries);
    let mut kept = Kept { checked: named.len(), ..Kept::default() };
    for (path, blob) in named {
        match blobs.read(&blob) {
            Ok(_) => {}
            Err(_) if blobs.is_there(&blob) => kept.damaged.push(path),
            Err(_) => kept.missing.push(path),
        }
    }
    kept
}
