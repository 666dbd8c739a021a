//! Arguments of `skills`.

use super::{CommonArgs, JsonArgs, LogFolderArgs, OutputArgs};
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// `skills`
#[derive(Debug, Args)]
pub(crate) struct SkillsArgs {
    #[command(subcommand)]
    pub(crate) command: SkillsCommand,
}

/// The commands of `skills`.
#[derive(Debug, Subcommand)]
pub(crate) enum SkillsCommand {
    /// List the skills, how often each succeeded, whether it may run by itself, and what is wrong with those that cannot be used.
    List {
        #[command(flatten)]
        json: JsonArgs,
    },
    /// Show a skill: what it is for, and its steps.
    Show {
        /// Its name.
        name: String,
        #[command(flatten)]
        json: JsonArgs,
    },
    /// Run a skill without a model. Where the window is not as it was, the task fails and says what differs.
    Run(Box<SkillRunArgs>),
    /// Change a skill in your editor ($VISUAL or $EDITOR), and check it afterwards.
    Edit {
        /// Its name.
        name: String,
    },
    /// Let skills run by themselves from now on, where a request has their words and nothing else decides what it does.
    Allow {
        /// Their names.
        #[arg(required = true)]
        names: Vec<String>,
    },
    /// Never let skills run by themselves; `skills run` still does.
    Never {
        /// Their names.
        #[arg(required = true)]
        names: Vec<String>,
    },
    /// Remove a skill.
    Forget {
        /// Its name.
        name: String,
    },
    /// Make skills of what a task did, because you call it right, and say what became none and why; or of a demonstration.
    Learn {
        /// The task.
        #[arg(required_unless_present = "demonstration")]
        task: Option<String>,
        /// The demonstration, instead of a task. A person showed it: its skills need no second time.
        #[arg(long, value_name = "NAME", conflicts_with_all = ["task", "log_dir"])]
        demonstration: Option<String>,
        /// The folder of the demonstrations; by default in the folder of your data.
        #[arg(long, value_name = "DIR", requires = "demonstration")]
        dir: Option<PathBuf>,
        /// A document that the application opens for a demonstration. If the request names it, it is a parameter.
        #[arg(long, value_name = "FILE", requires = "demonstration")]
        object: Option<String>,
        #[command(flatten)]
        logs: LogFolderArgs,
    },
}

/// `skills run`
#[derive(Debug, Args)]
pub(crate) struct SkillRunArgs {
    /// Its name.
    pub(crate) name: String,
    /// The values of its parameters.
    #[arg(value_name = "NAME=VALUE")]
    pub(crate) values: Vec<String>,
    /// The name of the task.
    #[arg(long, value_name = "NAME")]
    pub(crate) task: Option<String>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) common: CommonArgs,
}
