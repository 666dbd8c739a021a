//! The log of a session, its blobs and its exports.
//!
//! [`FileLog`] is the source of truth: one line per event, and the blobs beside it. [`Exports`] are for people
//! and other programs; they are folded from the log and can be regenerated at any time.

mod audit;
mod bundle;
mod error;
mod export;
mod file;
mod journal;
mod memory;
mod port;
mod recorded;
mod ui_tree;

pub use audit::{Audit, Kept, audit};
pub use bundle::{BUNDLE_ENDING, Bundled, KeepPrivate, export_bundle, import_bundle};
pub use error::LogError;
pub use export::{Consent, Decided, Done, Exports, Step, StepLog, Trouble, UiTrees};
pub use file::{
    Blobs, Chain, FORMAT, FileLog, Misfit, Tail, Task, TaskState, folder, read, running, tasks, verify,
};
pub use journal::{Journal, Warn};
pub use memory::MemoryLog;
pub use port::SessionLog;
pub use recorded::{RecordedTurn, recorded};
pub use ui_tree::{Edges, TreeChange, TreeDiff, TreePart, UiNode};
