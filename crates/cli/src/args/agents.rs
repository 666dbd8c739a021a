//! Agents that are not ours.

use clap::Args;

/// `agents`
#[derive(Debug, Args)]
#[command(after_help = "\
Other agents are described in agents.toml beside the user's config.toml, or in the file of agents.file: servers of tools \
(MCP), agents of editors (ACP), and programs. The HostAgent gives them subtasks, after a yes or where a rule of the policy \
allows it. See `deskpilot manual other-agents`.")]
pub(crate) struct AgentsArgs {
    /// Start each that can say who it is, and let it; exit code 1 where one cannot be had.
    #[arg(long)]
    pub(crate) check: bool,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}
