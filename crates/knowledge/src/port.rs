//! The ports of knowledge: queries, sources and embedders.

use crate::KnowledgeError;
use async_trait::async_trait;
use deskpilot_core::Passage;
use std::time::Duration;

/// The maximum length of a passage's text, in bytes.
pub const LONGEST_PASSAGE: usize = 2000;

/// The time that a source has for its passages.
pub const SOURCE_DEADLINE: Duration = Duration::from_secs(5);

/// What to search for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    /// The user's request.
    pub request: String,
    /// The current subtask, in plain language; empty if the request is not split yet.
    pub subtask: String,
    /// The program to work in, such as `galculator`; empty for the whole desktop.
    pub application: String,
    /// The version of that program; `None` if unknown.
    pub version: Option<String>,
    /// Words on the screen, such as the window's title and the names of its controls: a weak signal, which finds nothing
    /// alone. Never sent elsewhere.
    pub screen: String,
}

impl Query {
    /// The text that passages are compared with: the subtask or, without one, the request.
    pub fn text(&self) -> &str {
        if self.subtask.trim().is_empty() { &self.request } else { &self.subtask }
    }
}

/// Where a source searches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Destination {
    /// On this machine; the query does not leave it.
    ThisMachine,
    /// At this address: the query is redacted first, and the policy must allow sending it.
    Elsewhere(String),
}

/// A knowledge source. Calls are cancel-safe: a stop drops them.
#[async_trait]
pub trait KnowledgeSource: Send + Sync {
    /// Its name in configuration, logs and passages.
    fn name(&self) -> &str;

    /// Where it searches.
    fn destination(&self) -> Destination {
        Destination::ThisMachine
    }

    /// The most relevant passages, best first: at most `limit`, none if nothing matches, each within
    /// [`LONGEST_PASSAGE`], and none about other applications.
    async fn recall(&self, query: &Query, limit: usize) -> Result<Vec<Passage>, KnowledgeError>;
}

/// Turns texts into vectors so that texts of similar meaning are close.
#[async_trait]
pub trait Embedder: Send + Sync {
    /// Where it computes.
    fn destination(&self) -> Destination {
        Destination::ThisMachine
    }

    /// Identifies the model: vectors of different models cannot be compared.
    fn model(&self) -> &str;

    /// One vector of length 1 per text, in the same order and all of the same dimensions.
    async fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, KnowledgeError>;
}
