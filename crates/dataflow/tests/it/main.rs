//! Integration tests of the dataflow.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on fails")]

mod raw_tasks;
mod records;
mod template_folders;
mod templates;
