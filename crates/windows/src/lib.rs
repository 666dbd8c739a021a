//! The Windows desktop: its applications and windows, reading them, and acting in them.
//!
//! What needs no call of Windows is compiled everywhere and tested on every machine; the calls are on Windows alone.

#[cfg(any(windows, test))]
mod desktop;
#[cfg(any(windows, test))]
mod platform;
#[cfg(windows)]
mod selftest;

#[cfg(any(windows, test))]
pub use desktop::Backend;
#[cfg(windows)]
pub use desktop::{Applications, StartedApplication, WindowsDesktop};
#[cfg(windows)]
pub use platform::{InstalledApplications, StartPlace, Windows};
