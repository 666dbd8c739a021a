//! Windows as a `Platform`: installed applications, folders, permissions, the keyring, a person at the devices.

mod applications;
#[cfg(windows)]
mod native;

#[cfg(windows)]
pub use applications::{InstalledApplications, StartPlace};
