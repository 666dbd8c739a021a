//! `cargo xtask soak`: twenty minutes of looking and acting, for memory that grows and labels that have gone stale.

use crate::{
    root,
    run::run,
    setup::{BENCH, PRODUCT, setup},
};
use anyhow::Result;
use std::process::ExitCode;

/// Sets up and soaks; the words after `soak` are handed on.
pub(crate) fn soak(args: &[&str]) -> Result<ExitCode> {
    let root = root()?;
    setup(&root, &[PRODUCT, BENCH])?;
    let cargo = [
        "run",
        "--quiet",
        "--release",
        "--locked",
        "--package",
        "deskpilot-linux",
        "--example",
        "soak",
        "--",
    ];
    run(&root, "cargo", &[cargo.as_slice(), args].concat())?;
    Ok(ExitCode::SUCCESS)
}
