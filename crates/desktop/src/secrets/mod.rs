//! Named secrets: typed in the last moment before the desktop, and struck from everything that is read afterwards.

mod bounds;
mod doors;
mod port;
mod redacted_desktop;
mod redactor;
mod strike;
mod texts;

pub use bounds::Bounds;
pub use doors::{VeiledGrounding, VeiledReceiver};
pub use port::{Revealed, SecretError, Secrets};
pub use redacted_desktop::RedactedDesktop;
pub use redactor::Redactor;

#[cfg(test)]
mod tests;
