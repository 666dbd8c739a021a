//! The server from outside: over HTTP, on stored logs and on sessions of text desktops.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod access;
mod approvals;
mod bad_luck;
mod dataflows;
mod described_requests;
mod events;
mod hostile;
mod report;
mod screen;
mod stand;
mod starting;
mod steering;
mod tasks;
