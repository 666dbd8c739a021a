//! Integration tests of task files, and checks.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod checks;
mod documents;
mod task_files;
