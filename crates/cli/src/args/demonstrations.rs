//! Arguments of `demonstrate` and `demonstrations`.

use super::{Desktop, JsonArgs};
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// `demonstrate`
#[derive(Debug, Args)]
#[command(after_help = "\
Only the windows of these applications are recorded. Of fields that hide what is typed, nothing is kept. Stop with Ctrl-C.

Example:
  deskpilot demonstrate --app galculator --request \"compute 6 x 7\"")]
pub(crate) struct DemonstrateArgs {
    /// The application to show something in; it is opened if it has no window. Can be given several times.
    #[arg(long, value_name = "APPLICATION", required = true)]
    pub(crate) app: Vec<String>,
    /// What you show how to do; at a terminal you are asked at the end.
    #[arg(long, value_name = "TEXT")]
    pub(crate) request: Option<String>,
    /// The name of the demonstration; by default made of the request.
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// The folder of the demonstrations; by default in the folder of your data.
    #[arg(long, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,
    /// Ask for a comment on each step at the end.
    #[arg(long)]
    pub(crate) comment: bool,
    /// Make skills of it at the end, which Deskpilot follows without a model; at a terminal you are asked.
    #[arg(long)]
    pub(crate) skill: bool,
    /// Stop when the applications have no window any more.
    #[arg(long)]
    pub(crate) until_window_closes: bool,
    /// The desktop to watch.
    #[arg(long, value_enum, default_value = "current")]
    pub(crate) desktop: Desktop,
}

/// `demonstrations`
#[derive(Debug, Args)]
pub(crate) struct DemonstrationsArgs {
    #[command(subcommand)]
    pub(crate) command: DemonstrationsCommand,
    /// The folder of the demonstrations; by default in the folder of your data.
    #[arg(long, value_name = "DIR", global = true)]
    pub(crate) dir: Option<PathBuf>,
}

/// The commands of `demonstrations`.
#[derive(Debug, Subcommand)]
pub(crate) enum DemonstrationsCommand {
    /// List the demonstrations.
    List {
        #[command(flatten)]
        json: JsonArgs,
    },
    /// Show the steps of a demonstration.
    Show {
        /// The demonstration.
        name: String,
        /// Show what agents learn from it instead.
        #[arg(long, conflicts_with = "json")]
        tips: bool,
        #[command(flatten)]
        json: JsonArgs,
    },
    /// Remove demonstrations with their pictures.
    #[command(visible_alias = "rm")]
    Remove {
        /// The demonstrations.
        #[arg(required = true)]
        names: Vec<String>,
    },
    /// Make a plan of a demonstration, which `deskpilot run --mode follower --model steps --plan FILE` carries out without a model.
    Plan {
        /// The demonstration.
        name: String,
        /// The file; by default the plan is printed.
        #[arg(long, value_name = "FILE")]
        output: Option<PathBuf>,
        /// The application, or a document next to the file, that the plan opens; by default the application of the demonstration.
        #[arg(long, value_name = "NAME")]
        object: Option<String>,
    },
    /// Import an archive of the Steps Recorder of Windows: a .zip, or the .mht in it.
    Import {
        /// The file.
        file: PathBuf,
        /// What it shows how to do.
        #[arg(long, value_name = "TEXT", default_value = "")]
        request: String,
        /// The name of the demonstration; by default made of the request, or else of the file's name.
        #[arg(long, value_name = "NAME")]
        name: Option<String>,
    },
}
