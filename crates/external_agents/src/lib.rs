//! External agents: ACP agents, MCP servers, and plain programs, possibly an application's built-in assistant.
//! Each takes a subtask in words and returns a result.
#![cfg_attr(
    not(feature = "protocols"),
    expect(dead_code, reason = "what only agents with a protocol use stays with the rest")
)]

#[cfg(feature = "protocols")]
mod acp;
mod agent_process;
mod command;
mod error;
mod file;
#[cfg(feature = "protocols")]
mod mcp;
mod pausable_timeout;
mod port;
mod registry;

/// Targets for fuzzing.
#[cfg(all(any(test, fuzzing), feature = "protocols"))]
pub mod fuzz {
    pub use crate::{acp::fuzz::acp_agent, mcp::fuzz::mcp_server};
}

pub use deskpilot_core::AgentProfile;
pub use error::ExternalError;
pub use file::{AgentSpec, AgentsError, AgentsFileProblem, Protocol, parse_agents};
pub use port::{ExternalAgent, PendingPermission, PermissionChannel, SubtaskResult};
pub use registry::{AgentEnvironment, build_agents};
