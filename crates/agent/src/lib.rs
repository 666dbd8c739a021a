//! Session, Round, HostAgent, AppAgent, and the Processor that carries out their steps.
//!
//! A [`Session`] changes only by recording events; what the agents are shown is folded from them.

mod app_agent;
mod clock;
mod consent;
mod deferred_target;
mod delegation;
mod error;
mod evaluation;
mod fixed;
mod host_agent;
mod life_cycle;
mod objection;
mod off_limits;
mod opening;
mod options;
mod ports;
mod processor;
mod prompt;
mod proof;
mod recollection;
mod reply;
mod resolve_window;
mod session;
mod session_control;
mod sight;
mod speculation;
mod step_screenshots;
mod think;
mod window_lease;

pub use clock::SystemClock;
pub use error::AgentError;
pub use evaluation::Judge;
pub use fixed::FixedPrompt;
pub use options::{Images, LastPicture, Options, Patience, Speculation, WhenDone};
pub use ports::{Absent, Confirmation, Models, Ports, User, Watcher};
pub use reply::{OPERATOR_COMMANDS, UI_COMMANDS, UiCommand, supposed};
pub use session::{Ending, Session};
pub use session_control::SessionControl;
