//! Text read from a picture of a real window, and a service asked on loopback.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test says what is wrong by ending")]

mod asking;
mod reading;
mod weights;
