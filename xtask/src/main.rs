//! The commands of a developer: `cargo xtask demo`, `test`, `tidy`, `docs`, `bench`, `soak`, `matrix` and others.

mod bench;
mod bench_build;
mod builds;
mod conformance;
mod crates;
mod demo;
mod docs;
mod features;
mod llms;
mod matrix;
mod messages;
mod nats;
mod npm;
mod package;
mod page;
mod program;
mod python;
mod run;
mod setup;
mod soak;
mod templates;
mod test;
mod tidy;
mod weights;
mod windows;

use anyhow::{Result, bail};
use std::{
    env,
    path::{Path, PathBuf},
    process::ExitCode,
};
use test::Scope;
use windows::WindowsCheck;

const HELP: &str = "\
cargo xtask demo [--dry-run]   set up, build, and run one request with the built-in model
cargo xtask test [--pure]      set up, check the house rules, and run every test, or only those that open no desktop
cargo xtask setup [--dry-run]  install what the demo and the tests need
cargo xtask tidy               check the house rules alone
cargo xtask features           compile the program without features and with each alone, the benchmarks with theirs
cargo xtask windows            check that everything but the Linux platform compiles for Windows, and run the tests of the
                               Windows platform and the unpacked package under Wine
cargo xtask package [--try]    build a .deb, a tarball, a bundle for MCP clients and a .zip for Windows for release; try the
                               .deb in a bare Debian 12 (as root), and the .zip under Wine
cargo xtask docs [--check]     write the generated pages, or check that they are fresh
cargo xtask templates [--check]
                               write the documents on which tasks of the dataflow begin, or check that they are fresh
cargo xtask pictures           draw what a test recorded of a terminal as docs/pictures/approval.svg, and copy the pictures
                               that tests took of the page in a browser
cargo xtask bench build [--demo] [--page]
                               measure compiling from an empty target folder: processor time and packages
cargo xtask bench perception [--only WINDOW] [--reader NAME] [--runs N] [--json] [--page] [--stored]
                               measure reading, pictures and typing against the programs that do the same
cargo xtask bench agent [--only NAME] [--task NAME] [--api NAME] [--deadline SECONDS] [--json] [--page] [--stored]
                               measure the agents: their own time, prompts, stops, and the tasks of the suite, also
                               through the APIs of providers (`--only providers`)
cargo xtask bench hands [--only NAME] [--window NAME] [--runs N] [--json] [--page] [--stored]
                               measure the hands that another agent borrows over MCP, beside those of cua-driver:
                               looks, actions, lists, truth, tasks, tools and memory
cargo xtask bench knowledge [--pages N] [--json] [--page] [--stored]
                               measure the index of knowledge: adding pages, searching, memory
cargo xtask bench skills [--only NAME] [--name NAME] [--json] [--page] [--stored]
                               measure skills: tasks in a row, changed windows, the suite with knowledge and skills
cargo xtask bench watch [--only NAME] [--json] [--page] [--stored]
                               measure watching in a browser: what viewers cost a session, how soon they see events
                               and pictures, long tasks and their paint in a browser, a server at rest
cargo xtask soak [--minutes N] [--seed N]
                               run the randomised tests hundreds of times and 3,000 actions of the adversary
                               under each policy, then look and act for twenty minutes: memory stays flat, no
                               stale label is acted on
cargo xtask conformance        run the conformance suite of the Model Context Protocol against `deskpilot serve`, and against a server
                               with its protocol that offers what the suite wants, and let clients that others wrote
                               have tasks done; needs node and npm
cargo xtask matrix [--only NAME]
                               try every capability in every application, and write docs/support-matrix.md";

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
        ["setup"] => set_up().map(|()| ExitCode::SUCCESS),
        ["test"] => test::test(Scope::Everything).map(|()| ExitCode::SUCCESS),
        ["test", "--pure"] => test::test(Scope::Pure).map(|()| ExitCode::SUCCESS),
        ["features"] => features::features().map(|()| ExitCode::SUCCESS),
        ["windows"] => windows::windows().map(|it| windows_exit(&it)),
        ["package"] => package::package().map(|_| ExitCode::SUCCESS),
        ["package", "--try"] => package::try_package().map(|()| ExitCode::SUCCESS),
        ["tidy"] => tidy::tidy(&root()?).map(|()| ExitCode::SUCCESS),
        ["bench", "build", rest @ ..] => bench_build::build(rest).map(|()| ExitCode::SUCCESS),
        ["bench", rest @ ..] => bench::bench(rest),
        ["soak", rest @ ..] => soak::soak(rest),
        ["conformance"] => conformance::conformance().map(|()| ExitCode::SUCCESS),
        ["matrix", rest @ ..] => matrix::matrix(rest),
        ["templates"] => templates::write(&root()?).map(|()| ExitCode::SUCCESS),
        ["templates", "--check"] => templates::check(&root()?).map(|()| ExitCode::SUCCESS),
        ["pictures"] => bench::pictures(),
        ["docs"] => pages(docs::write),
        ["docs", "--check"] => pages(docs::check),
        _ => {
            say(HELP);
            Ok(ExitCode::from(2))
        }
    }
}

fn set_up() -> Result<()> {
    let root = root()?;
    setup::setup(&root, &[setup::PRODUCT])?;
    nats::fetch(&root)?;
    python::set_up(&root)?;
    if page::is_testable() {
        page::install(&root)?;
    }
    weights::fetch(&root, &program::build(&root)?)
}

/// A check that was skipped has not passed: 77 says so, as in other build systems.
fn windows_exit(check: &WindowsCheck) -> ExitCode {
    match check {
        WindowsCheck::Passed => ExitCode::SUCCESS,
        WindowsCheck::Skipped(_) => ExitCode::from(77),
    }
}

/// Builds the program, and writes or checks the pages that it prints.
fn pages(work: fn(&Path, &Path) -> Result<()>) -> Result<ExitCode> {
    let root = root()?;
    work(&root, &program::build(&root)?).map(|()| ExitCode::SUCCESS)
}

/// The folder of the workspace.
pub(crate) fn root() -> Result<PathBuf> {
    let manifest = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    match manifest.parent() {
        Some(root) => Ok(root.to_owned()),
        None => bail!("xtask is not in the folder of a workspace"),
    }
}

/// A line for the developer.
#[expect(clippy::print_stderr, reason = "a developer tool prints its progress here")]
pub(crate) fn say(text: &str) {
    eprintln!("{text}");
}
