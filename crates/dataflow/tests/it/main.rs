//! Task files, checks and records from outside.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on fails")]

mod checks;
mod documents;
mod records;
mod task_files;
