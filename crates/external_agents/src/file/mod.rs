//! The agents file, in which the user describes external agents.
//!
//! Parsing is strict and reports all problems at once, each with its line and key.

mod entry;
mod problem_collector;
mod read;
#[cfg(test)]
mod tests;

pub use read::parse_agents;

use deskpilot_core::Remedy;
use std::{fmt, time::Duration};
use thiserror::Error;

/// An external agent as the user describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentSpec {
    /// Its name.
    pub name: String,
    /// What it is good at.
    pub introduction: String,
    /// The application whose built-in assistant it is, if it is one.
    pub application: Option<String>,
    /// Its program, then the arguments; never empty.
    pub argv: Vec<String>,
    /// Its protocol.
    pub protocol: Protocol,
    /// Its working folder as written: absolute, or starting with `~`.
    pub folder: Option<String>,
    /// The variables of our environment that it gets in addition to the usual ones.
    pub pass: Vec<String>,
    /// Its time limit for a subtask.
    pub timeout: Duration,
}

/// The protocol of an external agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// The Agent Client Protocol (ACP) of editors.
    Acp,
    /// A Model Context Protocol (MCP) server.
    Mcp {
        /// The tool that takes subtasks; `None` means the only tool.
        tool: Option<String>,
        /// The argument that takes them; `None` means the only required string.
        argument: Option<String>,
    },
    /// Reads the subtask from stdin, writes the result to stdout.
    Command,
}

/// A problem in an agents file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentsFileProblem {
    /// The line, from 1.
    pub line: usize,
    /// The full key, if the problem concerns one.
    pub key: Option<String>,
    /// What is wrong, and how to fix it.
    pub why: String,
}

impl fmt::Display for AgentsFileProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}", self.line)?;
        if let Some(key) = &self.key {
            write!(f, ", {key:?}")?;
        }
        write!(f, ": {}", self.why)
    }
}

/// The problems that make an agents file unusable.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct AgentsError(pub Vec<AgentsFileProblem>);

impl AgentsError {
    /// The remedy: a person must fix the file.
    pub const fn remedy(&self) -> Remedy {
        Remedy::AskUser
    }
}
