//! Arguments of `session`.

use super::{JsonArgs, ListingArgs, LogFolderArgs, LogRemovalArgs};
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// `session`
#[derive(Debug, Args)]
pub(crate) struct SessionArgs {
    #[command(subcommand)]
    pub(crate) command: SessionCommand,
}

/// The commands of `session`.
#[derive(Debug, Subcommand)]
pub(crate) enum SessionCommand {
    /// List the tasks, as `deskpilot log` does.
    List {
        #[command(flatten)]
        listing: ListingArgs,
        #[command(flatten)]
        json: JsonArgs,
        #[command(flatten)]
        logs: LogFolderArgs,
    },
    /// Delete the logs of tasks, as `deskpilot log rm` does.
    Rm {
        #[command(flatten)]
        removal: LogRemovalArgs,
        #[command(flatten)]
        logs: LogFolderArgs,
    },
    /// Write a task's log and pictures to one file.
    Export {
        /// The task; by default the latest one.
        task: Option<String>,
        /// The file; by default TASK.deskpilot.zip in the current folder.
        file: Option<PathBuf>,
        #[command(flatten)]
        json: JsonArgs,
        #[command(flatten)]
        logs: LogFolderArgs,
    },
    /// Create a task from such a file; you can read, resume and replay it like any other.
    Import {
        /// The file.
        file: PathBuf,
        /// The name of the new task; by default its name in the file.
        #[arg(long, value_name = "NAME")]
        task: Option<String>,
        #[command(flatten)]
        json: JsonArgs,
        #[command(flatten)]
        logs: LogFolderArgs,
    },
}
