//! What tests of several crates stand on. Only dev-dependencies name this crate: nothing of it is in the product.

pub mod conformance;
pub mod loopback;
pub mod prompted_decider;
mod prompts;

pub use prompted_decider::PromptedDecider;
pub use prompts::{prompt, titled};
