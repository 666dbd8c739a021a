//! Arguments of the commands that judge a task by its log: `evaluate`, `audit`.

use super::{CommonArgs, JsonArgs, LogFolderArgs};
use clap::Args;

/// `evaluate`
#[derive(Debug, Args)]
#[command(after_help = "\
The judge is the model of model.judge. It sees the request, the actions and the pictures, but not what the agents say \
about their own work.

Exit code: 0 if the task is complete, 1 if it is not or if the judge is unsure.")]
pub(crate) struct EvaluateArgs {
    /// The task; by default the latest that has ended.
    pub(crate) task: Option<String>,
    /// Print the judgement as JSON.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

/// `audit`
#[derive(Debug, Args)]
#[command(after_help = "\
Somebody who can write the log can also rewrite all of it. To detect that, keep the hash that `deskpilot audit` prints \
after \"head\" (`deskpilot run -v` after \"audit:\") in another place, and pass it with --head.

Exit code: 0 if the log and its blobs are unchanged, 1 if not.")]
pub(crate) struct AuditArgs {
    /// The task; by default the latest one.
    pub(crate) task: Option<String>,
    #[command(flatten)]
    pub(crate) json: JsonArgs,
    /// The hash that you kept: the log must contain it.
    #[arg(long, value_name = "HASH")]
    pub(crate) head: Option<String>,
    #[command(flatten)]
    pub(crate) logs: LogFolderArgs,
}
