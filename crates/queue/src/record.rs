//! What is known about a job.

use crate::{JobSpec, WorkerName};
use deskpilot_core::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;

/// The state of a job.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JobState {
    /// It waits for a worker.
    #[default]
    Queued,
    /// A worker has a lease on it.
    Running,
    /// It waits for a person and holds no desktop: why.
    Waiting(String),
    /// It is done: its result.
    Succeeded(Value),
    /// Its worker says that it cannot be done: its result.
    Failed(Value),
    /// Somebody cancelled it.
    Cancelled,
    /// It had no attempts left, or too many faults: which.
    Dead(String),
}

impl JobState {
    /// The state without its data.
    pub const fn kind(&self) -> StateKind {
        match self {
            JobState::Queued => StateKind::Queued,
            JobState::Running => StateKind::Running,
            JobState::Waiting(_) => StateKind::Waiting,
            JobState::Succeeded(_) => StateKind::Succeeded,
            JobState::Failed(_) => StateKind::Failed,
            JobState::Cancelled => StateKind::Cancelled,
            JobState::Dead(_) => StateKind::Dead,
        }
    }
}

/// The state of a job without its data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StateKind {
    /// It waits for a worker.
    Queued,
    /// A worker has a lease on it.
    Running,
    /// It waits for a person.
    Waiting,
    /// It is done.
    Succeeded,
    /// It cannot be done.
    Failed,
    /// Somebody cancelled it.
    Cancelled,
    /// It had no attempts left, or too many faults.
    Dead,
}

impl StateKind {
    /// Every state, in the order of a job's life.
    pub const ALL: [StateKind; 7] = [
        StateKind::Queued,
        StateKind::Running,
        StateKind::Waiting,
        StateKind::Succeeded,
        StateKind::Failed,
        StateKind::Cancelled,
        StateKind::Dead,
    ];

    /// Its name, as both engines store it.
    pub const fn name(self) -> &'static str {
        match self {
            StateKind::Queued => "queued",
            StateKind::Running => "running",
            StateKind::Waiting => "waiting",
            StateKind::Succeeded => "succeeded",
            StateKind::Failed => "failed",
            StateKind::Cancelled => "cancelled",
            StateKind::Dead => "dead",
        }
    }

    /// The state with this name.
    pub(crate) fn from_name(name: &str) -> Option<StateKind> {
        StateKind::ALL.into_iter().find(|it| it.name() == name)
    }

    /// Whether the job has ended. Only [`Control::Requeue`](crate::Control::Requeue) continues it.
    pub const fn is_final(self) -> bool {
        !matches!(self, StateKind::Queued | StateKind::Running | StateKind::Waiting)
    }
}

impl fmt::Display for StateKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A job and its progress.
#[derive(Clone, Debug, PartialEq)]
pub struct JobRecord {
    /// The job as it was submitted.
    pub spec: JobSpec,
    /// Its state.
    pub state: JobState,
    /// How often it was claimed since it was last queued from 0.
    pub attempt: u32,
    /// How often it was given back because of a fault.
    pub faults: u32,
    /// How often it was queued again from 0.
    pub epoch: u32,
    /// Who claimed it last.
    pub worker: Option<WorkerName>,
    /// When it was submitted.
    pub submitted: Timestamp,
    /// When it was last claimed.
    pub started: Option<Timestamp>,
    /// When it ended.
    pub ended: Option<Timestamp>,
    /// When the lease of its worker runs out unless it is extended; `None` while no worker has it, and where the server alone knows.
    pub expires: Option<Timestamp>,
}

impl JobRecord {
    /// What its worker returned.
    pub const fn result(&self) -> Option<&Value> {
        match &self.state {
            JobState::Succeeded(value) | JobState::Failed(value) => Some(value),
            _ => None,
        }
    }

    /// Why it waits or is dead.
    pub fn why(&self) -> Option<&str> {
        match &self.state {
            JobState::Waiting(why) | JobState::Dead(why) => Some(why),
            _ => None,
        }
    }
}

/// How many jobs are in each state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JobCounts([u64; 7]);

impl JobCounts {
    /// The jobs in this state.
    pub const fn of(&self, kind: StateKind) -> u64 {
        self.0[kind as usize]
    }

    /// All jobs.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The jobs that have not ended.
    pub fn unfinished(&self) -> u64 {
        StateKind::ALL.into_iter().filter(|it| !it.is_final()).map(|it| self.of(it)).sum()
    }

    pub(crate) const fn add(&mut self, kind: StateKind, jobs: u64) {
        self.0[kind as usize] += jobs;
    }
}
