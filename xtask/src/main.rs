//! What a developer runs: `cargo xtask demo`, `test`, `tidy`, `docs`.

mod demo;
mod docs;
mod run;
mod setup;
mod test;
mod tidy;

use anyhow::{Result, bail};
use std::{env, path::PathBuf, process::ExitCode};

const HELP: &str = "\
cargo xtask demo [--dry-run]   set up, build, and run the main job with the built-in model
cargo xtask test               set up, check the house rules, and pass every test
cargo xtask setup [--dry-run]  install what the demo and the tests need
cargo xtask tidy               check the house rules alone
cargo xtask docs [--check]     write the generated pages, or check that they are fresh";

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match dispatch(&args) {
        Ok(code) => code,
        Err(error) => {
            say(&format!("error: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

fn dispatch(args: &[&str]) -> Result<ExitCode> {
    match args {
        ["demo"] => demo::demo(),
        ["demo", "--dry-run"] | ["setup", "--dry-run"] => {
            setup::print_plan(&root()?).map(|()| ExitCode::SUCCESS)
        }
        ["setup"] => setup::setup(&root()?).map(|()| ExitCode::SUCCESS),
        ["test"] => test::test().map(|()| ExitCode::SUCCESS),
        ["tidy"] => tidy::tidy(&root()?).map(|()| ExitCode::SUCCESS),
        ["docs"] => docs::write(&root()?).map(|()| ExitCode::SUCCESS),
        ["docs", "--check"] => docs::check(&root()?).map(|()| ExitCode::SUCCESS),
        _ => {
            say(HELP);
            Ok(ExitCode::from(2))
        }
    }
}

/// The folder of the workspace.
pub(crate) fn root() -> Result<PathBuf> {
    let manifest = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    match manifest.parent() {
        Some(root) => Ok(root.to_owned()),
        None => bail!("the workspace has no folder"),
    }
}

/// A line for the developer.
#[expect(clippy::print_stderr, reason = "this is where a developer tool speaks")]
pub(crate) fn say(text: &str) {
    eprintln!("{text}");
}
