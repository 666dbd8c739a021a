//! The steps of `cargo xtask test` other than the suites: house rules, formatting, compilation, pages,
//! Python, weights.

use crate::{
    run::{find, run},
    say,
};
use anyhow::Result;
use std::{
    path::Path,
    process::Command,
    time::{Duration, Instant},
};

/// The result of one step.
#[derive(Debug)]
pub(crate) struct Step {
    /// Its name in the summary.
    pub(crate) name: &'static str,
    /// Why it failed; `None` where it succeeded.
    pub(crate) failure: Option<String>,
    /// From its start to its end.
    pub(crate) took: Duration,
}

impl Step {
    /// Runs a step and prints its failure at once; the summary repeats it.
    pub(crate) fn of(name: &'static str, work: impl FnOnce() -> Result<()>) -> Step {
        let began = Instant::now();
        let failure = work().err().map(|error| format!("{error:#}"));
        if let Some(failure) = &failure {
            say(&format!("{name} failed: {failure}"));
        }
        Step { name, failure, took: began.elapsed() }
    }

    /// Runs a component of cargo, and skips it where it is not installed: the tests need none.
    pub(crate) fn cargo(root: &Path, name: &'static str, args: &[&str]) -> Step {
        Step::of(name, || if is_installed(name) { run(root, "cargo", args) } else { Ok(()) })
    }

    /// Checks what `deny.toml` says, and skips it where cargo-deny is not installed: `tidy` has checked licences and sources.
    pub(crate) fn deny(root: &Path) -> Step {
        Step::of("deny", || {
            if find("cargo-deny").is_none() {
                say(
                    "cargo-deny is not installed and skipped: `cargo install --locked cargo-deny` installs it",
                );
                return Ok(());
            }
            run(root, "cargo", &["deny", "check", "bans", "licenses", "sources"])
        })
    }
}

fn is_installed(component: &str) -> bool {
    let version = Command::new("cargo").args([component, "--version"]).output();
    let is_installed = version.is_ok_and(|it| it.status.success());
    if !is_installed {
        say(&format!(
            "cargo {component} is not installed and skipped: `rustup component add rustfmt` installs it"
        ));
    }
    is_installed
}
