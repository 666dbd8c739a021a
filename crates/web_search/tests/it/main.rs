//! Web search against servers of this machine: what is sent, what each answer leads to, and what no answer
//! can do.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;
mod contract;
mod engines;
mod keeping;
mod pages;
mod settings;
mod troubles;
