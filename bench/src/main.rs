//! Measures Deskpilot on real applications, beside the programs that do the same: `cargo xtask bench`.

mod agent;
mod bus;
mod machine;
mod outlet;
mod page;
mod perception;
mod stage;
mod table;

use anyhow::Result;
use clap::{Parser, Subcommand};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(Parser)]
#[command(about = "Measures Deskpilot on real applications")]
struct Words {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Reading windows, taking pictures of them, and typing into them
    Perception(perception::Options),
    /// What the agents cost: their own time, their prompts, their model calls
    Agent(agent::Options),
}

#[tokio::main]
async fn main() -> ExitCode {
    match measure(Words::parse().what).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            say(&format!("error: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

async fn measure(what: What) -> Result<()> {
    match what {
        What::Perception(options) => Box::pin(perception::measure(&options)).await,
        What::Agent(options) => Box::pin(agent::measure(&options)).await,
    }
}

/// The folder of this program's sources: its peers and windows are run from there.
fn folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The folder of the workspace.
fn root() -> PathBuf {
    folder().parent().map_or_else(|| folder().to_owned(), Path::to_owned)
}

/// A line about how it goes.
#[expect(clippy::print_stderr, reason = "this is where a developer tool speaks")]
fn say(text: &str) {
    eprintln!("{text}");
}

/// A line of what was measured.
#[expect(clippy::print_stdout, reason = "this is where a developer tool answers")]
fn print(text: &str) {
    println!("{text}");
}
