//! Subtasks in the hands of agents that are not ours, and what these ask to be permitted.

use super::Subtask;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A subtask for an agent that is not ours.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Delegation {
    /// The agent, by the name that the user gave it.
    pub agent: String,
    /// The application whose own assistant it is, where it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub application: Option<String>,
    /// What is to be done.
    pub subtask: Subtask,
}

impl Delegation {
    /// What the agent is told, word for word: the subtask, then each tip on a line of its own.
    pub fn words(&self) -> String {
        let tips = self.subtask.message.iter().map(|it| format!("\n- {it}"));
        std::iter::once(self.subtask.text.clone()).chain(tips).collect()
    }
}

impl fmt::Display for Delegation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "give {} the subtask {:?}", self.agent, self.words())
    }
}

/// Something that another agent means to do, and asks for first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Permit {
    /// The agent, by the name that the user gave it.
    pub agent: String,
    /// The application whose own assistant it is, where it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub application: Option<String>,
    /// What kind of thing it is, as the agent says.
    pub kind: PermitKind,
    /// What it is, in the agent's words.
    pub title: String,
    /// The files and addresses it says it touches.
    pub places: Vec<String>,
    /// What it says beside that, such as the command it would run; empty when it says no more.
    pub details: String,
    /// Where the agent's home is, which need not be that of the task's applications.
    #[serde(default)]
    pub home: String,
}

/// What kind of thing another agent means to do, as it says itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PermitKind {
    /// It reads.
    Reads,
    /// It changes what is there.
    Edits,
    /// It deletes.
    Deletes,
    /// It moves or renames.
    Moves,
    /// It looks for something.
    Searches,
    /// It runs a program or a command.
    Runs,
    /// It thinks, or plans.
    Thinks,
    /// It fetches something from elsewhere.
    Fetches,
    /// Something else, or it does not say.
    #[default]
    Other,
}

impl PermitKind {
    /// One word, as in `runs`.
    pub const fn word(self) -> &'static str {
        match self {
            PermitKind::Reads => "reads",
            PermitKind::Edits => "edits",
            PermitKind::Deletes => "deletes",
            PermitKind::Moves => "moves",
            PermitKind::Searches => "searches",
            PermitKind::Runs => "runs",
            PermitKind::Thinks => "thinks",
            PermitKind::Fetches => "fetches",
            PermitKind::Other => "other",
        }
    }
}

impl fmt::Display for Permit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Permit { agent, kind, title, places, details, .. } = self;
        write!(f, "let {agent} do this: {title:?} ({}", kind.word())?;
        for (at, place) in places.iter().enumerate() {
            write!(f, "{} {place:?}", if at == 0 { "" } else { "," })?;
        }
        f.write_str(")")?;
        if details.is_empty() { Ok(()) } else { write!(f, ": {details}") }
    }
}
