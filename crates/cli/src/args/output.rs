//! Flags that say what a task shows while it runs.

use clap::{ArgAction, Args};

/// What a task shows while it runs; see the setting terminal.progress.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct OutputArgs {
    /// Print each event as a line of JSON as it happens.
    #[arg(long, conflicts_with_all = ["verbose", "quiet"])]
    pub(crate) json: bool,
    /// Show every action and its effect; twice: every entry of the log.
    #[arg(long, short, action = ArgAction::Count, conflicts_with = "quiet")]
    pub(crate) verbose: u8,
    /// Show questions, and one line with the result.
    #[arg(long, short)]
    pub(crate) quiet: bool,
}
