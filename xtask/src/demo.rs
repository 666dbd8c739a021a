//! `cargo xtask demo`: sets up, builds a small program, and runs `deskpilot demo`.

use crate::{
    features, program, root,
    run::run,
    say,
    setup::{PRODUCT, setup},
};
use anyhow::{Context, Result, bail};
use std::process::{Command, ExitCode};

/// Sets up, builds, and lets the program do its demonstration, which checks its own result.
pub(crate) fn demo() -> Result<ExitCode> {
    let root = root()?;
    setup(&root, &[PRODUCT])?;
    say(
        "the demo builds without hosted models, text recognition and external agents; an installation has them",
    );
    let build = ["build", "--locked", "--package", "deskpilot-cli"];
    run(&root, "cargo", &[build.as_slice(), features::DEMO].concat())?;
    say("$ deskpilot demo");
    let status = Command::new(program::path(&root, "debug"))
        .arg("demo")
        .current_dir(&root)
        .status()
        .context("deskpilot does not start")?;
    if !status.success() {
        bail!("the demo failed: {status}");
    }
    Ok(ExitCode::SUCCESS)
}
