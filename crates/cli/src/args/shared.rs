//! Arguments that several commands share, each with one definition and one help text.

use super::CommonArgs;
use clap::Args;
use std::path::PathBuf;

/// Where the logs are.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct LogFolderArgs {
    /// The folder of the logs.
    #[arg(long, value_name = "DIR")]
    pub(crate) log_dir: Option<PathBuf>,
}

/// The running task that a command is for: that of `stop`, `pause`, `hand-back`, `watch` and `answer`.
#[derive(Debug, Args)]
pub(crate) struct RunningTaskArgs {
    /// The task; by default the only running one.
    pub(crate) task: Option<String>,
    #[command(flatten)]
    pub(crate) logs: LogFolderArgs,
}

/// Whether a command prints JSON.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(crate) struct JsonArgs {
    /// Print JSON.
    #[arg(long = "json", id = "json")]
    pub(crate) wanted: bool,
}

impl From<LogFolderArgs> for CommonArgs {
    fn from(logs: LogFolderArgs) -> CommonArgs {
        CommonArgs { logs, ..CommonArgs::default() }
    }
}
