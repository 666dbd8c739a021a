//! Tool servers: MCP servers that the user lists, each of which becomes a receiver of native commands.
//!
//! A server is a program that speaks over its pipes, or an address. Everything that it says is untrusted:
//! Deskpilot quotes its descriptions, lets its hints relax no rule unless the user trusts them, and limits
//! the size of everything that it sends.

mod connection;
mod file;
#[cfg(any(test, fuzzing))]
pub mod fuzz;
mod outcome;
mod receiver;
mod tools;

pub use file::{Hints, ServerAddress, ServerSpec, ServersFileProblem, ToolServersError, parse_tool_servers};
pub use receiver::{ServerEnvironment, receivers};
