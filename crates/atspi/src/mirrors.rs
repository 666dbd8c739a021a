//! Keeps mirrors of the trees of a few applications, and decides whether one can still be trusted.

use crate::bus::Line;
use crate::calls::CacheItem;
use crate::error::NoAnswer;
use crate::journal::Journal;
use crate::mirror::{Mirror, Taken};
use crate::top::Top;
use crate::tree::{self, Reading};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// The most applications to keep mirrors of: the one in use, and a few used before it.
const MOST: usize = 4;
/// How long a mirror is trusted after the tree was read, even with all events applied.
const BELIEVED: Duration = Duration::from_secs(60);

/// Whether an application sends an event for every change, so that a mirror can be kept up to date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// It does.
    Everything,
    /// It leaves some out, or all.
    NotAll,
}

/// An application's AT-SPI cache, requested before the read knows which of its windows it needs.
#[derive(Debug)]
pub struct Ahead {
    application: Arc<str>,
    items: Vec<CacheItem>,
}

impl Ahead {
    /// Requests the cache; `None` where the application is unknown or the call fails.
    pub async fn read(line: Line<'_>, application: Option<Arc<str>>) -> Option<Ahead> {
        let application = application?;
        let items = line.cached(&application).await.ok()?;
        Some(Ahead { application, items })
    }
}

/// The mirrors of several applications.
#[derive(Debug)]
pub struct Mirrors {
    journal: Journal,
    kept: HashMap<Arc<str>, Kept>,
}

#[derive(Debug)]
struct Kept {
    mirror: Mirror,
    tops: Vec<Top>,
    read: Instant,
}

impl Mirrors {
    /// No mirrors yet; the events of this journal will keep them up to date.
    pub fn new(journal: Journal) -> Mirrors {
        Mirrors { journal, kept: HashMap::new() }
    }

    /// Starts recording the changes of an application and drops its mirror.
    pub fn begin(&mut self, application: &Arc<str>) {
        self.kept.remove(application);
        self.journal.begin(application);
    }

    /// Reads these windows of one application from scratch, and keeps the mirror where events can keep it up to date.
    pub async fn read_anew(
        &mut self,
        line: Line<'_>,
        tops: &[Top],
        limit: usize,
        told: Told,
        ahead: Option<Ahead>,
    ) -> Result<Reading, NoAnswer> {
        let Some(application) = tops.first().map(|top| Arc::clone(&top.node.bus)) else {
            return Ok(Reading::default());
        };
        let mut mirror = Mirror::default();
        match ahead.filter(|ahead| ahead.application == application) {
            Some(ahead) => mirror.forest.take_in(ahead.items),
            None => self.begin(&application),
        }
        let kept = Kept { mirror, tops: tops.to_vec(), read: Instant::now() };
        self.complete(line, kept, limit, told).await
    }

    /// Whether an application has a mirror.
    pub fn keep(&self, application: &Arc<str>) -> bool {
        self.kept.contains_key(application)
    }

    /// The reading from the mirror of these windows; `None` where they must be read anew. Call it only after all events
    /// the application has sent were received.
    pub async fn read_again(
        &mut self,
        line: Line<'_>,
        tops: &[Top],
        limit: usize,
    ) -> Result<Option<Reading>, NoAnswer> {
        let Some(application) = tops.first().map(|top| Arc::clone(&top.node.bus)) else { return Ok(None) };
        let kept = self.kept.remove(&application);
        let holds = |kept: &Kept| kept.tops == tops && kept.read.elapsed() < BELIEVED;
        let Some(mut kept) = kept.filter(holds) else { return Ok(None) };
        let Some(changes) = self.journal.take(&application) else { return Ok(None) };
        if kept.mirror.take_in(changes) == Taken::TooMuch {
            return Ok(None);
        }
        self.complete(line, kept, limit, Told::Everything).await.map(Some)
    }

    async fn complete(
        &mut self,
        line: Line<'_>,
        mut kept: Kept,
        limit: usize,
        told: Told,
    ) -> Result<Reading, NoAnswer> {
        let reading = tree::complete(line, &mut kept.mirror, &kept.tops, limit).await?;
        // A partial mirror is not kept: no event reports that a sheet was scrolled.
        let is_whole = told == Told::Everything && !kept.mirror.is_partial && reading.gaps.is_none();
        if let Some(name) = kept.tops.first().filter(|_| is_whole).map(|top| Arc::clone(&top.node.bus)) {
            self.make_room();
            self.kept.insert(name, kept);
        }
        let names: Vec<_> = self.kept.keys().cloned().collect();
        self.journal.keep_only(&names);
        Ok(reading)
    }

    fn make_room(&mut self) {
        while self.kept.len() >= MOST {
            let oldest = self.kept.iter().min_by_key(|(_, kept)| kept.read).map(|(name, _)| Arc::clone(name));
            if let Some(oldest) = oldest {
                self.kept.remove(&oldest);
            }
        }
    }
}
