//! Settings, keys, and what reading pictures needs.

use clap::{Args, Subcommand};
use std::path::PathBuf;

/// `config`
#[derive(Debug, Args)]
pub(crate) struct ConfigArgs {
    #[command(subcommand)]
    pub(crate) what: ConfigCommand,
}

/// What to do with the settings.
#[derive(Debug, Subcommand)]
pub(crate) enum ConfigCommand {
    /// Print every setting.
    Show {
        /// Say where each comes from.
        #[arg(long)]
        origin: bool,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
}

/// `key`
#[derive(Debug, Args)]
pub(crate) struct KeyArgs {
    #[command(subcommand)]
    pub(crate) what: KeyCommand,
}

/// What to do with a key.
#[derive(Debug, Subcommand)]
pub(crate) enum KeyCommand {
    /// Store a key, read from standard input, under the name of its environment variable.
    Set {
        /// The variable, such as OPENAI_API_KEY.
        variable: String,
    },
    /// Remove a key.
    Remove {
        /// The variable, such as OPENAI_API_KEY.
        variable: String,
    },
}

/// `grounding`
#[derive(Debug, Args)]
pub(crate) struct GroundingArgs {
    #[command(subcommand)]
    pub(crate) what: GroundingCommand,
}

/// What to do with the weights of the text reader.
#[derive(Debug, Subcommand)]
pub(crate) enum GroundingCommand {
    /// Download them, 27 MB, with Python's installer; nothing happens when they are there.
    Fetch {
        /// Where to keep them, if not where the settings say.
        #[arg(long, value_name = "DIR")]
        folder: Option<PathBuf>,
    },
    /// Take them from a package that was downloaded elsewhere, or from a folder.
    Add {
        /// The .whl file, or the folder.
        from: PathBuf,
        /// Where to keep them, if not where the settings say.
        #[arg(long, value_name = "DIR")]
        folder: Option<PathBuf>,
    },
}
