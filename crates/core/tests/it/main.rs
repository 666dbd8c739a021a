//! Tests of the core's public interface: rounds, consumption, divergences, the policy.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod codes;
mod consumption;
mod decisions;
mod divergence;
mod loop_guard;
mod policy;
mod round;
