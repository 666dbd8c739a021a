//! The command line of `dataflow` and `worker`.

use super::{CommonArgs, JsonArgs};
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
    /// Show how far the runs of a folder of results are.
    Status(DataflowResultsArgs),
    /// Show why tasks did not pass, by stage and reason.
    Failures(DataflowResultsArgs),
    /// Write what came of the tasks as a dataset, with its statistics.
    Export(DataflowExportArgs),
    /// Make raw tasks of OSWorld-style task files.
    Import(DataflowImportArgs),
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
    /// Continue the run whose results are in this folder: what has ended is not done again.
    #[arg(long)]
    pub(crate) resume: bool,
    /// How many desktops to work on side by side; 0 leaves the work to `deskpilot worker`.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(0..=64))]
    pub(crate) jobs: u16,
    /// A folder of templates; by default those that Deskpilot brings along.
    #[arg(long, value_name = "DIR")]
    pub(crate) templates: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) execution: ExecutionArgs,
    #[command(flatten)]
    pub(crate) queue: QueueArgs,
    /// Print the results as JSON.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

/// How plans are executed.
#[derive(Debug, Args)]
pub(crate) struct ExecutionArgs {
    /// How windows and controls are found by the texts of a plan.
    #[arg(long, value_name = "HOW", default_value = "fuzzy", value_parser = ["contains", "fuzzy", "regex"])]
    pub(crate) matching: String,
    /// The score, from 0 to 100, below which no text matches.
    #[arg(long, value_name = "SCORE", default_value_t = 70, value_parser = clap::value_parser!(u8).range(0..=100))]
    pub(crate) least_score: u8,
    /// How often to repeat an execution that passes, on a fresh copy of its document; it passes only if all repetitions do.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=100))]
    pub(crate) replays: u32,
    /// How many seconds one attempt at a task may take.
    #[arg(long, value_name = "SECONDS", default_value_t = 900, value_parser = clap::value_parser!(u32).range(1..=86_400))]
    pub(crate) task_seconds: u32,
}

/// Where the queue of a run is.
#[derive(Debug, Args)]
pub(crate) struct QueueArgs {
    /// The queue: a file, nats://HOST:PORT on this machine or tls://HOST:PORT; by default a file in the folder of the results.
    #[arg(long, value_name = "URL")]
    pub(crate) queue: Option<String>,
    /// The desktops that can do the tasks.
    #[arg(long, value_name = "NAME", default_value = "local")]
    pub(crate) pool: String,
    /// Where workers put what they leave: a folder or s3://BUCKET/PREFIX; by default a folder in that of the results.
    #[arg(long, value_name = "PLACE")]
    pub(crate) artefacts: Option<String>,
}

/// `dataflow status` and `failures`
#[derive(Debug, Args)]
pub(crate) struct DataflowResultsArgs {
    /// The folder of the results.
    #[arg(default_value = "dataflow-results")]
    pub(crate) results: PathBuf,
    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

/// `dataflow export`
#[derive(Debug, Args)]
pub(crate) struct DataflowExportArgs {
    /// The folder of the results.
    #[arg(default_value = "dataflow-results")]
    pub(crate) results: PathBuf,
    /// The format.
    #[arg(long, value_name = "FORMAT", default_value = "parquet", value_parser = ["jsonl", "parquet", "agentnet", "atif"])]
    pub(crate) to: String,
    /// The folder of the dataset, which must be empty or missing.
    #[arg(long, value_name = "DIR", default_value = "dataset")]
    pub(crate) out: PathBuf,
    /// The verdicts of the tasks that are exported; can be given several times.
    #[arg(long, value_name = "VERDICT", default_value = "pass", value_parser = ["pass", "unsure", "fail"])]
    pub(crate) verdict: Vec<String>,
    /// The share of the templates whose tasks are held out for testing, from 0 to 1.
    #[arg(long, value_name = "SHARE", default_value_t = 0.2)]
    pub(crate) held_out: f64,
    /// Put the pictures of JSON Lines into the lines instead of files next to them.
    #[arg(long)]
    pub(crate) inline_pictures: bool,
    /// The folder of the templates of the run; by default those that Deskpilot brings along.
    #[arg(long, value_name = "DIR")]
    pub(crate) templates: Option<PathBuf>,
    /// Print the statistics as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// `dataflow import`
#[derive(Debug, Args)]
pub(crate) struct DataflowImportArgs {
    /// A task file of OSWorld, or a folder of them.
    pub(crate) tasks: PathBuf,
    /// The folder for the raw tasks.
    #[arg(long, value_name = "DIR", default_value = "tasks")]
    pub(crate) out: PathBuf,
    /// Print what was and was not imported as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// `worker`
#[derive(Debug, Args)]
#[command(after_help = "\
A worker takes tasks of `deskpilot dataflow` from a queue, does them on private desktops of this machine, and needs no \
open port. It ends when you stop it; what it was doing is given back.")]
pub(crate) struct WorkerArgs {
    /// The queue: a file, nats://HOST:PORT on this machine or tls://HOST:PORT.
    #[arg(long, value_name = "URL")]
    pub(crate) queue: String,
    /// The pools whose tasks it takes; can be given several times.
    #[arg(long, value_name = "NAME", default_value = "local")]
    pub(crate) pool: Vec<String>,
    /// How many desktops it works on side by side.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=64))]
    pub(crate) desktops: u16,
    /// Where workers put what they leave: a folder or s3://BUCKET/PREFIX. All workers of a run, and who started it, must reach it.
    #[arg(long, value_name = "PLACE")]
    pub(crate) artefacts: String,
    /// A folder of templates; by default those that Deskpilot brings along.
    #[arg(long, value_name = "DIR")]
    pub(crate) templates: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) execution: ExecutionArgs,
    #[command(flatten)]
    pub(crate) common: CommonArgs,
}
