//! Deskpilot as an agent in editors that speak the Agent Client Protocol, version 1, over standard input and output.
//!
//! An entrance over `runtime`, as the page is: a session of an editor is a task like any other, and what the editor is shown is folded from
//! its log. `docs/acp.md` describes it.

mod approval;
mod editor_agent;
mod editor_client;
mod editor_session;
mod error;
mod live_session;
mod modes;
mod opening;
mod options;
mod prompt;
mod server;
mod turn;
mod updates;
mod wire;

pub use error::AcpError;
pub use options::AgentOptions;
pub use server::serve;
