//! The command line of `dataflow`.

use super::CommonArgs;
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// `dataflow`
#[derive(Debug, Args)]
pub(crate) struct DataflowArgs {
    #[command(subcommand)]
    pub(crate) command: DataflowCommand,
}

/// The commands of `dataflow`.
#[derive(Debug, Subcommand)]
pub(crate) enum DataflowCommand {
    /// Make raw tasks concrete: each gets a document and a plan, which is checked.
    Instantiate(DataflowRunArgs),
    /// Execute instantiated tasks on copies of their documents, and judge them.
    Execute(DataflowRunArgs),
    /// Instantiate raw tasks, execute them, and judge them.
    Run(DataflowRunArgs),
}

/// `dataflow instantiate`, `execute` and `run`
#[derive(Debug, Args)]
#[command(after_help = "\
Each task runs on its own private desktop, with a home of its own, unattended: Deskpilot does nothing that needs a yes \
unless --policy allows it. See `deskpilot manual dataflow`.

Exit code: 0 if all tasks passed, 1 if some did not, 130 if the run was stopped.")]
pub(crate) struct DataflowRunArgs {
    /// A folder of tasks NAME.json, or one such file. `execute` takes records of instantiated tasks.
    pub(crate) tasks: PathBuf,
    /// The folder of the results.
    #[arg(long, value_name = "DIR", default_value = "dataflow-results")]
    pub(crate) results: PathBuf,
    /// A folder of templates; by default those that Deskpilot brings along.
    #[arg(long, value_name = "DIR")]
    pub(crate) templates: Option<PathBuf>,
    /// How windows and controls are found by the texts of a plan.
    #[arg(long, value_name = "HOW", default_value = "fuzzy", value_parser = ["contains", "fuzzy", "regex"])]
    pub(crate) matching: String,
    /// The score, from 0 to 100, below which no text matches.
    #[arg(long, value_name = "SCORE", default_value_t = 70, value_parser = clap::value_parser!(u8).range(0..=100))]
    pub(crate) least_score: u8,
    /// How often to repeat an execution that passes, on a fresh copy of its document; it passes only if all repetitions do.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=100))]
    pub(crate) replays: u32,
    /// Print the results as JSON.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) common: CommonArgs,
}
