//! Integration tests of task files, checks and records.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on fails")]

mod checks;
mod documents;
mod records;
mod task_files;
