//! Integration tests: UI Automation against a fake of it in this process. They run on Windows, or under Wine.
#![cfg(windows)]
#![expect(
    unsafe_code,
    clippy::unwrap_used,
    clippy::panic,
    reason = "the fake implements interfaces of COM, and what the tests share may fail as a test does"
)]

mod actions;
mod events;
mod fake;
mod faults;
mod hangs;
mod scene;
mod texts;
mod trees;
