//! Commands of web pages, carried out by Firefox and by Chromium on a private desktop, and read back another way: by the server, the window, or
//! the files. On Windows, a program of ours takes the commands in their place.
#![expect(clippy::unwrap_used, reason = "a test says what is wrong by ending")]

#[cfg(target_os = "linux")]
mod browser_desktop;
#[cfg(target_os = "linux")]
mod clicks;
#[cfg(target_os = "linux")]
mod dialogs;
#[cfg(target_os = "linux")]
mod files;
#[cfg(target_os = "linux")]
mod forms;
#[cfg(target_os = "linux")]
mod frames;
#[cfg(target_os = "linux")]
mod navigation;
#[cfg(target_os = "linux")]
mod places;
#[cfg(target_os = "linux")]
mod reading;
#[cfg(target_os = "linux")]
mod sharing;
#[cfg(target_os = "linux")]
mod troubles;
#[cfg(windows)]
mod windows_programs;
