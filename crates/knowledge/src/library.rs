//! Searches all sources concurrently and merges their passages into one ranking within a size budget. A failing
//! source costs only its own passages.

use crate::{
    Destination, KnowledgeError, KnowledgeSource, Query, SOURCE_DEADLINE,
    fusion::{fuse, with_few_records, within_budget},
};
use deskpilot_core::Passage;
use futures::future::join_all;
use std::collections::BTreeMap;
use tokio::time::timeout;

/// The number of passages requested from each source.
const PER_SOURCE: usize = 8;
/// The maximum size of one recall, in bytes of titles and texts over all sources.
pub const MAX_RECALLED_BYTES: usize = 6000;
/// The maximum size of the records of experience in one recall, in bytes as prompts have them: some 300 tokens.
pub const MAX_RECORD_BYTES: usize = 900;

/// The sources of a session.
#[derive(Default)]
pub struct Library {
    sources: Vec<Box<dyn KnowledgeSource>>,
}

/// What may be sent to each source outside this machine, by source name: the redacted query, or why nothing may
/// be sent. Other sources outside this machine get nothing.
pub type OutboundQueries = BTreeMap<String, Result<Query, String>>;

/// The result of a recall.
#[derive(Debug, Default, PartialEq)]
pub struct RecallResult {
    /// The passages, best first.
    pub passages: Vec<Passage>,
    /// Which sources failed, and why.
    pub failures: Vec<String>,
}

impl Library {
    /// A library of these sources. Among equally ranked passages, the earlier source comes first.
    pub fn new(sources: Vec<Box<dyn KnowledgeSource>>) -> Library {
        Library { sources }
    }

    /// Whether it has no source.
    pub fn is_empty(&self) -> bool {
        self.sources.is_empty()
    }

    /// The sources outside this machine, with their addresses.
    pub fn destinations(&self) -> Vec<(String, String)> {
        let remote = |it: &dyn KnowledgeSource| match it.destination() {
            Destination::ThisMachine => None,
            Destination::Elsewhere(address) => Some((it.name().to_owned(), address)),
        };
        self.sources.iter().filter_map(|it| remote(it.as_ref())).collect()
    }

    /// Searches all sources concurrently. Never fails: sources that fail, are late or may not be asked are
    /// reported in `failures`.
    pub async fn recall(&self, query: &Query, outbound: &OutboundQueries) -> RecallResult {
        let answers = self.sources.iter().map(|source| ask_source(source.as_ref(), query, outbound));
        let (mut rankings, mut failures) = (Vec::new(), Vec::new());
        for (source, answer) in self.sources.iter().zip(join_all(answers).await) {
            match answer {
                Ok(passages) => rankings.push(passages),
                Err(why) => failures.push(format!("{} gave no passages: {why}", source.name())),
            }
        }
        let passages = with_few_records(fuse(&rankings), MAX_RECORD_BYTES);
        RecallResult { passages: within_budget(passages, MAX_RECALLED_BYTES), failures }
    }
}

impl std::fmt::Debug for Library {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names: Vec<&str> = self.sources.iter().map(|it| it.name()).collect();
        f.debug_struct("Library").field("sources", &names).finish_non_exhaustive()
    }
}

async fn ask_source(
    source: &dyn KnowledgeSource,
    query: &Query,
    outbound: &OutboundQueries,
) -> Result<Vec<Passage>, String> {
    let query = match source.destination() {
        Destination::ThisMachine => query,
        Destination::Elsewhere(address) => match outbound.get(source.name()) {
            Some(Ok(query)) => query,
            Some(Err(why)) => return Err(why.clone()),
            None => return Err(format!("nothing is sent to {address}")),
        },
    };
    let answer = timeout(SOURCE_DEADLINE, source.recall(query, PER_SOURCE));
    let passages = answer.await.map_err(|_| KnowledgeError::Late(SOURCE_DEADLINE).to_string())?;
    passages.map_err(|error| error.to_string())
}
