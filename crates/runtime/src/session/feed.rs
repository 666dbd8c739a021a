//! What happens in a session, for whoever joins: each reads at its own pace, and none holds the session up.

use deskpilot_agent::Watcher;
use deskpilot_core::Entry;
use deskpilot_log::{LogError, Tail};
use std::{
    collections::VecDeque,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};
use tokio::sync::watch;

/// How many of the last entries are kept at hand. A joiner that is further behind reads them from the log.
const AT_HAND: usize = 64;

/// The entries of a session that is under way.
pub(crate) struct Feed {
    folder: PathBuf,
    recent: Mutex<VecDeque<Arc<Entry>>>,
    news: watch::Sender<News>,
}

/// How far the session has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct News {
    /// The number that the next entry will have.
    next: u64,
    is_over: bool,
}

impl Feed {
    /// The feed of a session whose log is in this folder and holds so many entries.
    pub(crate) fn new(folder: &Path, written: u64) -> Arc<Feed> {
        let news = watch::Sender::new(News { next: written, is_over: false });
        Arc::new(Feed { folder: folder.to_owned(), recent: Mutex::default(), news })
    }

    /// Tells of every entry that the session writes.
    pub(crate) fn watcher(self: &Arc<Feed>) -> Watcher {
        let feed = self.clone();
        Box::new(move |entry| feed.take_in(entry))
    }

    fn take_in(&self, entry: &Entry) {
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        recent.push_back(Arc::new(entry.clone()));
        if recent.len() > AT_HAND {
            recent.pop_front();
        }
        drop(recent);
        self.news.send_modify(|news| news.next = entry.seq + 1);
    }

    /// Nothing more will be written.
    pub(crate) fn end(&self) {
        self.news.send_modify(|news| news.is_over = true);
    }

    /// The number that the next entry will have.
    pub(crate) fn next(&self) -> u64 {
        self.news.borrow().next
    }

    /// The entries from this number on: those that there are, and then each as it is written.
    pub(crate) fn join(self: &Arc<Feed>, from: u64) -> Events {
        let news = self.news.subscribe();
        Events { feed: self.clone(), news, next: from, read: VecDeque::new(), tail: None }
    }

    fn at(&self, seq: u64) -> Option<Arc<Entry>> {
        let recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        let first = recent.front()?.seq;
        recent.get(usize::try_from(seq.checked_sub(first)?).ok()?).cloned()
    }
}

/// One joiner's reading of a session. Holds at most what it read last; may be dropped at any time.
pub struct Events {
    feed: Arc<Feed>,
    news: watch::Receiver<News>,
    next: u64,
    /// Read from the log, and not yet given.
    read: VecDeque<Entry>,
    tail: Option<Tail>,
}

impl Events {
    /// The number of the entry that comes next.
    pub const fn position(&self) -> u64 {
        self.next
    }

    /// The next entry, as soon as it is written; `None` when the session is over. Nothing comes twice and nothing is left
    /// out, also when a call is dropped while it waits.
    ///
    /// # Errors
    /// The log cannot be read.
    pub async fn next(&mut self) -> Result<Option<Arc<Entry>>, LogError> {
        loop {
            if let Some(entry) = self.at_hand()? {
                self.next = entry.seq + 1;
                return Ok(Some(entry));
            }
            let next = self.next;
            let news = self.news.wait_for(|news| news.next > next || news.is_over).await;
            if news.map_or(true, |news| news.next <= next) {
                return Ok(None);
            }
        }
    }

    fn at_hand(&mut self) -> Result<Option<Arc<Entry>>, LogError> {
        if let Some(entry) = self.read.pop_front_if(|it| it.seq == self.next) {
            return Ok(Some(Arc::new(entry)));
        }
        if self.next >= self.news.borrow().next {
            return Ok(None);
        }
        if let Some(entry) = self.feed.at(self.next) {
            self.read.clear();
            return Ok(Some(entry));
        }
        self.read_back()
    }

    /// The entry from the log: it is no longer at hand, or another process wrote it.
    fn read_back(&mut self) -> Result<Option<Arc<Entry>>, LogError> {
        let tail = self.tail.get_or_insert_with(|| Tail::new(&self.feed.folder));
        loop {
            let entries = tail.read_some()?;
            if entries.is_empty() {
                return Ok(None);
            }
            self.read = entries.into_iter().filter(|it| it.seq >= self.next).collect();
            if let Some(entry) = self.read.pop_front() {
                return Ok(Some(Arc::new(entry)));
            }
        }
    }
}
