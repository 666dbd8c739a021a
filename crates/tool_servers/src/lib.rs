//! Tool servers: MCP servers that the user lists, each of which becomes a receiver of native commands.
//!
//! A server is a program that speaks over its pipes, or an address. Everything that it says is a claim of somebody else's: its
//! descriptions are quoted, its hints make nothing easier unless the user trusts them, and whatever it sends has a limit.

mod connection;
mod file;
#[cfg(any(test, fuzzing))]
pub mod fuzz;
mod outcome;
mod receiver;
mod tools;

pub use file::{Hints, ServerAddress, ServerFlaw, ServerSpec, ToolServersError, parse_tool_servers};
pub use receiver::{ServerEnvironment, receivers};
