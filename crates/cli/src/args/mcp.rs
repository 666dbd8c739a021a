//! Arguments of `mcp`.

use super::CommonArgs;
use clap::{Args, Subcommand, ValueEnum};

/// The programs whose settings are known.
const CLIENTS: [&str; 7] = ["claude-code", "claude-desktop", "codex", "goose", "vscode", "cursor", "zed"];

/// `mcp`
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "\
An MCP client starts this command; the flags hold for every task of the client. When the client goes, its tasks are stopped and can be \
resumed. See `deskpilot manual mcp`."
)]
pub(crate) struct McpArgs {
    #[command(subcommand)]
    pub(crate) command: Option<McpCommand>,
    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

/// The commands of `mcp`.
#[derive(Debug, Subcommand)]
pub(crate) enum McpCommand {
    /// Print what an MCP client needs in its settings to start Deskpilot, or write it there.
    Config(Box<McpConfigArgs>),
    /// Print how others find the server: a skill for agents, its entry in the MCP registry, or the manifest of its bundle.
    Describe {
        /// For whom.
        listing: McpListing,
    },
    /// Make a token with which MCP clients reach `deskpilot serve`, list tokens, or take one back.
    Token(McpTokenArgs),
}

/// What describes the server to others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum McpListing {
    /// A skill for agents: SKILL.md.
    Skill,
    /// The entry in the MCP registry: server.json.
    Registry,
    /// The manifest of the bundle that clients install: manifest.json.
    Bundle,
}

/// `mcp token`
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "\
A client that starts no programs sends the token to the path /mcp of `deskpilot serve`, as Authorization: Bearer TOKEN. The token is printed \
once; only its hash is kept. See `deskpilot manual mcp`."
)]
pub(crate) struct McpTokenArgs {
    #[command(subcommand)]
    pub(crate) command: Option<McpTokenCommand>,
    /// The name of the new token; by default one with a number.
    #[arg(long)]
    pub(crate) name: Option<String>,
}

/// The commands of `mcp token`.
#[derive(Debug, Subcommand)]
pub(crate) enum McpTokenCommand {
    /// Print the names of all tokens, and when each was made.
    List,
    /// Take a token back; within seconds what was opened with it ends.
    Remove {
        /// The name, such as token-1.
        name: String,
    },
}

/// `mcp config`
#[derive(Debug, Args)]
#[command(after_help = "\
The flags below are put into the entry, and hold for every task of the client.")]
pub(crate) struct McpConfigArgs {
    /// The client.
    #[arg(value_parser = CLIENTS)]
    pub(crate) client: String,
    /// Write it into the client's settings; shows what would change, and asks.
    #[arg(long)]
    pub(crate) write: bool,
    /// Write without asking.
    #[arg(long, short, requires = "write")]
    pub(crate) yes: bool,
    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

#[cfg(all(test, feature = "mcp"))]
mod tests {
    use super::*;

    #[test]
    fn every_client_of_the_table_is_offered() {
        let known: Vec<&str> = deskpilot_mcp::client_programs().iter().map(|it| it.word).collect();
        assert_eq!(known, CLIENTS);
    }
}
