//! Arguments of `experience`.

use super::{JsonArgs, LogFolderArgs};
use clap::{Args, Subcommand};

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
        #[command(flatten)]
        json: JsonArgs,
    },
    /// Show a record: its subtask, its tips, and where they were seen.
    Show {
        /// Its name.
        name: String,
        #[command(flatten)]
        json: JsonArgs,
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
        #[command(flatten)]
        logs: LogFolderArgs,
    },
}
