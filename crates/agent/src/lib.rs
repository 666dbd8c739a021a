//! Session, Round, HostAgent, AppAgent, and the Processor that carries out their steps.
//!
//! A [`Session`] changes only by recording events; what the agents are shown is folded from them.

mod action_batch;
mod action_runner;
mod app_agent;
mod clock;
mod conversation;
mod decided;
mod deferred_target;
mod delegation;
mod divergence_check;
mod error;
mod evaluation;
mod fixed;
mod host_agent;
mod journal;
mod knowledge;
mod life_cycle;
mod looker;
mod objection;
mod opening;
mod options;
mod policy_gate;
mod ports;
mod processor;
mod prompt;
mod prompted;
mod proof;
mod real_paths;
mod recorder;
mod reply;
mod resolve_window;
mod session;
mod session_control;
mod session_parts;
mod sight;
mod snapshot;
mod step_screenshots;
mod think;
mod turn;
mod window_lease;
mod world;

pub use clock::SystemClock;
pub use error::{AgentError, Halt};
pub use evaluation::Judge;
pub use fixed::FixedPrompt;
pub use options::{Images, LastPicture, Options, Patience, Speculation, WhenDone};
pub use ports::{Absent, Confirmation, Deciders, Knowledge, Ports, User, UserReply, Watcher};
pub use prompted::{PromptOptions, Prompted};
pub use reply::{OPERATOR_COMMANDS, UI_COMMANDS, UiCommand, supposed};
pub use session::{Ending, Session};
pub use session_control::SessionControl;
