//! The summary of a log, kept beside it: a listing of many tasks reads no whole log.

use super::{Task, TaskState};
use deskpilot_core::{AgentKind, Cue, Entry, Event, Projection, Ruling, Stamp, Standing, Status, Verdict};
use deskpilot_system::Replacement;
use serde::{Deserialize, Serialize};
use std::{fs, path::Path};

const NAME: &str = "summary.json";

/// A summary as it is stored. It holds while the log is as long as it says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Stored {
    /// How long the log is of which it tells, in bytes.
    pub(super) length: u64,
    pub(super) started: Stamp,
    pub(super) last: Stamp,
    pub(super) request: String,
    pub(super) state: TaskState,
}

impl Stored {
    /// The one in this folder; `None` where none can be read.
    pub(super) fn read(folder: &Path) -> Option<Stored> {
        serde_json::from_slice(&fs::read(folder.join(NAME)).ok()?).ok()
    }

    /// Puts it in the place of the one before, which is never seen half written. That it cannot be written is no reason for
    /// anything: it is folded from the log again.
    pub(super) fn write(&self, folder: &Path) {
        let Ok(bytes) = serde_json::to_vec(self) else { return };
        let _ = Replacement::QUICK.put(&folder.join(NAME), &bytes);
    }

    /// The task of this name.
    pub(super) fn task(self, name: String) -> Task {
        Task { name, started: self.started, last: self.last, request: self.request, state: self.state }
    }
}

/// What a listing says of a task, folded from its log.
#[derive(Clone, Debug)]
pub(super) struct Summary {
    started: Option<Stamp>,
    last: Stamp,
    request: String,
    standing: Standing,
    verdict: Option<Verdict>,
    is_closed: bool,
}

impl Default for Summary {
    fn default() -> Summary {
        Summary {
            started: None,
            last: Stamp::default(),
            request: String::new(),
            standing: START,
            verdict: None,
            is_closed: false,
        }
    }
}

/// Where every round starts.
const START: Standing = Standing { agent: AgentKind::HostAgent, status: Status::Continue };

impl Summary {
    /// The summary of a log that is so long, and at which no process is.
    pub(super) fn stored(&self, length: u64) -> Stored {
        Stored {
            length,
            started: self.started.unwrap_or_default(),
            last: self.last,
            request: self.request.clone(),
            state: self.state(),
        }
    }

    fn state(&self) -> TaskState {
        match (&self.verdict, self.standing.status) {
            (Some(verdict), _) => TaskState::Ended(verdict.clone()),
            (None, Status::Pending) => TaskState::Asking,
            (None, Status::Confirm) => TaskState::Confirming,
            (None, Status::Continue) if self.is_closed => {
                TaskState::Ended(Verdict::Failed("closed before its end".into()))
            }
            (None, _) => TaskState::Interrupted,
        }
    }

    /// Whether a listing says something else after this event than before. A step alone does not: each summary is a file
    /// put in the place of another, which the disk has to follow.
    pub(super) const fn is_news(event: &Event) -> bool {
        matches!(
            event,
            Event::SessionOpened { .. }
                | Event::RoundStarted { .. }
                | Event::Asked { .. }
                | Event::Answered { .. }
                | Event::Ruled { ruling: Ruling::Confirm(_), .. }
                | Event::Confirmed { .. }
                | Event::RoundEnded { .. }
                | Event::Stopped
                | Event::SessionClosed
        )
    }
}

impl Projection for Summary {
    fn apply(&mut self, entry: &Entry) {
        self.started.get_or_insert(entry.at);
        self.last = entry.at;
        match &entry.event {
            Event::RoundStarted { request, .. } => {
                (self.request, self.standing, self.verdict) = (request.clone(), START, None);
                return;
            }
            Event::RoundEnded { verdict } if self.verdict.is_none() => self.verdict = Some(verdict.clone()),
            Event::SessionClosed => self.is_closed = true,
            Event::SessionResumed { .. } => self.is_closed = false,
            _ => {}
        }
        if let Some(next) = Cue::of(&entry.event).and_then(|cue| self.standing.after(cue)) {
            self.standing = next;
        }
    }
}
