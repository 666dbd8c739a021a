//! Arguments of `log`.

use super::RunningTaskArgs;
use clap::{ArgAction, Args, Subcommand};
use std::path::PathBuf;

/// `log`
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct LogArgs {
    #[command(subcommand)]
    pub(crate) command: Option<LogCommand>,
    /// The task.
    #[arg(conflicts_with_all = OF_LISTING)]
    pub(crate) task: Option<String>,
    #[command(flatten)]
    pub(crate) listing: ListingArgs,
    /// Print each entry, or the list, as JSON.
    #[arg(long, conflicts_with = "verbose")]
    pub(crate) json: bool,
    /// Show every action and its effect; twice: every entry of the log; without a task, those of the latest.
    #[arg(long, short, action = ArgAction::Count, conflicts_with_all = OF_LISTING)]
    #[arg(conflicts_with_all = ["export", "tokens"])]
    pub(crate) verbose: u8,
    /// Keep printing new entries while the task runs; without a task, those of the running one.
    #[arg(long, conflicts_with_all = OF_LISTING, conflicts_with = "export")]
    pub(crate) follow: bool,
    /// Write the exports (response.log, request.log, output.md, pictures) again from the log; without a task, those of the latest.
    #[arg(long, conflicts_with_all = OF_LISTING, conflicts_with = "tokens")]
    pub(crate) export: bool,
    /// Show the parts of its prompts in tokens, and what they cost; without a task, those of the latest.
    #[arg(long, conflicts_with_all = OF_LISTING, conflicts_with = "follow")]
    pub(crate) tokens: bool,
    /// The folder of the logs.
    #[arg(long, value_name = "DIR", global = true)]
    pub(crate) log_dir: Option<PathBuf>,
}

/// The flags that narrow or widen a list of tasks.
const OF_LISTING: [&str; 5] = ["state", "find", "last", "all", "everywhere"];

/// `watch`
#[derive(Debug, Args)]
#[command(after_help = "\
At a terminal it opens a browser; with --text, --verbose or --json, and where its output goes elsewhere, it prints text and ends when \
the task does. Ctrl-C ends it, and not the task.")]
pub(crate) struct WatchArgs {
    #[command(flatten)]
    pub(crate) running: RunningTaskArgs,
    /// Print each entry as JSON.
    #[arg(long)]
    pub(crate) json: bool,
    /// Print text at a terminal, too.
    #[arg(long, conflicts_with = "json")]
    pub(crate) text: bool,
    /// Print text with every action and its effect; twice: with every entry of the log.
    #[arg(long, short, action = ArgAction::Count, conflicts_with = "json")]
    pub(crate) verbose: u8,
}

/// `task-names`
#[derive(Debug, Args)]
pub(crate) struct TaskNamesArgs {
    /// Only those of running tasks.
    #[arg(long)]
    pub(crate) running: bool,
}

/// Which tasks are listed.
#[derive(Debug, Args)]
pub(crate) struct ListingArgs {
    /// List only tasks in this state; can be given several times.
    #[arg(long, value_name = "STATE", value_parser = STATES)]
    pub(crate) state: Vec<String>,
    /// List only tasks with this text in their name or request.
    #[arg(long, value_name = "TEXT")]
    pub(crate) find: Option<String>,
    /// List this many of the newest tasks.
    #[arg(long, value_name = "N", default_value_t = 30)]
    pub(crate) last: usize,
    /// List all tasks.
    #[arg(long, conflicts_with = "last")]
    pub(crate) all: bool,
    /// List the tasks of every folder in which you had tasks.
    #[arg(long, conflicts_with = "log_dir")]
    pub(crate) everywhere: bool,
}

/// The states of tasks in a listing.
const STATES: [&str; 8] =
    ["running", "waiting", "paused", "stopped", "interrupted", "finished", "failed", "unreadable"];

/// The commands of `log`.
#[derive(Debug, Subcommand)]
pub(crate) enum LogCommand {
    /// Delete the logs of tasks.
    Rm(LogRemovalArgs),
}

/// `log rm`
#[derive(Debug, Args)]
#[command(after_help = "\
Tasks that run or are paused are not deleted. At a terminal you are asked first; elsewhere --yes says so.

Examples:
  deskpilot log rm 2026-11-21-20-15-00-abcd
  deskpilot log rm --older 30d --dry-run")]
pub(crate) struct LogRemovalArgs {
    /// The tasks.
    #[arg(required_unless_present = "older_than", conflicts_with = "older_than")]
    pub(crate) tasks: Vec<String>,
    /// All tasks in which nothing has happened for this long, such as 30d, 2w or 12h.
    #[arg(long, visible_alias = "older", value_name = "AGE")]
    pub(crate) older_than: Option<String>,
    /// Show what would be deleted, and delete nothing.
    #[arg(long, conflicts_with = "yes")]
    pub(crate) dry_run: bool,
    /// Delete without asking.
    #[arg(long, short)]
    pub(crate) yes: bool,
}
