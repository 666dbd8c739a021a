//! The words and decisions of the core from outside: rounds, what they spend, divergences, the policy.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod codes;
mod decisions;
mod divergence;
mod loop_guard;
mod policy;
mod round;
mod spent;
