//! The user's bin, in the form that each system has.

#[cfg(target_os = "linux")]
mod freedesktop;
#[cfg(windows)]
mod recycle_bin;

#[cfg(target_os = "linux")]
pub(super) use freedesktop::{remove_file, restore_file};
#[cfg(windows)]
pub(super) use recycle_bin::{remove_file, restore_file};
