//! The policy: what risks are found, what rules say, and who wins.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod operations;
mod others;
mod precedence;
mod risks;
mod rules;
mod secrecy;
