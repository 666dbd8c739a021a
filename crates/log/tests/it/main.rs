//! Integration tests of the log: files on disk, exports, and properties of every sequence of events.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "what the tests share may fail as a test does"
)]

mod audits;
mod bundles;
mod delegations;
mod exports;
mod files;
mod fixture;
mod random;
mod sample;
mod suite_logs;
mod table;
