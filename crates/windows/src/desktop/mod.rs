//! One desktop of Windows: `impl Desktop` over UI Automation and Win32.

mod act;
#[cfg(windows)]
mod applications;
mod backend;
#[cfg(windows)]
mod claims;
#[cfg(windows)]
mod clipboard;
#[cfg(windows)]
mod errors;
mod leases;
mod node;
#[cfg(windows)]
mod opening;
#[cfg(windows)]
mod pictures;
#[cfg(windows)]
mod reading;
#[cfg(windows)]
mod screen;
mod self_changes;
#[cfg(windows)]
mod windows_desktop;

#[cfg(windows)]
pub use applications::{Applications, StartedApplication};
pub use backend::Backend;
#[cfg(windows)]
pub use windows_desktop::WindowsDesktop;
