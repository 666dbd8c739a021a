//! What the tests of several crates share. Only dev-dependencies and `text`, `adversary` and `bench` name
//! this crate, so no part of it ends up in the product.

mod cases;
pub mod command_line;
pub mod conformance;
mod dice;
pub mod loopback;
mod nats_server;
pub mod prompted_decider;
mod prompts;
mod reserved_port;
mod scripted_instantiation;
mod structured_reply;
mod text_desktop;
mod text_platform;

pub use cases::{print_skipped, tried, tries_all, tries_also};
pub use dice::Dice;
pub use nats_server::NatsServer;
pub use prompted_decider::PromptedDecider;
pub use prompts::{prompt, prompt_section};
pub use reserved_port::ReservedPort;
pub use scripted_instantiation::{InstantiationScript, Planning, ScriptedInstantiator};
pub use structured_reply::bound_reply;
pub use text_desktop::{InjectedFault, TextDesktop};
pub use text_platform::{CALCULATOR_AND_EDITOR, DesktopCounts, TextPlatform};
