//! Which applications a tree is kept of, and whether it can be believed.

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

/// The most applications a tree is kept of: the one in use, and a few it was changed from.
const MOST: usize = 4;
/// How long a tree is believed however well it was kept up.
const BELIEVED: Duration = Duration::from_secs(60);

/// Whether an application tells of every change, so that a tree can be kept up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// It does.
    Everything,
    /// It leaves some out, or all.
    NotAll,
}

/// What an application keeps at hand of its nodes, asked for before it is known which of its windows are meant.
#[derive(Debug)]
pub struct Ahead {
    application: Arc<str>,
    items: Vec<CacheItem>,
}

impl Ahead {
    /// `None` where the application is not known yet, or does not tell.
    pub async fn read(line: Line<'_>, application: Option<Arc<str>>) -> Option<Ahead> {
        let application = application?;
        let items = line.cached(&application).await.ok()?;
        Some(Ahead { application, items })
    }
}

/// The trees that are kept.
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
    /// Empty mirrors, to be kept up to date by the events of this journal.
    pub fn new(journal: Journal) -> Mirrors {
        Mirrors { journal, kept: HashMap::new() }
    }

    /// From now on what an application says of changes is written down; what was kept of it is forgotten.
    pub fn begin(&mut self, application: &Arc<str>) {
        self.kept.remove(application);
        self.journal.begin(application);
    }

    /// Reads these windows of one application from nothing, and keeps what was read where it can be kept up.
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

    /// Whether anything is kept of an application.
    pub fn keep(&self, application: &Arc<str>) -> bool {
        self.kept.contains_key(application)
    }

    /// The reading that comes of what is kept of these windows, once everything has been heard that the application said;
    /// `None` where they are to be read anew.
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
        // What is only partly known is not kept: nobody tells when a sheet is scrolled.
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
