//! Integration tests: the desktop against programs that record what really happens to them. They run on Windows, or under Wine.
#![cfg(windows)]
#![expect(
    unsafe_code,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "the fake of UI Automation implements interfaces of COM, and what the tests share may fail as a test does"
)]

mod actions;
mod conformance;
#[path = "../../../../adversary/src/effect.rs"]
mod effect;
mod effects;
#[path = "../../../uia/tests/it/fake/mod.rs"]
#[expect(dead_code, unused_imports, reason = "it can do more than these tests need")]
mod fake;
mod looks;
mod patterns;
mod platform;
mod program;
mod random;
mod scene;
mod views;
