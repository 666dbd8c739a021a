//! Windows as a `Platform`: installed applications, folders, permissions, the keyring, a person at the devices.

mod applications;
mod control_pipe;
#[cfg(windows)]
mod credential_manager;
mod credential_text;
#[cfg(windows)]
mod doctor;
#[cfg(windows)]
mod error;
mod folders;
#[cfg(windows)]
pub(crate) mod native;
#[cfg(windows)]
mod office_python;
#[cfg(windows)]
mod open_desktop;
mod permissions;
mod person;
#[cfg(windows)]
mod private;
#[cfg(windows)]
mod probes;
#[cfg(windows)]
mod remote_hands;
mod terms;
#[cfg(windows)]
mod windows;

#[cfg(windows)]
pub use applications::{InstalledApplications, StartPlace};
#[cfg(windows)]
pub use windows::Windows;
