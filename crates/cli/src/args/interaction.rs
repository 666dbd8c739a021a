//! Arguments of the commands by which a person steers tasks: `answer`, `policy`, `answers`.

use super::{JsonArgs, RunningTaskArgs};
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// `answer`
#[derive(Debug, Args)]
#[command(after_help = "\
The first answer counts, whether it comes from the task's terminal or from this command. Without a TASK the only running task is \
meant: a first word that is the name of no task is an answer.

Examples:
  deskpilot answer                         shows the question of the running task
  deskpilot answer y
  deskpilot answer t \"the left one\"
  deskpilot answer t y
  deskpilot answer t n take the other list")]
pub(crate) struct AnswerArgs {
    #[command(flatten)]
    pub(crate) running: RunningTaskArgs,
    /// One answer for each question; or y, s, a, n REASON, q.
    #[arg(value_name = "ANSWER")]
    pub(crate) answer: Vec<String>,
    /// The number of the question to answer; by default the open one.
    #[arg(long, value_name = "NUMBER")]
    pub(crate) question: Option<u64>,
}

/// `policy`
#[derive(Debug, Args)]
pub(crate) struct PolicyArgs {
    #[command(subcommand)]
    pub(crate) command: PolicyCommand,
}

/// The commands of `policy`.
#[derive(Debug, Subcommand)]
pub(crate) enum PolicyCommand {
    /// Print the preset and the rules that are in force.
    Show {
        /// A preset or a policy file; by default as in the settings.
        #[arg(long, value_name = "PRESET|FILE")]
        policy: Option<String>,
        #[command(flatten)]
        json: JsonArgs,
    },
    /// Show the ruling on an action, and the reason; nothing is done.
    Check(Box<CheckArgs>),
}

/// `policy check`
#[derive(Debug, Default, Args)]
#[command(after_help = "\
Exit code: 0 if the action is allowed, 1 if it is refused, 3 if you would be asked; with --task always 0.

Examples:
  deskpilot policy check --command click_input --control Send --application thunderbird
  deskpilot policy check --command keyboard_input --argument keys=Alt+F4
  deskpilot policy check --program \"git log --oneline\"
  deskpilot policy check --open gedit --file ~/Notes/todo.txt --policy my-policy.toml
  deskpilot policy check --task 2026-11-21-20-15-00 --policy read-only")]
pub(crate) struct CheckArgs {
    /// A command of an AppAgent, such as click_input (see `deskpilot manual commands`); or delegate or permit, with the
    /// external agent in --application.
    #[arg(long, value_name = "NAME")]
    pub(crate) command: Option<String>,
    /// An argument of the command; can be given several times.
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) argument: Vec<String>,
    /// The name of the control.
    #[arg(long, value_name = "NAME")]
    pub(crate) control: Option<String>,
    /// The role of the control; by default Button.
    #[arg(long, value_name = "ROLE")]
    pub(crate) role: Option<String>,
    /// The application.
    #[arg(long, value_name = "NAME")]
    pub(crate) application: Option<String>,
    /// The title of its window.
    #[arg(long, value_name = "TITLE")]
    pub(crate) window: Option<String>,
    /// The address of the page in the window.
    #[arg(long, value_name = "URL")]
    pub(crate) page: Option<String>,
    /// Instead of a command: an application to open.
    #[arg(long, value_name = "APPLICATION", conflicts_with = "command")]
    pub(crate) open: Option<String>,
    /// The file to open in it, or the file of a permit.
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Option<String>,
    /// Instead of a command: a program to run, with its arguments.
    #[arg(long, value_name = "CALL", conflicts_with_all = ["command", "open"])]
    pub(crate) program: Option<String>,
    /// Instead of one action: every action of this task.
    #[arg(long, value_name = "TASK", conflicts_with_all = ["command", "open", "program"])]
    pub(crate) task: Option<String>,
    /// A preset or a policy file; by default as in the settings.
    #[arg(long, value_name = "PRESET|FILE")]
    pub(crate) policy: Option<String>,
    #[command(flatten)]
    pub(crate) json: JsonArgs,
    /// The folder of the logs.
    #[arg(long, value_name = "DIR", requires = "task")]
    pub(crate) log_dir: Option<PathBuf>,
}

/// `answers`
#[derive(Debug, Args)]
pub(crate) struct AnswersArgs {
    #[command(subcommand)]
    pub(crate) command: AnswersCommand,
}

/// The commands of `answers`.
#[derive(Debug, Subcommand)]
pub(crate) enum AnswersCommand {
    /// Print the kept answers.
    List {
        #[command(flatten)]
        json: JsonArgs,
    },
    /// Remove the answer to a question.
    Forget {
        /// The question, exactly as it was asked.
        question: String,
    },
}
