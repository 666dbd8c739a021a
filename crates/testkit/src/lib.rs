//! What tests of several crates stand on. Only dev-dependencies name this crate: nothing of it is in the product.

pub mod conformance;
pub mod loopback;
mod prompts;
mod spoken;
mod text_desktop;

pub use prompts::{prompt, titled};
pub use spoken::Spoken;
pub use text_desktop::{Mishap, TextDesktop};
