//! Reads the help that this machine has, as it is installed.
#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that cannot go on says why and fails"
)]

mod installed_help;
mod manual;
mod pdf;
