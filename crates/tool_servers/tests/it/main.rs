//! Tool servers as receivers: scripted ones that break every rule, and real ones.
#![expect(clippy::unwrap_used, reason = "a test says what is wrong by ending")]

mod calls;
mod http;
mod lists;
mod real;
mod scripted;
mod stage;
