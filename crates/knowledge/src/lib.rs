//! Knowledge for the agents: help documents.
//!
//! A source finds passages for a subtask in an application. What it returns is data for a prompt, never an instruction.

mod error;
mod help;
mod port;

pub use error::KnowledgeError;
pub use help::HelpDocuments;
pub use port::{KnowledgeSource, LONGEST_PASSAGE, Query, SOURCES, SourceSpec};
