//! Arguments of `experience`.

use clap::{Args, Subcommand};
use std::path::PathBuf;

/// `experience`
#[derive(Debug, Args)]
pub(crate) struct ExperienceArgs {
    #[command(subcommand)]
    pub(crate) command: ExperienceCommand,
}

/// The commands of `experience`.
#[derive(Debug, Subcommand)]
pub(crate) enum ExperienceCommand {
    /// List the records: what worked, what went wrong, and what is wrong with files that cannot be used.
    List {
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Show a record: its subtask, its tips, and where they were seen.
    Show {
        /// Its name.
        name: String,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Change a record in your editor ($VISUAL or $EDITOR), and check it afterwards. Your words stay when it is seen again.
    Edit {
        /// Its name.
        name: String,
    },
    /// Remove a record.
    Forget {
        /// Its name.
        name: String,
    },
    /// Make records of what a task did, and say what became none and why.
    Learn {
        /// The task.
        task: String,
        /// The folder of the logs.
        #[arg(long, value_name = "DIR")]
        log_dir: Option<PathBuf>,
    },
}
