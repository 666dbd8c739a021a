//! The port to a source of knowledge, and the table of sources.

use crate::KnowledgeError;
use async_trait::async_trait;
use deskpilot_core::Passage;

/// The longest text of a passage, in bytes.
pub const LONGEST_PASSAGE: usize = 2000;

/// What knowledge is wanted for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// What is to be done, in plain language.
    pub text: String,
    /// The program it is to be done in, such as `galculator`.
    pub application: String,
}

/// Something that knows. A call may be dropped at any wait: that is how a stop reaches it.
#[async_trait]
pub trait KnowledgeSource: Send + Sync {
    /// Its name in configuration, logs and passages, from [`SOURCES`].
    fn name(&self) -> &str;

    /// The passages that fit best, the best first: at most `limit`, none when nothing fits, each within
    /// [`LONGEST_PASSAGE`]. Nothing about other applications.
    async fn recall(&self, query: &Query, limit: usize) -> Result<Vec<Passage>, KnowledgeError>;
}

/// A source of knowledge that can be configured.
#[derive(Debug)]
pub struct SourceSpec {
    /// Its one name.
    pub name: &'static str,
    /// One sentence for the manual.
    pub doc: &'static str,
}

/// Every source of knowledge.
pub const SOURCES: &[SourceSpec] = &[SourceSpec {
    name: crate::help::NAME,
    doc: "Help documents in a folder: Markdown, plain text, and JSON guides.",
}];
