//! The index as a knowledge source of sessions.

use super::{Hit, Index, Scope};
use crate::{KnowledgeError, KnowledgeSource, LONGEST_PASSAGE, Query};
use async_trait::async_trait;
use deskpilot_core::Passage;

/// How many passages are examined: those of earlier sessions may be about other tasks.
const SEARCHED: usize = 40;

/// The index as a knowledge source. Its passages name as their source what their document is, such as `help`.
#[derive(Debug)]
pub struct IndexSource(pub Index);

#[async_trait]
impl KnowledgeSource for IndexSource {
    fn name(&self) -> &str {
        "index"
    }

    async fn recall(&self, query: &Query, limit: usize) -> Result<Vec<Passage>, KnowledgeError> {
        let scope = Scope::Application(query.application.clone());
        // A passage that is left out makes room for the next best.
        let found = self.0.search(query, scope, SEARCHED.max(limit)).await?;
        let is_wanted = |it: &Hit| !it.chunk.kind.is_record() || it.relevance(query).is_enough();
        Ok(found.hits.into_iter().filter(is_wanted).take(limit).map(passage).collect())
    }
}

fn passage(hit: Hit) -> Passage {
    let mut text = hit.chunk.text;
    text.truncate(text.floor_char_boundary(LONGEST_PASSAGE));
    Passage {
        source: hit.chunk.kind.name().into(),
        title: hit.chunk.title,
        place: hit.chunk.place,
        text,
        score: hit.score,
    }
}
