//! Sends one browser the entries of a log in order, each once, as long as the task runs and the browser listens.

use crate::{app::App, attendance::attend, logged_task::LoggedTask, task_row::current_row};
use axum::response::sse::Event;
use deskpilot_log::{LogError, Tail};
use deskpilot_runtime::with_causes;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::{sync::mpsc, time::sleep};
use tokio_util::task::AbortOnDropHandle;

/// How long an entry may go unnoticed.
const PAUSE: Duration = Duration::from_millis(50);

/// Every how many pauses the state of the task is looked at.
const LOOK_AFTER: u32 = 4;

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
    app: App,
    task: LoggedTask,
    tail: Tail,
    /// The number of the first entry that the browser lacks.
    from: u64,
    sender: mpsc::Sender<Event>,
    /// The state of the task that was told last.
    told: Value,
    pauses: u32,
    presence: Option<AbortOnDropHandle<()>>,
}

impl Follower {
    /// Follows the log from the entry with this number.
    ///
    /// # Errors
    /// The log cannot be read.
    pub(crate) fn new(
        app: App,
        task: LoggedTask,
        from: u64,
        sender: mpsc::Sender<Event>,
    ) -> Result<Follower, LogError> {
        let tail = Tail::starting_at(&task.folder(), from)?;
        Ok(Follower { app, task, tail, from, sender, told: Value::Null, pauses: 0, presence: None })
    }

    /// Sends entries until the stream ends or the browser is gone.
    pub(crate) async fn run(mut self) {
        let sender = self.sender.clone();
        tokio::select! {
            () = sender.closed() => {}
            () = self.follow() => {}
        }
    }

    async fn follow(&mut self) {
        loop {
            match self.look().await {
                Ok(Look::Sent) => {}
                Ok(Look::Nothing) => sleep(PAUSE).await,
                Ok(Look::Over) | Err(Left) => return,
            }
        }
    }

    async fn look(&mut self) -> Result<Look, Left> {
        if self.tail.was_cut() || self.tail.position() < self.from {
            self.send("reset", &json!({})).await?;
            return Ok(Look::Over);
        }
        // Looked at first: what a process wrote before its end is read below.
        let process = self.task.process();
        self.attend(process);
        match self.tail.read_some() {
            Err(error) => {
                self.send("fault", &json!({"says": with_causes(&error)})).await?;
                Ok(Look::Over)
            }
            Ok(entries) if entries.is_empty() => self.tell_state(process).await,
            Ok(entries) => {
                for entry in &entries {
                    let text = serde_json::to_string(entry).unwrap_or_default();
                    let event = Event::default().event("entry").id(entry.seq.to_string()).data(text);
                    self.sender.send(event).await.map_err(|_| Left)?;
                }
                self.from = self.tail.position();
                Ok(Look::Sent)
            }
        }
    }

    /// Tells the state of the task where it changed, and that the stream ends where no process writes the log.
    async fn tell_state(&mut self, process: Option<u32>) -> Result<Look, Left> {
        let is_due = process.is_none() || self.pauses.is_multiple_of(LOOK_AFTER);
        self.pauses = self.pauses.wrapping_add(1);
        if is_due
            && let Ok(row) = current_row(&self.app.folds, &self.task)
            && row != self.told
        {
            self.send("task", &row).await?;
            self.told = row;
        }
        if process.is_some() {
            return Ok(Look::Nothing);
        }
        self.send("end", &json!({})).await?;
        Ok(Look::Over)
    }

    /// Counts the person among those who can answer, while the task runs.
    fn attend(&mut self, process: Option<u32>) {
        if process.is_none() {
            self.presence = None;
        } else if self.presence.as_ref().is_none_or(|it| it.is_finished()) {
            let attending = attend(self.app.clone(), self.task.folder());
            self.presence = Some(AbortOnDropHandle::new(tokio::spawn(attending)));
        }
    }

    async fn send(&self, name: &str, data: &Value) -> Result<(), Left> {
        let event = Event::default().event(name).data(data.to_string());
        self.sender.send(event).await.map_err(|_| Left)
    }
}
