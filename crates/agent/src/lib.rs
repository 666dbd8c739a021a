//! Session, Round, HostAgent, AppAgent, and the Processor that carries out their steps.
//!
//! A [`Session`] changes only by recording events; what the agents are shown is folded from them.

mod ahead;
mod aimed;
mod app_agent;
mod clock;
mod consent;
mod delegation;
mod error;
mod evaluation;
mod fixed;
mod host_agent;
mod life_cycle;
mod objection;
mod opening;
mod options;
mod ports;
mod prints;
mod processor;
mod prompt;
mod proof;
mod reins;
mod reply;
mod session;
mod sight;
mod speculation;
mod tenure;
mod think;
mod veil;

pub use clock::SystemClock;
pub use error::AgentError;
pub use evaluation::Judge;
pub use fixed::FixedPrompt;
pub use options::{Images, LastPicture, Options, Patience, Speculation, WhenDone};
pub use ports::{Absent, Confirmation, Models, Ports, User, Watcher};
pub use reins::Reins;
pub use reply::{OPERATOR_COMMANDS, UI_COMMANDS, UiCommand, supposed};
pub use session::{Ending, Session};
