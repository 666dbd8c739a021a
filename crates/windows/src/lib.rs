//! The Windows desktop: its applications and windows, reading them, and acting in them.
//!
//! What needs no call of Windows is compiled everywhere and tested on every machine; the calls are on Windows alone.

mod desktop;
#[cfg(any(windows, test))]
mod platform;

#[cfg(windows)]
pub use platform::{InstalledApplications, StartPlace, Started};
