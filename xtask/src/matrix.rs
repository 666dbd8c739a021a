//! `cargo xtask matrix`: tries what Deskpilot can see and do in real applications, and writes the support matrix.

use crate::{
    root,
    run::run,
    setup::{MATRIX, PRODUCT, setup},
};
use anyhow::Result;
use std::process::ExitCode;

/// Sets up, and tries every application, or those named after `--only`.
pub(crate) fn matrix(args: &[&str]) -> Result<ExitCode> {
    let root = root()?;
    setup(&root, &[PRODUCT, MATRIX])?;
    let cargo = ["run", "--quiet", "--locked", "--package", "deskpilot-matrix", "--"];
    run(&root, "cargo", &[cargo.as_slice(), args].concat())?;
    Ok(ExitCode::SUCCESS)
}
