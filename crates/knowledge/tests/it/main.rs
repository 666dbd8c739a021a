//! Integration tests of the knowledge sources.

#![expect(clippy::expect_used, clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;
mod embedders;
mod index;
mod left_out;
mod library;
mod meaning;
