//! The steps of `cargo xtask test` other than the suites: house rules, formatting, compilation, pages,
//! Python, weights, the page in a browser, the Windows platform.

use super::{children::Children, report::SuiteReport};
use crate::{
    page,
    run::{find, run},
    say,
    windows::{Bounds, Tools, WindowsCheck, usual_run},
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
    /// How it ended.
    pub(crate) outcome: StepOutcome,
    /// From its start to its end.
    pub(crate) took: Duration,
}

/// How a step ended.
#[derive(Debug)]
pub(crate) enum StepOutcome {
    /// It succeeded.
    Passed,
    /// This machine lacks something that the tests do not need, and nothing was checked; how to install it.
    Skipped(String),
    /// It failed, for this reason.
    Failed(String),
}

impl Step {
    /// Runs a step and prints its failure at once; the summary repeats it.
    pub(crate) fn of(name: &'static str, work: impl FnOnce() -> Result<()>) -> Step {
        Step::skippable(name, || work().map(|()| StepOutcome::Passed))
    }

    /// Runs a step that says itself whether it was skipped, which is printed, too.
    fn skippable(name: &'static str, work: impl FnOnce() -> Result<StepOutcome>) -> Step {
        let began = Instant::now();
        let outcome = work().unwrap_or_else(|error| StepOutcome::Failed(format!("{error:#}")));
        match &outcome {
            StepOutcome::Passed => {}
            StepOutcome::Skipped(remedy) => say(&format!("{name} is skipped: {remedy}")),
            StepOutcome::Failed(failure) => say(&format!("{name} failed: {failure}")),
        }
        Step { name, outcome, took: began.elapsed() }
    }

    /// Why it failed, if it did.
    pub(crate) fn failure(&self) -> Option<&str> {
        match &self.outcome {
            StepOutcome::Failed(failure) => Some(failure),
            StepOutcome::Passed | StepOutcome::Skipped(_) => None,
        }
    }

    /// Runs a component of cargo, and skips it where it is not installed: the tests need none.
    pub(crate) fn cargo(root: &Path, name: &'static str, args: &[&str]) -> Step {
        Step::skippable(name, || {
            if !is_installed(name) {
                let remedy = "it is not installed; `rustup component add rustfmt` installs it";
                return Ok(StepOutcome::Skipped(remedy.into()));
            }
            run(root, "cargo", args).map(|()| StepOutcome::Passed)
        })
    }

    /// Tests the page that `deskpilot serve` shows, and skips it where node or npm is missing: only those who change it need them.
    pub(crate) fn page(root: &Path) -> Step {
        Step::skippable("page", || {
            if !page::is_testable() {
                let remedy = "node or npm is not installed, and the committed build is used unchecked; \
                              `apt-get install nodejs npm` installs them";
                return Ok(StepOutcome::Skipped(remedy.into()));
            }
            page::test(root).map(|()| StepOutcome::Passed)
        })
    }

    /// Tries the crates of the Windows platform under Wine, and skips them where Wine is missing or takes too long.
    pub(crate) fn windows(
        root: &Path,
        bounds: &Bounds,
        tools: Result<Tools>,
        children: &Children,
        reports: &mut Vec<SuiteReport>,
    ) -> Step {
        Step::skippable("windows", || {
            Ok(match usual_run(root, tools, bounds, children, reports)? {
                WindowsCheck::Passed => StepOutcome::Passed,
                WindowsCheck::Skipped(why) => StepOutcome::Skipped(why),
            })
        })
    }

    /// Checks what `deny.toml` says, and skips it where cargo-deny is not installed: `tidy` has checked licences and sources.
    pub(crate) fn deny(root: &Path) -> Step {
        Step::skippable("deny", || {
            if find("cargo-deny").is_none() {
                let remedy = "cargo-deny is not installed; `cargo install --locked cargo-deny` installs it";
                return Ok(StepOutcome::Skipped(remedy.into()));
            }
            run(root, "cargo", &["deny", "check", "bans", "licenses", "sources"])
                .map(|()| StepOutcome::Passed)
        })
    }
}

fn is_installed(component: &str) -> bool {
    let version = Command::new("cargo").args([component, "--version"]).output();
    version.is_ok_and(|it| it.status.success())
}
