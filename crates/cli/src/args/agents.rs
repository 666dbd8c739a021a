//! Arguments of `agents`.

use super::JsonArgs;
use clap::Args;

/// `agents`
#[derive(Debug, Args)]
#[command(after_help = "\
External agents are tool servers (MCP), editors' agents (ACP) and programs. Describe them in agents.toml next to your \
config.toml, or in the file that agents.file names. The HostAgent gives them subtasks after your yes, or if a rule of \
the policy allows it. See `deskpilot manual other-agents`.")]
pub(crate) struct AgentsArgs {
    /// Start each agent and ask for its name; exit code 1 if one cannot be started.
    #[arg(long)]
    pub(crate) check: bool,
    #[command(flatten)]
    pub(crate) json: JsonArgs,
}
