//! Sends one browser the entries of a log in order, each once, at the browser's own pace.

use crate::{
    app::App,
    followed_log::{FollowedLog, LogEnd, SentEntry},
    log_poller::followed,
    logged_task::LoggedTask,
};
use axum::response::sse::Event;
use deskpilot_log::{LogError, Tail};
use deskpilot_runtime::with_causes;
use serde_json::json;
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};
use tokio::{
    sync::{mpsc, watch},
    task::spawn_blocking,
};

/// The data of an event that says everything by its name.
const NOTHING: &str = "{}";

/// What came of one look at the log.
enum Look {
    /// Entries were sent, and more may be there.
    Sent,
    /// There was nothing new.
    Nothing,
    /// The stream ends.
    Over,
}

/// The browser listens no more.
struct Left;

/// Follows one log for one browser.
pub(crate) struct Follower {
    folder: PathBuf,
    /// What all browsers of this log share.
    shared: watch::Receiver<FollowedLog>,
    /// Reads what is not shared any more.
    tail: Tail,
    /// Whether the browser has more than the log: another log is in its place now.
    is_ahead: bool,
    /// The number of the first entry that the browser lacks.
    from: u64,
    sender: mpsc::Sender<Event>,
    /// The row of the task that was sent last.
    last_row: Option<Arc<str>>,
}

impl Follower {
    /// Follows the log from the entry with this number. Must be called within a tokio runtime.
    ///
    /// # Errors
    /// The log cannot be read.
    pub(crate) fn new(
        app: &App,
        task: &LoggedTask,
        from: u64,
        sender: mpsc::Sender<Event>,
    ) -> Result<Follower, LogError> {
        // First what is shared, then the file: what is written in between is in both, and nothing is in neither.
        let shared = followed(app, task)?;
        let folder = task.folder();
        // A long log is read up to here only for a browser that may know more than what is shared.
        let is_beyond = from > shared.borrow().position();
        let tail = if is_beyond { Tail::starting_at(&folder, from)? } else { Tail::new(&folder) };
        let is_ahead = is_beyond && tail.position() < from;
        Ok(Follower { folder, shared, tail, is_ahead, from, sender, last_row: None })
    }

    /// Sends entries until the stream ends or the browser is gone.
    pub(crate) async fn run(mut self) {
        let sender = self.sender.clone();
        tokio::select! {
            () = sender.closed() => {}
            _ = self.follow() => {}
        }
    }

    async fn follow(&mut self) -> Result<(), Left> {
        if self.is_ahead {
            return self.send("reset", NOTHING).await;
        }
        loop {
            match self.look().await? {
                Look::Sent => {}
                Look::Nothing => self.shared.changed().await.map_err(|_| Left)?,
                Look::Over => return Ok(()),
            }
        }
    }

    async fn look(&mut self) -> Result<Look, Left> {
        // What is read counts as seen, so that `changed` waits for something newer.
        let news = self.shared.borrow_and_update().news(self.from);
        if news.end == Some(LogEnd::Cut) {
            self.send("reset", NOTHING).await?;
            return Ok(Look::Over);
        }
        let entries = match news.entries {
            Some(entries) => Ok(entries),
            None => self.missed().await?,
        };
        match entries {
            Err(error) => self.tell_fault(&with_causes(&error)).await,
            Ok(entries) if entries.is_empty() => self.tell_state(news.row, news.end).await,
            Ok(entries) => self.send_entries(&entries).await,
        }
    }

    /// The next entries that are not shared any more, read away from the threads that answer requests.
    async fn missed(&mut self) -> Result<Result<Vec<Arc<SentEntry>>, LogError>, Left> {
        let (tail, folder, from) = (self.tail.clone(), self.folder.clone(), self.from);
        let read = spawn_blocking(move || entries_from(tail, &folder, from)).await.map_err(|_| Left)?;
        Ok(read.map(|(tail, entries)| {
            self.tail = tail;
            entries
        }))
    }

    async fn send_entries(&mut self, entries: &[Arc<SentEntry>]) -> Result<Look, Left> {
        for entry in entries {
            let event = Event::default().event("entry").id(entry.seq.to_string()).data(&entry.text);
            self.sender.send(event).await.map_err(|_| Left)?;
            self.from = entry.seq + 1;
        }
        Ok(Look::Sent)
    }

    /// Tells the state of the task where it changed, and that the stream ends where no more comes.
    async fn tell_state(&mut self, row: Option<Arc<str>>, end: Option<LogEnd>) -> Result<Look, Left> {
        if let Some(row) = row
            && self.last_row.as_ref() != Some(&row)
        {
            self.send("task", &row).await?;
            self.last_row = Some(row);
        }
        match end {
            Some(LogEnd::Fault(why)) => self.tell_fault(&why).await,
            Some(LogEnd::Over | LogEnd::Cut) => self.send("end", NOTHING).await.map(|()| Look::Over),
            None => Ok(Look::Nothing),
        }
    }

    async fn tell_fault(&self, why: &str) -> Result<Look, Left> {
        self.send("fault", &json!({"says": why}).to_string()).await?;
        Ok(Look::Over)
    }

    async fn send(&self, name: &str, data: &str) -> Result<(), Left> {
        let event = Event::default().event(name).data(data);
        self.sender.send(event).await.map_err(|_| Left)
    }
}

/// The next entries of the log in this folder from the one with this number, and the reader after them.
fn entries_from(mut tail: Tail, folder: &Path, from: u64) -> Result<(Tail, Vec<Arc<SentEntry>>), LogError> {
    if tail.position() != from {
        tail = Tail::starting_at(folder, from)?;
    }
    let entries = tail.read_some()?;
    let sent = entries.iter().map(|it| Arc::new(SentEntry::from(it))).collect();
    Ok((tail, sent))
}
