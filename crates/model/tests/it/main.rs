//! Hosted models from outside: conversations as the documentation of their providers shows them.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on fails")]

mod recorded;
