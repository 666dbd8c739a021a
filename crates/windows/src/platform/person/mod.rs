//! A person at the devices: noticed while an agent works, recorded in a demonstration.
//!
//! Windows says of each input whether a program sent it. What remote desktops send counts as a person's; on-screen keyboards and other
//! programs that send input look like programs. While a window of a program with more rights has the keyboard, Windows reports nothing.

pub(crate) mod hook_input;
#[cfg(windows)]
mod hooks;
pub(crate) mod pointer_motion;
pub(crate) mod recorder;
#[cfg(windows)]
mod watch;

#[cfg(windows)]
pub(crate) use watch::{DeviceWatch, watch_input};
