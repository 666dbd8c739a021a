//! Integration tests of datasets: small results that the tests write themselves, read, exported, and read by other programs.

#![expect(clippy::unwrap_used, reason = "what the tests share may fail as a test does")]

mod exports;
mod import;
mod page;
mod python;
mod reading;
mod replayed;
mod results;
mod splits;
mod statistics;
