//! A task that has a log, as a listing says of it.

use deskpilot_core::{Stamp, Verdict};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A task that has a log.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Task {
    /// Its name.
    pub name: String,
    /// When it was started.
    pub started: Stamp,
    /// When its last entry was written; while it runs, when its state changed last.
    pub last: Stamp,
    /// What the user asked for last.
    pub request: String,
    /// How far it has come.
    pub state: TaskState,
}

/// How far a task has come.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TaskState {
    /// This process is at it.
    Running(u32),
    /// Questions wait for the user's answers.
    Asking,
    /// An operation waits for the user's yes.
    Confirming,
    /// Its process stopped or crashed before the round's end.
    Interrupted,
    /// Its last round ended like this.
    Ended(Verdict),
    /// Its log cannot be read, for this reason.
    Unreadable(String),
}

impl fmt::Display for TaskState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TaskState::Running(process) => write!(f, "running in process {process}"),
            TaskState::Asking => f.write_str("waits for answers"),
            TaskState::Confirming => f.write_str("waits for a yes"),
            TaskState::Interrupted => f.write_str("interrupted"),
            TaskState::Ended(verdict) => verdict.fmt(f),
            TaskState::Unreadable(why) => write!(f, "unreadable: {why}"),
        }
    }
}
