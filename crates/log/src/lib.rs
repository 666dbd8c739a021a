//! The log of a session, its blobs and its exports.
//!
//! [`FileLog`] is the source of truth: one line per event, and the blobs next to it. [`Exports`] are for people
//! and other programs; they are folded from the log and can be regenerated at any time.

mod audit;
mod bundle;
mod duration;
mod error;
mod export;
mod file;
#[cfg(any(test, fuzzing))]
pub mod fuzz;
mod journal;
mod listing;
mod log_folders;
mod memory;
mod port;
mod recorded_turns;
mod ui_tree;

pub use audit::{Audit, AuditRow, AuditRows, BlobAudit, audit};
pub use bundle::{BUNDLE_ENDING, BundleSummary, KeepPrivate, export_bundle, import_bundle};
pub use duration::duration;
pub use error::LogError;
pub use export::{Exports, UiTrees};
pub use file::{
    BlobIndex, Blobs, ChainFault, ChainState, FORMAT, FileLog, KnownHeads, Tail, Task, TaskState, folder,
    origin, read, remove, running, task, tasks, verify, written_at,
};
pub use journal::{Journal, Warn};
pub use listing::{ListedTask, Listing, TaskIn, TaskQuery, folder_size, matching_tasks};
pub use log_folders::LogFolders;
pub use memory::MemoryLog;
pub use port::SessionLog;
pub use recorded_turns::{RecordedCall, RecordedTurn, recorded_turns};
pub use ui_tree::{Edges, TreeChange, TreeDiff, TreePart, UiNode};
