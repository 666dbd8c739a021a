//! Whether a task's log and its blobs are what was written. Only reads, and takes no lock.

use crate::{
    Blobs, Chain, LogError,
    file::{EVENTS, folder, named_blobs, read_bytes, salvage, verify},
};
use deskpilot_core::Entry;
use serde::Serialize;
use std::path::Path;

/// What was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Audit {
    /// Every entry that can be read, whatever stands between them.
    pub entries: Vec<Entry>,
    /// The first line that is no entry or not the next one, and why; a chain may be whole around it.
    pub damage: Option<String>,
    /// What is to be said about the lines.
    pub chain: Chain,
    /// What became of the blobs that the entries name.
    pub blobs: Kept,
}

/// What became of blobs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Kept {
    /// How many were looked at.
    pub checked: usize,
    /// Those that are not there, by where they would be in the log's folder.
    pub missing: Vec<String>,
    /// Those that are not what they were named for.
    pub damaged: Vec<String>,
}

impl Audit {
    /// Whether nothing is wrong with any of it.
    pub fn is_sound(&self) -> bool {
        matches!(self.chain, Chain::Whole { .. })
            && self.damage.is_none()
            && self.blobs.missing.is_empty()
            && self.blobs.damaged.is_empty()
    }
}

/// Looks a task's log over, whoever is writing it, up to its last whole line. `kept` is the head that somebody kept.
pub fn audit(root: &Path, task: &str, kept: Option<&str>) -> Result<Audit, LogError> {
    let folder = folder(root, task)?;
    let path = folder.join(EVENTS);
    // First what happened, then the blobs: those that it names have been kept before.
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
