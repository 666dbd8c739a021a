//! Session, Round, HostAgent, AppAgent, and the Processor that carries out their steps.
//!
//! A [`Session`] changes only by recording events; what the agents are shown is folded from them.

mod app_agent;
mod error;
mod host_agent;
mod options;
mod ports;
mod prints;
mod processor;
mod prompt;
mod reply;
mod session;
mod sight;
mod stop;
mod think;

pub use error::AgentError;
pub use options::{Images, LastPicture, Options};
pub use ports::{Absent, Models, Ports, User, Watcher};
pub use reply::{UI_COMMANDS, UiCommand};
pub use session::{Ending, Session};
