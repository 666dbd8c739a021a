//! Arguments of `acp`.

use super::CommonArgs;
use clap::Args;

/// `acp`
#[derive(Debug, Args)]
#[command(after_help = "\
An editor starts this and speaks the Agent Client Protocol with it over standard input and output. Each session of the editor is a \
task: the folder of the editor takes what is saved without a folder, the presets of the policy are the modes, and approvals and \
questions come to the editor. When the editor closes its end, its tasks stop; `deskpilot resume TASK` and the editor itself go on with them.

In the settings of the editor the command is `deskpilot` with the argument `acp`, and the flags that you like.")]
pub(crate) struct AcpArgs {
    #[command(flatten)]
    pub(crate) common: CommonArgs,
}
