//! Reads the pages of the best results, as far as the policy allows it, within a time for all of them.

use crate::{passages::ReadResult, results::SearchResult};
use deskpilot_knowledge::SOURCE_DEADLINE;
use deskpilot_web::{AddressGuard, FetchError, FetchedPage, PageFetcher, PageFormat, text};
use futures::future::join_all;
use std::{fmt, sync::Arc, time::Duration};
use tokio::{task::spawn_blocking, time::timeout};
use url::Url;

/// How often a page may redirect to another site; each is checked against the rule.
const MAX_SITES: usize = 2;

/// How much of a page is searched for sections, in bytes of Markdown.
const LONGEST_PAGE: usize = 256 << 10;

/// Turns HTML into Markdown.
#[derive(Clone, Copy, Debug)]
pub struct HtmlReader(pub fn(&str) -> String);

/// Says whether the policy lets a page be read.
#[derive(Clone)]
pub struct PageRule(pub Arc<dyn Fn(&Url) -> bool + Send + Sync>);

impl fmt::Debug for PageRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PageRule").finish_non_exhaustive()
    }
}

/// Reads pages.
#[derive(Debug)]
pub(crate) struct PageReader {
    fetcher: PageFetcher,
    html: HtmlReader,
    rule: PageRule,
    /// How many pages are read.
    count: usize,
}

/// Whether pages were read in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Completeness {
    /// All that may be read, or that can be.
    All,
    /// One was late.
    Late,
}

impl PageReader {
    pub(crate) const fn new(
        guard: AddressGuard,
        html: HtmlReader,
        rule: PageRule,
        count: usize,
    ) -> PageReader {
        PageReader { fetcher: PageFetcher::new(guard), html, rule, count }
    }

    /// The results, the first of them with their pages as Markdown. A page that cannot be read costs nothing but itself.
    pub(crate) async fn read(
        &self,
        results: Vec<SearchResult>,
        limit: Duration,
    ) -> (Vec<ReadResult>, Completeness) {
        let reads = results.iter().take(self.count).map(|it| timeout(limit, self.page(it.url.clone())));
        let mut pages = join_all(reads).await;
        let completeness = match pages.iter().any(Result::is_err) {
            true => Completeness::Late,
            false => Completeness::All,
        };
        pages.resize_with(results.len(), || Ok(None));
        let read = results.into_iter().zip(pages);
        let read = read.map(|(result, page)| ReadResult { result, page: page.unwrap_or_default() });
        (read.collect(), completeness)
    }

    /// The page at this address as Markdown; `None` if it may not be read, or cannot be, or not all of it is a text.
    async fn page(&self, mut url: Url) -> Option<String> {
        for _ in 0..MAX_SITES {
            if !(self.rule.0)(&url) {
                return None;
            }
            match self.fetcher.fetch(url, SOURCE_DEADLINE).await {
                Ok(page) => return self.markdown(page).await,
                Err(FetchError::RedirectsToOtherSite(other)) => url = other,
                Err(_) => return None,
            }
        }
        None
    }

    async fn markdown(&self, page: FetchedPage) -> Option<String> {
        if page.damage.is_some() {
            return None;
        }
        let html = self.html.0;
        let converted = spawn_blocking(move || {
            let mut markdown = match page.format {
                PageFormat::Html => html(&page.text),
                PageFormat::Plain => text::lines(&page.text),
            };
            markdown.truncate(markdown.floor_char_boundary(LONGEST_PAGE));
            markdown
        });
        converted.await.ok()
    }
}
