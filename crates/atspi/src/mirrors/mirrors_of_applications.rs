//! Keeps mirrors of the trees of a few applications, and decides whether one can still be trusted.

use crate::events::change_journal::ChangeJournal;
use crate::mirrors::mirror::{Mirror, MirrorUpdate};
use crate::protocol::bus::Caller;
use crate::protocol::calls::CacheItem;
use crate::protocol::error::CallError;
use crate::reading::tree::{self, TreeSnapshot};
use crate::sheets::known_sheet::KnownSheet;
use crate::windows::accessible_window::AccessibleWindow;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// The most applications to keep mirrors of: the one in use, and a few used before it.
const MOST_MIRRORS: usize = 4;
/// How long a mirror is trusted after the tree was read, even with all events applied.
const TRUSTED: Duration = Duration::from_secs(60);

/// Whether an application sends an event for every change, so that a mirror can be kept up to date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventCoverage {
    /// It does.
    Complete,
    /// It leaves some out, or all.
    Partial,
}

/// An application's AT-SPI cache, requested before the read knows which of its windows it needs.
#[derive(Debug)]
pub struct PrefetchedCache {
    application: Arc<str>,
    items: Vec<CacheItem>,
}

impl PrefetchedCache {
    /// Requests the cache; `None` where the application is unknown or the call fails.
    pub async fn request(caller: Caller<'_>, application: Option<Arc<str>>) -> Option<PrefetchedCache> {
        let application = application?;
        let items = caller.cached(&application).await.ok()?;
        Some(PrefetchedCache { application, items })
    }
}

/// The mirrors of several applications.
#[derive(Debug)]
pub struct Mirrors {
    journal: ChangeJournal,
    entries: HashMap<Arc<str>, MirrorEntry>,
}

#[derive(Debug)]
struct MirrorEntry {
    mirror: Mirror,
    tops: Vec<AccessibleWindow>,
    read: Instant,
}

impl Mirrors {
    /// No mirrors yet; the events of this journal will keep them up to date.
    pub fn new(journal: ChangeJournal) -> Mirrors {
        Mirrors { journal, entries: HashMap::new() }
    }

    /// Starts recording the changes of an application and drops its mirror.
    pub fn begin(&mut self, application: &Arc<str>) {
        self.entries.remove(application);
        self.journal.begin(application);
    }

    /// Reads these windows of one application from scratch, but for the cells that are known, and keeps the mirror where events
    /// can keep it up to date.
    pub async fn read_from_scratch(
        &mut self,
        caller: Caller<'_>,
        tops: &[AccessibleWindow],
        limit: usize,
        coverage: EventCoverage,
        prefetched: Option<PrefetchedCache>,
        known_sheets: Vec<KnownSheet>,
    ) -> Result<TreeSnapshot, CallError> {
        let Some(application) = tops.first().map(|top| Arc::clone(&top.node.bus)) else {
            return Ok(TreeSnapshot::default());
        };
        let mut mirror = Mirror { known_sheets: known_sheets.into(), ..Mirror::default() };
        match prefetched.filter(|prefetched| prefetched.application == application) {
            // Who requested it has begun the recording before: see `begin`.
            Some(prefetched) => mirror.cached_nodes.take_in(prefetched.items),
            None => self.begin(&application),
        }
        let entry = MirrorEntry { mirror, tops: tops.to_vec(), read: Instant::now() };
        self.read_missing(caller, entry, limit, coverage).await
    }

    /// Drops the mirror of an application.
    pub fn drop_mirror(&mut self, application: &Arc<str>) {
        self.entries.remove(application);
    }

    /// Whether an application has a mirror.
    pub fn has_mirror(&self, application: &Arc<str>) -> bool {
        self.entries.contains_key(application)
    }

    /// Reads these windows from the mirror; `None` where they must be read from scratch. Call it only after all events
    /// the application has sent were received.
    pub async fn read_updated(
        &mut self,
        caller: Caller<'_>,
        tops: &[AccessibleWindow],
        limit: usize,
    ) -> Result<Option<TreeSnapshot>, CallError> {
        let Some(application) = tops.first().map(|top| Arc::clone(&top.node.bus)) else { return Ok(None) };
        // Taken out until it is complete again: a reading that fails half-way leaves no mirror behind.
        let entry = self.entries.remove(&application);
        let holds = |entry: &MirrorEntry| entry.tops == tops && entry.read.elapsed() < TRUSTED;
        let Some(mut entry) = entry.filter(holds) else { return Ok(None) };
        let Some(changes) = self.journal.take(&application) else { return Ok(None) };
        if entry.mirror.apply(changes) == MirrorUpdate::TooMuch {
            return Ok(None);
        }
        self.read_missing(caller, entry, limit, EventCoverage::Complete).await.map(Some)
    }

    async fn read_missing(
        &mut self,
        caller: Caller<'_>,
        mut entry: MirrorEntry,
        limit: usize,
        coverage: EventCoverage,
    ) -> Result<TreeSnapshot, CallError> {
        let snapshot = tree::read_missing(caller, &mut entry.mirror, &entry.tops, limit).await?;
        // A partial mirror is not kept: no event reports that a sheet was scrolled.
        let is_complete =
            coverage == EventCoverage::Complete && !entry.mirror.is_partial && snapshot.omissions.is_none();
        if let Some(name) = entry.tops.first().filter(|_| is_complete).map(|top| Arc::clone(&top.node.bus)) {
            self.make_room();
            self.entries.insert(name, entry);
        }
        let names: Vec<_> = self.entries.keys().cloned().collect();
        // Nobody would read the journal of an application without a mirror.
        self.journal.keep_only(&names);
        Ok(snapshot)
    }

    fn make_room(&mut self) {
        while self.entries.len() >= MOST_MIRRORS {
            let oldest =
                self.entries.iter().min_by_key(|(_, entry)| entry.read).map(|(name, _)| Arc::clone(name));
            if let Some(oldest) = oldest {
                self.entries.remove(&oldest);
            }
        }
    }
}
