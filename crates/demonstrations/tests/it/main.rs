//! Demonstrations in real applications: another process plays the person with the devices of the X server.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on fails")]

mod calculator;
mod editor;
mod form;
mod show;
