//! A session in one file: what happened, its blobs, and which task it was; a zip archive.
//!
//! Exports are not in it: they are folded anew where it is imported. Nothing in such a file is believed: names are
//! compared with the few that a session has, sizes are counted as they are read, blobs are hashed, and entries are read
//! as strictly as those of any log.

mod limits;
mod pack;
mod pieces;
#[cfg(test)]
mod tests;
mod unpack;

pub use pack::export_bundle;
pub use unpack::{KeepPrivate, import_bundle};

use serde::{Deserialize, Serialize};

/// What the names of these files end in.
pub const BUNDLE_ENDING: &str = ".deskpilot.zip";

/// The version of the arrangement within the file; that of the entries is their own.
const FORMAT: u64 = 1;

/// What a file holds, or what was taken from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Bundled {
    /// The task: of the log that was exported, or of the one that was made.
    pub task: String,
    /// How many entries.
    pub entries: usize,
    /// How many blobs.
    pub blobs: usize,
    /// How many bytes the file has.
    pub bytes: u64,
    /// The blobs that entries name and that are missing or damaged, by where they would be in the log's folder.
    pub missing: Vec<String>,
}

/// What `bundle.json` says.
#[derive(Debug, Serialize, Deserialize)]
struct Manifest {
    format: u64,
    version: String,
    task: String,
}
