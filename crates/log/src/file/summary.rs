//! A log's summary, stored beside it so that task listings need not read whole logs.

use super::{Task, TaskState};
use deskpilot_core::{
    AgentKind, AgentStatus, Entry, Event, Projection, Ruling, Status, Timestamp, Trigger, Verdict,
};
use deskpilot_system::{AtomicWrite, ReadLimit};
use serde::{Deserialize, Serialize};
use std::path::Path;

const NAME: &str = "summary.json";

/// The largest summary that is read; a request is most of it.
const LARGEST: ReadLimit = ReadLimit::mib(4);

/// A stored summary. Valid while the log has the recorded length.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct StoredSummary {
    /// The length in bytes of the summarized log.
    pub(super) length: u64,
    pub(super) started: Timestamp,
    pub(super) last: Timestamp,
    pub(super) request: String,
    pub(super) state: TaskState,
}

impl StoredSummary {
    /// Reads the summary in this folder; `None` if it cannot be read.
    pub(super) fn read(folder: &Path) -> Option<StoredSummary> {
        serde_json::from_slice(&LARGEST.read(&folder.join(NAME)).ok()?).ok()
    }

    /// Replaces the summary atomically. Ignores write errors, because the summary can always be folded from the
    /// log again.
    pub(super) fn write(&self, folder: &Path) {
        let Ok(bytes) = serde_json::to_vec(self) else { return };
        let _ = AtomicWrite::FAST.write(&folder.join(NAME), &bytes);
    }

    /// The task with this name.
    pub(super) fn task(self, name: String) -> Task {
        Task { name, started: self.started, last: self.last, request: self.request, state: self.state }
    }
}

/// A task's listing, folded from its log.
#[derive(Clone, Debug)]
pub(super) struct Summary {
    started: Option<Timestamp>,
    last: Timestamp,
    request: String,
    agent_status: AgentStatus,
    verdict: Option<Verdict>,
    is_closed: bool,
}

impl Default for Summary {
    fn default() -> Summary {
        Summary {
            started: None,
            last: Timestamp::default(),
            request: String::new(),
            agent_status: START,
            verdict: None,
            is_closed: false,
        }
    }
}

/// The state in which every round starts.
const START: AgentStatus = AgentStatus { agent: AgentKind::HostAgent, status: Status::Continue };

impl Summary {
    /// The summary for a log of this length that no process is writing.
    pub(super) fn stored(&self, length: u64) -> StoredSummary {
        StoredSummary {
            length,
            started: self.started.unwrap_or_default(),
            last: self.last,
            request: self.request.clone(),
            state: self.state(),
        }
    }

    fn state(&self) -> TaskState {
        match (&self.verdict, self.agent_status.status) {
            (Some(verdict), _) => TaskState::Ended(verdict.clone()),
            (None, Status::Pending) => TaskState::Asking,
            (None, Status::Confirm) => TaskState::Confirming,
            (None, Status::Continue) if self.is_closed => {
                TaskState::Ended(Verdict::Failed("closed before its end".into()))
            }
            (None, _) => TaskState::Interrupted,
        }
    }

    /// Whether this event changes what a listing shows. Steps alone do not, because each summary replaces a
    /// file, which costs disk work.
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
                (self.request, self.agent_status, self.verdict) = (request.clone(), START, None);
                return;
            }
            Event::RoundEnded { verdict } if self.verdict.is_none() => self.verdict = Some(verdict.clone()),
            Event::SessionClosed => self.is_closed = true,
            Event::SessionResumed { .. } => self.is_closed = false,
            _ => {}
        }
        if let Some(next) = Trigger::of(&entry.event).and_then(|cue| self.agent_status.after(cue)) {
            self.agent_status = next;
        }
    }
}
