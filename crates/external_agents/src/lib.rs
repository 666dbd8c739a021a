//! Agents that are not ours: a server of tools, an agent of an editor, an application's own assistant. Each takes a subtask
//! in words and hands back a result.

mod acp;
mod agent_process;
mod capped;
mod command;
mod error;
mod file;
mod mcp;
mod patience;
mod port;
mod process;

pub use agent_process::{Surroundings, build};
pub use error::ExternalError;
pub use file::{AgentFlaw, AgentSpec, AgentsError, Speaks, agents_of};
pub use deskpilot_core::Profile;
pub use port::{Asks, ExternalAgent, Handback, Petition};
