//! Named secrets: typed in the last moment before the desktop, and struck from everything that is read afterwards.

mod bounds;
mod doors;
mod port;
mod strike;
mod texts;
mod veil;
mod veiled;

pub use bounds::Bounds;
pub use doors::{VeiledGrounding, VeiledReceiver};
pub use port::{Revealed, SecretError, Secrets};
pub use veil::Veil;
pub use veiled::Veiled;

#[cfg(test)]
mod tests;
