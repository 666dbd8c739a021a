//! The server with a client of the protocol's own library, on desktops that are texts.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod rust_client;
mod unanswered;
