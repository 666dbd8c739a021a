//! `cargo xtask bench`: what Deskpilot is measured with, set up, built for release, and run.

use crate::{
    root,
    run::run,
    setup::{BENCH, PRODUCT, TASKS, setup},
};
use anyhow::Result;
use std::process::ExitCode;

/// Sets up and measures; the words after `bench` are handed on.
pub(crate) fn bench(args: &[&str]) -> Result<ExitCode> {
    let root = root()?;
    setup(&root, &[PRODUCT, TASKS, BENCH])?;
    if args.first() == Some(&"agent") {
        // Its tasks are done by the program as users have it.
        run(&root, "cargo", &["build", "--release", "--locked", "--package", "deskpilot-cli"])?;
    }
    let cargo = ["run", "--quiet", "--release", "--locked", "--package", "deskpilot-bench", "--"];
    run(&root, "cargo", &[cargo.as_slice(), args].concat())?;
    Ok(ExitCode::SUCCESS)
}
