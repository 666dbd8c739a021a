//! Knowledge for the agents: help documents, and a library that searches several sources.
//!
//! A source finds passages for a subtask in an application. Prompts treat them as data, never as instructions.

mod error;
mod fusion;
mod help;
mod library;
mod port;
mod sources;

pub use error::KnowledgeError;
pub use help::HelpDocuments;
pub use library::{Library, MAX_RECALLED_BYTES, OutboundQueries, RecallResult};
pub use port::{Destination, Embedder, KnowledgeSource, LONGEST_PASSAGE, Learner, Query, SOURCE_DEADLINE};
pub use sources::{SOURCES, SourceSpec};
