//! Knowledge for the agents: one index of documents by words and meaning, and a library that searches several sources.
//!
//! A source finds passages for a subtask in an application. Prompts treat them as data, never as instructions.

mod chunks;
mod document;
mod error;
mod folder;
mod fusion;
mod index;
mod left_out;
mod library;
mod port;
mod read;
mod relevance;

pub use deskpilot_documents::{Document, Section};
pub use document::{Kind, SourceFile};
pub use error::KnowledgeError;
pub use folder::FolderFiles;
pub use index::{
    AddReport, Chunk, EmbedProgress, Hit, IncompleteDocument, Index, IndexSource, IndexedSource,
    ReadDocument, Removal, Scope, SearchResult,
};
pub use left_out::LeftOutReason;
pub use library::{Library, MAX_RECALLED_BYTES, MAX_RECORD_BYTES, OutboundQueries, RecallResult};
pub use port::{Destination, Embedder, KnowledgeSource, LONGEST_PASSAGE, Query, SOURCE_DEADLINE};
pub use read::{read_document, read_document_with_pictures};
pub use relevance::{LEAST_MEANING, LEAST_WORDS, Relevance};
