//! Sources of knowledge from outside.

#![expect(clippy::expect_used, reason = "a test that cannot go on fails")]

mod sources;
