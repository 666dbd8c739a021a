//! Looks, operations and secrets on text desktops.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on fails")]

mod late_dialog;
mod look;
mod planted;
mod puppeteer;
mod receivers;
mod root_window;
mod sandbox;
mod secret_fields;
mod secrets;
