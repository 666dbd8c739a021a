//! The commands of files, carried out on real folders.
#![cfg(any(target_os = "linux", windows))]
#![expect(clippy::unwrap_used, reason = "a test says what is wrong by ending")]

#[cfg(target_os = "linux")]
mod archives;
#[cfg(target_os = "linux")]
mod bin;
mod conformance;
mod documents;
#[cfg(target_os = "linux")]
mod escapes;
mod files_under_test;
mod looks;
#[cfg(target_os = "linux")]
mod other_disk;
mod transfers;
#[cfg(windows)]
mod windows;
mod writes;
