//! The commands of files, carried out on real folders.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test says what is wrong by ending")]

mod archives;
mod bin;
mod conformance;
mod documents;
mod escapes;
mod files_under_test;
mod looks;
mod other_disk;
mod transfers;
mod writes;
