//! Named secrets: typed in the last moment before the desktop, and struck from everything that is read afterwards.

mod bounds;
mod port;
mod strike;
mod texts;
mod veil;
mod veiled;

pub use bounds::Bounds;
pub use port::{Revealed, SecretError, Secrets};
pub use veil::Veil;
pub use veiled::{Veiled, VeiledGrounding, VeiledReceiver};

#[cfg(test)]
mod tests;
