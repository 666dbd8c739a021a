//! `cargo xtask test`: everything that continuous integration runs.
//!
//! It compiles all tests of the workspace at once and runs them side by side, those that take longest first. A failure stops nothing;
//! a summary ends the run.

pub(crate) mod children;
pub(crate) mod compile;
pub(crate) mod job;
pub(crate) mod pool;
pub(crate) mod report;
mod schedule;
mod step;
pub(crate) mod suite;
mod summary;

use crate::{
    docs, nats, python, root, say,
    setup::{ADVERSARY, PRODUCT, TASKS, setup},
    tidy, weights,
    windows::{Tools, in_usual_run},
};
use anyhow::{Result, bail};
use children::Children;
use compile::{Compilation, Compiler};
use std::{panic::resume_unwind, path::Path, thread, time::Instant};
use step::Step;
use suite::Suite;
use summary::Summary;

/// Which suites run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scope {
    /// Every suite; `test` first installs what they need.
    Everything,
    /// The suites that open no desktop; `test` installs nothing.
    Pure,
}

/// Checks the house rules, runs every test of the scope, and prints a summary; an error if anything failed.
pub(crate) fn test(scope: Scope) -> Result<()> {
    let (root, began, children) = (root()?, Instant::now(), Children::of_this_run()?);
    if scope == Scope::Everything {
        setup(&root, &[PRODUCT, TASKS, ADVERSARY])?;
    }
    let for_windows = in_usual_run(&root).filter(|_| scope == Scope::Everything);
    let mut compiled = Vec::new();
    // What needs no program of the workspace is done while the compiler works, which has not always work for every core.
    let (mut steps, (fetched, tools), compilation) = thread::scope(|threads| {
        let checking = threads.spawn(|| check(&root));
        let fetching =
            threads.spawn(|| (fetch(&root, scope), for_windows.map(|it| (it, Tools::set_up(&root)))));
        let compilation = compilation(&root, &children, &mut compiled);
        // A check that cannot go on is no check that passed.
        let checked = checking.join().unwrap_or_else(|panic| resume_unwind(panic));
        (checked, fetching.join().unwrap_or_default(), compilation)
    });
    steps.extend(compiled.into_iter().chain(fetched));
    let mut reports = Vec::new();
    if let Some(compilation) = compilation {
        steps.push(Step::of("pages", || docs::check(&root, &compilation.program)));
        if scope == Scope::Everything {
            steps.push(Step::of("weights", || weights::fetch(&root, &compilation.program)));
        }
        let suites = suites(compilation, scope);
        steps.push(Step::of("tests", || pool::run(&root, &suites, &children).map(|it| reports = it)));
    }
    if let Some((bounds, tools)) = tools {
        steps.push(Step::windows(&root, &bounds, tools, &children, &mut reports));
    }
    conclude(&root, &Summary { steps, reports, took: began.elapsed() })
}

/// Checks what the sources say without a compiler.
fn check(root: &Path) -> Vec<Step> {
    vec![
        Step::of("tidy", || tidy::tidy(root)),
        Step::deny(root),
        Step::cargo(root, "fmt", &["fmt", "--all", "--check"]),
    ]
}

/// Fetches what suites of the scope need in addition to system packages; those that open no desktop need the
/// server too. The page is tested here: it needs no program of ours.
fn fetch(root: &Path, scope: Scope) -> Vec<Step> {
    let mut steps = vec![Step::of("nats-server", || nats::fetch(root)), Step::page(root)];
    if scope == Scope::Everything {
        steps.push(Step::of("python", || python::set_up(root)));
    }
    steps
}

/// Compiles the tests and lints them on the way, which is faster than to check everything once more. Where lints fail, it compiles
/// without, so that the tests run all the same.
fn compilation(root: &Path, children: &Children, steps: &mut Vec<Step>) -> Option<Compilation> {
    let mut compilation = None;
    let mut compile = |name, compiler: &Compiler| {
        let step =
            Step::of(name, || compile::compile(root, compiler, children).map(|it| compilation = Some(it)));
        let is_done = step.failure().is_none();
        steps.push(step);
        is_done
    };
    match Compiler::clippy() {
        Some(clippy) if compile("compile and lint", &clippy) => {}
        Some(_) => drop(compile("compile", &Compiler::Rustc)),
        None => {
            say("clippy is not installed and skipped: `rustup component add clippy` installs it");
            compile("compile", &Compiler::Rustc);
        }
    }
    compilation
}

fn suites(compilation: Compilation, scope: Scope) -> Vec<Suite> {
    compilation.suites.into_iter().filter(|it| scope == Scope::Everything || !it.is_real()).collect()
}

fn conclude(root: &Path, summary: &Summary) -> Result<()> {
    say(&summary.to_string());
    if summary.failed() {
        bail!("there are failures; the whole output of each test is in {}", pool::logs(root).display());
    }
    Ok(())
}
