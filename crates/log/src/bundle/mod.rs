//! Session bundles: one session in one zip file, with its event log, its blobs and the task's name.
//!
//! Bundles contain no exports: the import regenerates them. The import trusts nothing in the file: it accepts
//! only the part names that a session has, counts sizes as it reads, hashes blobs, and parses entries as
//! strictly as those of any log.

mod limits;
mod pack;
mod parts;
#[cfg(test)]
mod tests;
mod unpack;

pub use pack::export_bundle;
pub use unpack::{KeepPrivate, import_bundle};

use serde::{Deserialize, Serialize};

/// The file name extension of bundles.
pub const BUNDLE_ENDING: &str = ".deskpilot.zip";

/// The version of the bundle layout. The entries have their own format version.
const FORMAT: u64 = 1;

/// A summary of an exported or imported bundle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BundleSummary {
    /// The task that was exported, or the one that the import created.
    pub task: String,
    /// The number of entries.
    pub entries: usize,
    /// The number of blobs.
    pub blobs: usize,
    /// The size of the file, in bytes.
    pub bytes: u64,
    /// The blobs that entries name but that are missing or damaged, by their path in the log's folder.
    pub missing: Vec<String>,
}

/// The content of `bundle.json`.
#[derive(Debug, Serialize, Deserialize)]
struct Manifest {
    format: u64,
    version: String,
    task: String,
}
