//! A log's summary, stored next to it so that task listings need not read whole logs.

use super::{Task, TaskState};
use deskpilot_core::{
    AgentKind, AgentStatus, Entry, Event, Projection, Ruling, Status, Timestamp, Trigger, Verdict,
    fold::{Cost, WorkCounts},
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
    pub(super) steps: u32,
    pub(super) cost: Cost,
    /// Missing in the summaries of earlier programs, which are then folded again.
    #[serde(default)]
    pub(super) counts: Option<WorkCounts>,
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
        let StoredSummary { started, last, request, state, steps, cost, counts, .. } = self;
        Task { name, started, last, request, state, steps, cost, counts: counts.unwrap_or_default() }
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
    /// Why no agent works at the moment, although no question is open.
    rest: Option<Rest>,
    steps: u32,
    cost: Cost,
    counts: WorkCounts,
}

/// Why no agent works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rest {
    /// A person has the desktop.
    Paused,
    /// A person stopped the session.
    Stopped,
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
            rest: None,
            steps: 0,
            cost: Cost::default(),
            counts: WorkCounts::default(),
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
            steps: self.steps,
            cost: self.cost.clone(),
            counts: Some(self.counts.clone()),
        }
    }

    fn state(&self) -> TaskState {
        if let Some(verdict) = &self.verdict {
            return TaskState::Ended(verdict.clone());
        }
        match (self.rest, self.agent_status.status) {
            (Some(Rest::Stopped), _) => TaskState::Stopped,
            (Some(Rest::Paused), _) => TaskState::Paused,
            (None, Status::Pending) => TaskState::Asking,
            (None, Status::Confirm) => TaskState::Confirming,
            (None, Status::Continue) if self.is_closed => {
                TaskState::Ended(Verdict::Failed("closed before its end".into()))
            }
            (None, _) => TaskState::Interrupted,
        }
    }

    const fn rest_after(&self, event: &Event) -> Option<Rest> {
        match event {
            Event::Paused { .. } => Some(Rest::Paused),
            Event::Stopped => Some(Rest::Stopped),
            Event::HandedBack
            | Event::SessionResumed { .. }
            | Event::RoundStarted { .. }
            | Event::StepStarted { .. } => None,
            _ => self.rest,
        }
    }

    /// Whether this event changes what a listing shows.
    pub(super) const fn is_news(event: &Event) -> bool {
        matches!(
            event,
            Event::SessionOpened { .. }
                | Event::RoundStarted { .. }
                | Event::RoundReopened { .. }
                | Event::Asked { .. }
                | Event::Answered { .. }
                | Event::Ruled { ruling: Ruling::Confirm(_), .. }
                | Event::Confirmed { .. }
                | Event::StepEnded { .. }
                | Event::RoundEnded { .. }
                | Event::Paused { .. }
                | Event::HandedBack
                | Event::Stopped
                | Event::SessionClosed
        )
    }
}

impl Projection for Summary {
    fn apply(&mut self, entry: &Entry) {
        self.started.get_or_insert(entry.at);
        self.last = entry.at;
        self.cost.apply(entry);
        self.counts.apply(entry);
        self.rest = self.rest_after(&entry.event);
        match &entry.event {
            Event::RoundStarted { request, .. } => {
                (self.request, self.agent_status, self.verdict) = (request.clone(), START, None);
                return;
            }
            Event::RoundEnded { verdict } if self.verdict.is_none() => self.verdict = Some(verdict.clone()),
            Event::RoundReopened { state } => {
                (self.agent_status, self.verdict) = (state.agent_status(), None);
            }
            Event::SessionClosed => self.is_closed = true,
            Event::SessionResumed { .. } => self.is_closed = false,
            Event::StepStarted { .. } => self.steps += 1,
            _ => {}
        }
        if let Some(next) = Trigger::of(&entry.event).and_then(|cue| self.agent_status.after(cue)) {
            self.agent_status = next;
        }
    }
}
