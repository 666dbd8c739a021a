//! Spans on their way to a collector.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod sending;
