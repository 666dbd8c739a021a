//! Measures Deskpilot on real applications, against the programs that do the same: `cargo xtask bench`.

mod agent;
mod app_under_test;
mod dataflow;
mod figures;
mod goals;
mod hands;
mod interrupt;
mod knowledge;
mod machine;
mod native;
mod output;
mod page;
mod perception;
mod pictures;
mod processor_time;
mod product_command;
mod reference;
mod resident_memory;
mod skills;
mod table;
mod watch;

use anyhow::Result;
use clap::{Parser, Subcommand};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(Parser)]
#[command(about = "Measures Deskpilot on real applications")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Reading windows, taking pictures of them, and typing into them
    Perception(perception::Options),
    /// What the agents cost: their own time, their prompts, their model calls
    Agent(agent::Options),
    /// The dataflow: a plan, many plans side by side, desktops, queues
    Dataflow(dataflow::Options),
    /// Everyday tasks in LibreOffice and Firefox by native commands, compared with the same tasks in their windows
    Native(native::Options),
    /// The index of knowledge: putting pages into it, and searching it
    Knowledge(knowledge::Options),
    /// Skills: tasks in a row, changed windows, the suite with and without knowledge and skills
    Skills(skills::Options),
    /// Watching in a browser: what viewers cost a session, and how soon they see what happens
    Watch(watch::Options),
    /// The hands that another agent borrows over MCP, beside those of cua-driver
    Hands(hands::Options),
    /// Draws what a test recorded of a terminal, for the README
    Pictures,
}

#[tokio::main]
async fn main() -> ExitCode {
    match measure(Cli::parse().command).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            say(&format!("error: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

async fn measure(command: Command) -> Result<()> {
    match command {
        Command::Perception(options) => Box::pin(perception::measure(&options)).await,
        Command::Agent(options) => Box::pin(agent::measure(&options)).await,
        Command::Dataflow(options) => Box::pin(dataflow::measure(&options)).await,
        Command::Native(options) => Box::pin(native::measure(&options)).await,
        Command::Knowledge(options) => Box::pin(knowledge::measure(&options)).await,
        Command::Skills(options) => Box::pin(skills::measure(&options)).await,
        Command::Watch(options) => Box::pin(watch::measure(&options)).await,
        Command::Hands(options) => Box::pin(hands::measure(&options)).await,
        Command::Pictures => pictures::pictures(&root()),
    }
}

/// The folder of this package, with the scripts of `peers` and `windows`.
fn folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The folder of the workspace.
fn root() -> PathBuf {
    folder().parent().map_or_else(|| folder().to_owned(), Path::to_owned)
}

/// Prints a line of progress.
#[expect(clippy::print_stderr, reason = "a developer tool prints its progress here")]
fn say(text: &str) {
    eprintln!("{text}");
}

/// Prints a result.
#[expect(clippy::print_stdout, reason = "a developer tool prints its results here")]
fn print(text: &str) {
    println!("{text}");
}
