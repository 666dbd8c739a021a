//! `cargo xtask bench`: installs what the benchmarks need, builds them for release, and runs them.

use crate::{
    features, nats, page, program, python, root,
    run::run,
    say,
    setup::{BENCH, PRODUCT, TASKS, setup},
    weights,
};
use anyhow::Result;
use signal_hook::{consts::SIGINT, flag};
use std::{
    process::ExitCode,
    sync::{Arc, atomic::AtomicBool},
};

/// Sets up and measures; the benchmarks get the arguments after `bench`.
pub(crate) fn bench(args: &[&str]) -> Result<ExitCode> {
    let root = root()?;
    setup(&root, &[PRODUCT, TASKS, BENCH])?;
    if args.first() == Some(&"dataflow") {
        nats::fetch(&root)?;
    }
    if args.first() == Some(&"knowledge") {
        weights::fetch(&root, &program::build(&root)?)?;
        python::set_up_pipeline(&root)?;
    }
    if args.first() == Some(&"hands") {
        // Without it, the benchmark measures Deskpilot alone, and says so.
        if let Err(error) = python::set_up_hands(&root) {
            say(&format!("cua-driver cannot be installed: {error:#}"));
        }
    }
    if args.first() == Some(&"watch")
        && let Err(error) = page::install(&root)
    {
        // Without them, the benchmark measures no paint, and says so.
        say(&format!("the packages of the page cannot be installed: {error:#}"));
    }
    if matches!(args.first(), Some(&"agent" | &"dataflow" | &"hands" | &"skills" | &"watch")) {
        // Tasks run in the program as users have it.
        run(&root, "cargo", &["build", "--release", "--locked", "--package", "deskpilot-cli"])?;
    }
    // Ctrl-C is for the benchmark, which then prints what it measured: this command waits for it.
    flag::register(SIGINT, Arc::new(AtomicBool::new(false)))?;
    let cargo = ["run", "--quiet", "--release", "--locked"];
    run(&root, "cargo", &[cargo.as_slice(), features::BENCH, &["--"], args].concat())?;
    Ok(ExitCode::SUCCESS)
}

/// Draws the pictures of the README from what the tests recorded.
pub(crate) fn pictures() -> Result<ExitCode> {
    run(
        &root()?,
        "cargo",
        &["run", "--quiet", "--locked", "--package", "deskpilot-bench", "--", "pictures"],
    )?;
    Ok(ExitCode::SUCCESS)
}
