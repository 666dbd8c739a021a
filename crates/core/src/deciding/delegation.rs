//! Delegations: subtasks given to external agents, and the permissions that these agents ask for.

use super::Subtask;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A subtask for an external agent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Delegation {
    /// The agent's name, as the user configured it.
    pub agent: String,
    /// The application whose built-in assistant it is, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub application: Option<String>,
    /// The subtask.
    pub subtask: Subtask,
}

impl Delegation {
    /// The agent's prompt, verbatim: the subtask, then each tip on a line of its own.
    pub fn prompt(&self) -> String {
        let tips = self.subtask.message.iter().map(|it| format!("\n- {it}"));
        std::iter::once(self.subtask.text.clone()).chain(tips).collect()
    }
}

impl fmt::Display for Delegation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "give {} the subtask {:?}", self.agent, self.prompt())
    }
}

/// A permission that an external agent asks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PermissionRequest {
    /// The agent's name, as the user configured it.
    pub agent: String,
    /// The application whose built-in assistant it is, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub application: Option<String>,
    /// Its kind, as the agent states it.
    pub kind: PermissionKind,
    /// Its title, in the agent's words.
    pub title: String,
    /// The files and addresses that the agent says it touches.
    pub places: Vec<String>,
    /// Further details from the agent, such as the command line; empty if there are none.
    pub details: String,
    /// The agent's home directory, which may differ from that of the task's applications.
    #[serde(default)]
    pub home: String,
}

/// The kind of a requested permission, as the external agent states it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PermissionKind {
    /// It reads.
    Reads,
    /// It edits.
    Edits,
    /// It deletes.
    Deletes,
    /// It moves or renames.
    Moves,
    /// It searches.
    Searches,
    /// It runs a program or a command.
    Runs,
    /// It thinks or plans.
    Thinks,
    /// It fetches from elsewhere.
    Fetches,
    /// Something else, or unstated.
    #[default]
    Other,
}

impl PermissionKind {
    /// One word, as in `runs`.
    pub const fn word(self) -> &'static str {
        match self {
            PermissionKind::Reads => "reads",
            PermissionKind::Edits => "edits",
            PermissionKind::Deletes => "deletes",
            PermissionKind::Moves => "moves",
            PermissionKind::Searches => "searches",
            PermissionKind::Runs => "runs",
            PermissionKind::Thinks => "thinks",
            PermissionKind::Fetches => "fetches",
            PermissionKind::Other => "other",
        }
    }
}

impl fmt::Display for PermissionRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PermissionRequest { agent, kind, title, places, details, .. } = self;
        write!(f, "let {agent} do this: {title:?} ({}", kind.word())?;
        for (at, place) in places.iter().enumerate() {
            write!(f, "{} {place:?}", if at == 0 { "" } else { "," })?;
        }
        f.write_str(")")?;
        if details.is_empty() { Ok(()) } else { write!(f, ": {details}") }
    }
}
