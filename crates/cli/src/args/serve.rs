//! Arguments of `serve`.

use super::LogFolderArgs;
use clap::Args;

/// `serve`
#[derive(Debug, Args)]
#[command(after_help = "\
It listens on this machine alone, and prints an address that lets one browser in. Ctrl-C ends the page; the tasks that it shows or started \
go on.")]
pub(crate) struct ServeArgs {
    /// The port; by default any free one.
    #[arg(long, value_name = "N")]
    pub(crate) port: Option<u16>,
    #[command(flatten)]
    pub(crate) logs: LogFolderArgs,
}
