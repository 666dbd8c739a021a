//! The file in which the user describes other agents.
//!
//! It is read strictly: whatever is wrong is named by its line and its key, and all of it at once.

mod entry;
mod flaws;
mod read;
#[cfg(test)]
mod tests;

pub use read::agents_of;

use deskpilot_core::Remedy;
use std::{fmt, time::Duration};
use thiserror::Error;

/// What the user says of another agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentSpec {
    /// What it is called.
    pub name: String,
    /// What it is good for.
    pub introduction: String,
    /// The application whose own assistant it is, where it is one.
    pub application: Option<String>,
    /// Its program, then the arguments; never empty.
    pub argv: Vec<String>,
    /// How it is talked to.
    pub speaks: Speaks,
    /// Where it works, as it is written: absolute, or in `~`.
    pub folder: Option<String>,
    /// The variables of our environment that it gets beside the usual ones.
    pub pass: Vec<String>,
    /// How long it has for a subtask.
    pub timeout: Duration,
}

/// How another agent is talked to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Speaks {
    /// It is an agent of editors (ACP).
    Acp,
    /// It is a server of tools (MCP).
    Mcp {
        /// The tool that takes subtasks; otherwise the only one.
        tool: Option<String>,
        /// The argument that takes them; otherwise the only text that must be given.
        argument: Option<String>,
    },
    /// It reads the subtask, and writes the result.
    Command,
}

/// One thing that is wrong with a file of agents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentFlaw {
    /// The line, from 1.
    pub line: usize,
    /// The key, from the top, where it is one key's.
    pub key: Option<String>,
    /// What is wrong, and what would be right.
    pub why: String,
}

impl fmt::Display for AgentFlaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}", self.line)?;
        if let Some(key) = &self.key {
            write!(f, ", {key:?}")?;
        }
        write!(f, ": {}", self.why)
    }
}

/// Why no agent of a file is there.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct AgentsError(pub Vec<AgentFlaw>);

impl AgentsError {
    /// What can be done about it: a person must mend the file.
    pub const fn remedy(&self) -> Remedy {
        Remedy::AskUser
    }
}
