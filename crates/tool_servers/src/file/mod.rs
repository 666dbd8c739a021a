//! The file in which the user lists tool servers. Pure.
//!
//! Parsing is strict: an unknown key is an error with its line.

mod read;
#[cfg(test)]
mod tests;

pub use read::parse_tool_servers;

use deskpilot_core::Remedy;
use std::{fmt, time::Duration};
use thiserror::Error;
use url::Url;

/// A tool server as the user lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerSpec {
    /// Its name, with which the names of its commands begin.
    pub name: String,
    /// Where it is.
    pub address: ServerAddress,
    /// The applications whose windows have its commands; `None` for the windows of all.
    pub applications: Option<Vec<String>>,
    /// The tools that become commands; `None` for all.
    pub tools: Option<Vec<String>>,
    /// The longest time for a call.
    pub timeout: Duration,
    /// Whether its hints about what its tools do are believed.
    pub hints: Hints,
}

/// Where a tool server is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ServerAddress {
    /// A program that speaks over its standard input and output.
    Program {
        /// The program, then its arguments; never empty.
        argv: Vec<String>,
        /// The variables that it gets in addition to `PATH`, `HOME` and `LANG`.
        pass: Vec<String>,
    },
    /// An address that speaks streamable HTTP.
    Http {
        /// The address: `https`, or `http` on this machine.
        url: Url,
        /// The variable that holds the bearer token.
        token_variable: Option<String>,
    },
}

/// Whether a server's hints, such as "this tool only reads", are believed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hints {
    /// They are claims: only those that make a tool more dangerous count.
    Claims,
    /// The user has written `trust_annotations = true`.
    Trusted,
}

/// A problem in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServersFileProblem {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong, and what to write instead.
    pub why: String,
}

impl fmt::Display for ServersFileProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.why)
    }
}

/// The problems that make the file unusable.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct ToolServersError(pub Vec<ServersFileProblem>);

impl ToolServersError {
    /// The remedy: a person must fix the file.
    pub const fn remedy(&self) -> Remedy {
        Remedy::AskUser
    }
}
