//! The source: a search, its pages, its passages.

use crate::{
    SettingsError, WebSearchSettings,
    cache::{CacheKey, PassageCache},
    engine_client::EngineClient,
    engines::Search,
    page_reader::{Completeness, PageReader},
    passages::{NAME, passages},
    search_text::SearchTextWriter,
};
use async_trait::async_trait;
use deskpilot_core::Passage;
use deskpilot_knowledge::{Destination, KnowledgeError, KnowledgeSource, Query, SOURCE_DEADLINE};
use deskpilot_web::AddressGuard;
use std::time::{Duration, Instant};
use tokio::task::spawn_blocking;

/// The time that a source still has when it gives up fetching pages, so that it can make its passages.
const MARGIN: Duration = Duration::from_millis(600);

/// Searches the web by one engine.
#[derive(Debug)]
pub struct WebSearch {
    engine: EngineClient,
    writer: SearchTextWriter,
    pages: PageReader,
    cache: Option<PassageCache>,
    /// How many results are used.
    count: usize,
    /// How many pages are read.
    page_count: usize,
}

impl WebSearch {
    /// The source of these settings. Asks nothing yet.
    ///
    /// # Errors
    /// The settings cannot be used; the error says what to set.
    pub fn open(settings: WebSearchSettings) -> Result<WebSearch, SettingsError> {
        WebSearch::guarded(settings, AddressGuard::public())
    }

    /// The same, which reads the pages that this guard lets it reach.
    ///
    /// # Errors
    /// As [`WebSearch::open`].
    pub fn guarded(settings: WebSearchSettings, guard: AddressGuard) -> Result<WebSearch, SettingsError> {
        let engine = EngineClient::of(&settings)?;
        let WebSearchSettings { results, pages, cache, private, html, rule, .. } = settings;
        Ok(WebSearch {
            engine,
            writer: SearchTextWriter::new(private),
            pages: PageReader::new(guard, html, rule, pages),
            cache: cache.map(PassageCache::new),
            count: results,
            page_count: pages,
        })
    }

    /// The passages for a text, which are kept unless a page was late.
    async fn search(&self, text: &str) -> Result<Vec<Passage>, KnowledgeError> {
        let begun = Instant::now();
        let key = self.key(text);
        if let Some(kept) = self.kept(key.clone()).await {
            return Ok(kept);
        }
        let results = self.engine.search(Search { text, count: self.count }).await?;
        let left = SOURCE_DEADLINE.saturating_sub(begun.elapsed() + MARGIN);
        let (read, completeness) = self.pages.read(results, left).await;
        let text = text.to_owned();
        let found = spawn_blocking(move || passages(&read, &text)).await.unwrap_or_default();
        if completeness == Completeness::All && !found.is_empty() {
            self.keep(key, found.clone()).await;
        }
        Ok(found)
    }

    fn key(&self, text: &str) -> CacheKey {
        let (engine, address) = self.engine.identity();
        let (results, pages) = (self.count.to_string(), self.page_count.to_string());
        CacheKey::of(&[engine, address, &results, &pages, text])
    }

    async fn kept(&self, key: CacheKey) -> Option<Vec<Passage>> {
        let cache = self.cache.clone()?;
        spawn_blocking(move || cache.read(&key)).await.ok()?
    }

    /// Keeps passages. That is not worth an error: they are searched for again.
    async fn keep(&self, key: CacheKey, found: Vec<Passage>) {
        if let Some(cache) = self.cache.clone() {
            let _ = spawn_blocking(move || cache.write(&key, &found)).await;
        }
    }
}

#[async_trait]
impl KnowledgeSource for WebSearch {
    fn name(&self) -> &str {
        NAME
    }

    /// The engine's site: also one on this machine asks others.
    fn destination(&self) -> Destination {
        Destination::Elsewhere(self.engine.site())
    }

    async fn recall(&self, query: &Query, limit: usize) -> Result<Vec<Passage>, KnowledgeError> {
        let Some(text) = self.writer.text(query).filter(|_| limit > 0 && self.count > 0) else {
            return Ok(Vec::new());
        };
        let mut found = self.search(&text).await?;
        found.truncate(limit);
        Ok(found)
    }
}
