//! Arguments of `report`.

use super::{JsonArgs, LogFolderArgs};
use clap::Args;
use std::path::PathBuf;

/// `report`
#[derive(Debug, Args)]
#[command(after_help = "\
The file opens in a browser from a disk, without Deskpilot, a server or a network. Like the log, it holds what was on the screen, in \
words and pictures, and no secret that Deskpilot knew; only you can read it. Give it to nobody who should not see that.

Examples:
  deskpilot report 2026-11-21-20-15-00-abcd
  deskpilot report before after -o both.html")]
pub(crate) struct ReportArgs {
    /// The tasks; by default the latest one. Two can be compared.
    pub(crate) tasks: Vec<String>,
    /// The file; by default TASK.html in the current folder, after the first task.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Replace the file if it is there.
    #[arg(long)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) json: JsonArgs,
    #[command(flatten)]
    pub(crate) logs: LogFolderArgs,
}
