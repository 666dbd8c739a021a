//! Agents that are not ours: a server of tools, an agent of an editor, an application's own assistant. Each takes a subtask
//! in words and hands back a result.

mod acp;
mod capped;
mod command;
mod error;
mod file;
mod mcp;
mod member;
mod patience;
mod port;
mod process;

pub use error::ThirdPartyError;
pub use file::{AgentFlaw, AgentSpec, AgentsError, Speaks, agents_of};
pub use member::{Surroundings, build};
pub use port::{Asks, Handback, Petition, Profile, ThirdParty};
