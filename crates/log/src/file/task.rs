//! A task with a log, as a listing shows it.

use deskpilot_core::{
    Timestamp, Verdict,
    fold::{Cost, WorkCounts},
};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A task with a log.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Task {
    /// Its name.
    pub name: String,
    /// When it was started.
    pub started: Timestamp,
    /// When its last entry was written; for a running task, when its last step ended or its state changed.
    pub last: Timestamp,
    /// The user's last request.
    pub request: String,
    /// Its state.
    pub state: TaskState,
    /// The steps of its agents.
    pub steps: u32,
    /// What it cost.
    pub cost: Cost,
    /// How its rounds ended and what its actions did. No part of listings.
    #[serde(skip)]
    pub counts: WorkCounts,
}

/// The state of a task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TaskState {
    /// It runs in this process.
    Running(u32),
    /// Questions wait for the user's answers.
    Asking,
    /// An operation waits for the user's approval.
    Confirming,
    /// It runs, and a person has the desktop.
    Paused,
    /// A person stopped it; it can be resumed.
    Stopped,
    /// Its process crashed or was killed before the round's end.
    Interrupted,
    /// Its last round ended with this verdict.
    Ended(Verdict),
    /// Its log cannot be read, for this reason.
    Unreadable(String),
}

impl TaskState {
    /// The state in one word, by which a listing can be filtered.
    pub const fn word(&self) -> &'static str {
        match self {
            TaskState::Running(_) => "running",
            TaskState::Asking | TaskState::Confirming => "waiting",
            TaskState::Paused => "paused",
            TaskState::Stopped => "stopped",
            TaskState::Interrupted => "interrupted",
            TaskState::Ended(Verdict::Finished(_)) => "finished",
            TaskState::Ended(Verdict::Failed(_) | Verdict::Errored(_)) => "failed",
            TaskState::Unreadable(_) => "unreadable",
        }
    }
}

impl fmt::Display for TaskState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TaskState::Running(process) => write!(f, "running in process {process}"),
            TaskState::Asking => f.write_str("waits for answers"),
            TaskState::Confirming => f.write_str("waits for your approval"),
            TaskState::Paused => f.write_str("paused"),
            TaskState::Stopped => f.write_str("stopped"),
            TaskState::Interrupted => f.write_str("interrupted"),
            TaskState::Ended(verdict) => verdict.fmt(f),
            TaskState::Unreadable(why) => write!(f, "unreadable: {why}"),
        }
    }
}
