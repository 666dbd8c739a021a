//! What Deskpilot is measured against: the field's D-Bus library, a plain reader over it, and a model's tokeniser.
//!
//! The feature `reference` builds it, and `cargo xtask bench` asks for it. No test needs it: a build without it has `absent`
//! instead, with the same functions.

#[cfg(not(feature = "reference"))]
mod absent;
#[cfg(feature = "reference")]
mod bus;
#[cfg(feature = "reference")]
mod sequential_reader;
#[cfg(feature = "reference")]
mod tokens;

#[cfg(not(feature = "reference"))]
pub(crate) use absent::{Bus, TokenCounter, time_reader};
#[cfg(feature = "reference")]
pub(crate) use {bus::Bus, sequential_reader::time_reader, tokens::TokenCounter};

use anyhow::{Error, Result, anyhow};

/// An error in a build without the feature `reference`, which says how to build with it.
pub(crate) fn check() -> Result<()> {
    if cfg!(feature = "reference") { Ok(()) } else { Err(not_built()) }
}

fn not_built() -> Error {
    anyhow!(
        "this build has nothing to measure against: run it as `cargo xtask bench`, or build it with `cargo build --release \
         --package deskpilot-bench --features reference`"
    )
}
