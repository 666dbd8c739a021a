//! The ports of knowledge: what is asked, who knows, who compares meanings, and who learns.

use crate::KnowledgeError;
use async_trait::async_trait;
use deskpilot_core::{Passage, fold::Ledger};

/// The longest text of a passage, in bytes.
pub const LONGEST_PASSAGE: usize = 2000;

/// What knowledge is wanted for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    /// What the user asked for.
    pub request: String,
    /// What is to be done now, in plain language; empty where the request is not split yet.
    pub subtask: String,
    /// The program it is to be done in, such as `galculator`; empty for the whole desktop.
    pub application: String,
    /// The version of that program; `None` where the platform does not say.
    pub version: Option<String>,
}

impl Query {
    /// What passages are compared with: the subtask, or the request where there is none.
    pub fn text(&self) -> &str {
        if self.subtask.trim().is_empty() { &self.request } else { &self.subtask }
    }
}

/// Where a source looks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Destination {
    /// On this machine: the query leaves it for nowhere.
    ThisMachine,
    /// At this address: the query is redacted, and the policy must allow that it is sent there.
    Elsewhere(String),
}

/// Something that knows. A call may be dropped at any wait: that is how a stop reaches it.
#[async_trait]
pub trait KnowledgeSource: Send + Sync {
    /// Its name in configuration, logs and passages, from [`crate::SOURCES`].
    fn name(&self) -> &str;

    /// Where it looks.
    fn destination(&self) -> Destination {
        Destination::ThisMachine
    }

    /// The passages that fit best, the best first: at most `limit`, none when nothing fits, each within
    /// [`LONGEST_PASSAGE`]. Nothing about other applications.
    async fn recall(&self, query: &Query, limit: usize) -> Result<Vec<Passage>, KnowledgeError>;
}

/// Turns texts into vectors, so that texts that mean the same are near each other.
#[async_trait]
pub trait Embedder: Send + Sync {
    /// Where it computes.
    fn destination(&self) -> Destination {
        Destination::ThisMachine
    }

    /// One vector for each text, all of one length, in the order of the texts.
    async fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, KnowledgeError>;
}

/// Keeps what a session was good for, so that a source can tell it later.
#[async_trait]
pub trait Learner: Send + Sync {
    /// Its name in logs.
    fn name(&self) -> &str;

    /// Learns from a session that has ended: everything it did is in its ledger.
    async fn learn(&self, session: &Ledger) -> Result<(), KnowledgeError>;
}
