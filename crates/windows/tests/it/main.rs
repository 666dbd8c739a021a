//! Integration tests: the desktop against programs that record what really happens to them. They run on Windows, or under Wine.
#![cfg(windows)]
#![expect(clippy::unwrap_used, clippy::panic, reason = "what the tests share may fail as a test does")]

mod actions;
mod conformance;
mod platform;
mod scene;
