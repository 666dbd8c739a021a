//! Integration tests: each fixture records what is done to it. They run on Windows, or under Wine.
#![cfg(windows)]
#![expect(clippy::unwrap_used, clippy::panic, reason = "what the tests share may fail as a test does")]

mod console;
mod controls;
mod dialogs;
mod keys;
mod scene;
