//! Delivers the entries of a session to any number of readers. Each reads at its own pace; none delays the session.

use deskpilot_agent::Watcher;
use deskpilot_core::Entry;
use deskpilot_log::{LogError, Tail};
use std::{
    collections::VecDeque,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};
use tokio::sync::watch;

/// The number of recent entries kept in memory. A reader that is further behind reads the log.
const RECENT: usize = 64;

/// The entries of a running session.
pub(crate) struct EventFeed {
    folder: PathBuf,
    recent: Mutex<VecDeque<Arc<Entry>>>,
    position: watch::Sender<Position>,
}

/// How far the session has written its log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Position {
    /// The number of the next entry.
    next: u64,
    is_over: bool,
}

impl EventFeed {
    /// The feed of a session whose log is in `folder` and has `written` entries.
    pub(crate) fn new(folder: &Path, written: u64) -> Arc<EventFeed> {
        let position = watch::Sender::new(Position { next: written, is_over: false });
        Arc::new(EventFeed { folder: folder.to_owned(), recent: Mutex::default(), position })
    }

    /// A watcher that passes every entry of the session to this feed.
    pub(crate) fn watcher(self: &Arc<EventFeed>) -> Watcher {
        let feed = self.clone();
        Box::new(move |entry| feed.push(entry))
    }

    fn push(&self, entry: &Entry) {
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        recent.push_back(Arc::new(entry.clone()));
        if recent.len() > RECENT {
            recent.pop_front();
        }
        drop(recent);
        // After the entry is in memory: a reader that sees the new position looks there at once.
        self.position.send_modify(|it| it.next = entry.seq + 1);
    }

    /// Marks the session as over: it writes nothing more.
    pub(crate) fn end(&self) {
        self.position.send_modify(|it| it.is_over = true);
    }

    /// The number of the next entry.
    pub(crate) fn next_seq(&self) -> u64 {
        self.position.borrow().next
    }

    /// The entries from this number on: first those already written, then each new one.
    pub(crate) fn join(self: &Arc<EventFeed>, from: u64) -> EventStream {
        let position = self.position.subscribe();
        EventStream { feed: self.clone(), position, next: from, read: VecDeque::new(), tail: None }
    }

    fn at(&self, seq: u64) -> Option<Arc<Entry>> {
        let recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        let first = recent.front()?.seq;
        recent.get(usize::try_from(seq.checked_sub(first)?).ok()?).cloned()
    }
}

/// The entries of a session for one reader. May be dropped at any time.
pub struct EventStream {
    feed: Arc<EventFeed>,
    position: watch::Receiver<Position>,
    next: u64,
    /// Entries read from the log and not yet returned.
    read: VecDeque<Entry>,
    tail: Option<Tail>,
}

impl EventStream {
    /// The number of the entry that [`next`](EventStream::next) returns.
    pub const fn position(&self) -> u64 {
        self.next
    }

    /// The next entry, as soon as it is written; `None` when the session is over. Every entry comes exactly once, even if a
    /// call is dropped while it waits.
    ///
    /// # Errors
    /// The log cannot be read.
    pub async fn next(&mut self) -> Result<Option<Arc<Entry>>, LogError> {
        loop {
            if let Some(entry) = self.available()? {
                self.next = entry.seq + 1;
                return Ok(Some(entry));
            }
            let next = self.next;
            let position = self.position.wait_for(|it| it.next > next || it.is_over).await;
            // The session is over, or its feed is gone.
            if position.map_or(true, |it| it.next <= next) {
                return Ok(None);
            }
        }
    }

    fn available(&mut self) -> Result<Option<Arc<Entry>>, LogError> {
        if let Some(entry) = self.read.pop_front_if(|it| it.seq == self.next) {
            return Ok(Some(Arc::new(entry)));
        }
        if self.next >= self.position.borrow().next {
            return Ok(None);
        }
        if let Some(entry) = self.feed.at(self.next) {
            self.read.clear();
            return Ok(Some(entry));
        }
        self.read_log()
    }

    /// Reads the entry from the log, because it is not in memory: it is too old, or another process wrote it.
    fn read_log(&mut self) -> Result<Option<Arc<Entry>>, LogError> {
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
