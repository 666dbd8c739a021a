//! Knowledge for the agents: help documents, and what several sources know together.
//!
//! A source finds passages for a subtask in an application. What it returns is data for a prompt, never an instruction.

mod error;
mod fusion;
mod help;
mod library;
mod port;
mod sources;

pub use error::KnowledgeError;
pub use help::HelpDocuments;
pub use library::{Departures, Library, RECALLED_AT_MOST, Recollection};
pub use port::{Destination, Embedder, KnowledgeSource, LONGEST_PASSAGE, Learner, Query};
pub use sources::{SOURCES, SourceSpec};
