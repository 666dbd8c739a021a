//! What is done besides running tests: house rules, formatting, lints, the compilation, pages.

use crate::{run::run, say};
use anyhow::{Result, bail};
use std::{
    path::Path,
    process::Command,
    time::{Duration, Instant},
};

/// One of them, as it ended.
#[derive(Debug)]
pub(crate) struct Step {
    /// What it is called in the summary.
    pub(crate) name: &'static str,
    /// Why it failed; nothing where it did not.
    pub(crate) failure: Option<String>,
    /// From its start to its end.
    pub(crate) took: Duration,
}

impl Step {
    /// Does it; a failure is told at once, and again in the summary.
    pub(crate) fn of(name: &'static str, work: impl FnOnce() -> Result<()>) -> Step {
        let began = Instant::now();
        let failure = work().err().map(|error| format!("{error:#}"));
        if let Some(failure) = &failure {
            say(&format!("{name} failed: {failure}"));
        }
        Step { name, failure, took: began.elapsed() }
    }

    /// Runs a part of cargo that a bare installation may lack: who only wants the tests to pass need not have it.
    pub(crate) fn cargo(root: &Path, name: &'static str, args: &[&str]) -> Step {
        Step::of(name, || if is_there(name) { run(root, "cargo", args) } else { Ok(()) })
    }

    /// Lints the workspace at the lowest priority, and tells nothing where there is nothing to tell.
    pub(crate) fn clippy(root: &Path) -> Step {
        let cargo = "cargo clippy --quiet --workspace --all-targets --locked -- --deny warnings";
        let words: Vec<&str> = cargo.split(' ').collect();
        Step::of("clippy", || {
            if !is_there("clippy") {
                return Ok(());
            }
            let output = Command::new("nice").args(["-n", "19"]).args(words).current_dir(root).output()?;
            if !output.status.success() {
                bail!("{cargo}: {}\n{}", output.status, String::from_utf8_lossy(&output.stderr));
            }
            Ok(())
        })
    }
}

fn is_there(part: &str) -> bool {
    let version = Command::new("cargo").args([part, "--version"]).output();
    let is_there = version.is_ok_and(|it| it.status.success());
    if !is_there {
        say(&format!("cargo {part} is not installed: passed over; `rustup component add` brings it"));
    }
    is_there
}
