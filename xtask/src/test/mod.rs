//! `cargo xtask test`: the one command that continuous integration runs too.
//!
//! One compilation of the whole workspace's tests, then two lanes side by side: crates that need nothing but this process,
//! and crates that open real desktops. Everything runs, whatever fails before it, and one summary ends it.

mod compile;
mod lanes;
mod outcome;
mod step;
mod suite;
mod summary;

use crate::{
    docs, root, say,
    setup::{PRODUCT, TASKS, setup},
    tidy, weights,
};
use anyhow::{Result, bail};
use compile::Compiled;
use std::{path::Path, thread, time::Instant};
use step::Step;
use suite::Suite;
use summary::Summary;

/// Which suites run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scope {
    /// Every suite; installs first what they need.
    Everything,
    /// The suites that open no desktop; installs nothing.
    Pure,
}

/// Checks the house rules and passes every test of the scope; an error when anything failed, after the summary.
pub(crate) fn test(scope: Scope) -> Result<()> {
    let (root, began) = (root()?, Instant::now());
    if scope == Scope::Everything {
        setup(&root, &[PRODUCT, TASKS])?;
    }
    let mut steps =
        vec![Step::of("tidy", || tidy::tidy(&root)), Step::cargo(&root, "fmt", &["fmt", "--all", "--check"])];
    let mut compiled = None;
    steps.push(Step::of("compile", || compile::compile(&root).map(|it| compiled = Some(it))));
    let mut outcomes = Vec::new();
    if let Some(compiled) = compiled {
        steps.push(Step::of("pages", || docs::check(&root, &compiled.program)));
        if scope == Scope::Everything {
            steps.push(Step::of("weights", || weights::fetch(&root, &compiled.program)));
        }
        let suites: Vec<Suite> = suites(compiled, scope);
        outcomes = thread::scope(|threads| {
            // Clippy yields to the tests, whose desktops leave the processor idle most of the time.
            let clippy = threads.spawn(|| Step::clippy(&root));
            let outcomes = lanes::run(&root, suites);
            steps.extend(clippy.join());
            outcomes
        });
    }
    conclude(&root, &Summary { steps, outcomes, took: began.elapsed() })
}

fn suites(compiled: Compiled, scope: Scope) -> Vec<Suite> {
    compiled.suites.into_iter().filter(|it| scope == Scope::Everything || !it.is_real()).collect()
}

fn conclude(root: &Path, summary: &Summary) -> Result<()> {
    say(&summary.to_string());
    if summary.failed() {
        bail!("not everything passed; the whole output of each suite is in {}", lanes::logs(root).display());
    }
    Ok(())
}
