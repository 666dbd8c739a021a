//! `cargo xtask test`: the one command that continuous integration runs too.

use crate::{
    docs, root,
    run::run,
    say,
    setup::{PRODUCT, TASKS, setup},
    tidy, weights,
};
use anyhow::Result;
use std::{path::Path, process::Command};

/// Sets up, checks the house rules, and passes every test.
pub(crate) fn test() -> Result<()> {
    let root = root()?;
    setup(&root, &[PRODUCT, TASKS])?;
    weights::fetch(&root)?;
    tidy::tidy(&root)?;
    if_there(&root, &["fmt", "--all", "--check"])?;
    if_there(&root, &["clippy", "--workspace", "--all-targets", "--locked", "--", "--deny", "warnings"])?;
    docs::check(&root)?;
    run(&root, "cargo", &["test", "--workspace", "--locked"])
}

/// Runs a part of cargo that a bare installation may lack: whoever only wants the tests to pass need not have it.
fn if_there(root: &Path, args: &[&str]) -> Result<()> {
    let version = Command::new("cargo").args([args[0], "--version"]).output();
    if version.is_ok_and(|it| it.status.success()) {
        return run(root, "cargo", args);
    }
    say(&format!("cargo {} is not installed: passed over; `rustup component add` brings it", args[0]));
    Ok(())
}
