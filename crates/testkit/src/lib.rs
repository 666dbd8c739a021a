//! What the tests of several crates share. Only dev-dependencies name this crate, so the product contains nothing of it.

pub mod conformance;
mod decider_model;
pub mod loopback;
mod prompts;
mod text_desktop;

pub use decider_model::DeciderModel;
pub use prompts::{prompt, prompt_section};
pub use text_desktop::{InjectedFault, TextDesktop};
