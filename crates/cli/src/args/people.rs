//! What a person says to Deskpilot beside a task: pause and hand back, the policy, answers.

use clap::{Args, Subcommand};
use std::path::PathBuf;

/// `pause`, `hand-back`
#[derive(Debug, Args)]
pub(crate) struct PauseArgs {
    /// The task; the only one that is running unless given.
    pub(crate) task: Option<String>,
    /// The folder of the logs.
    #[arg(long, value_name = "DIR")]
    pub(crate) log_dir: Option<PathBuf>,
}

/// `answer`
#[derive(Debug, Args)]
#[command(after_help = "\
Whoever answers first is heard: the terminal of the task, or this command.

Examples:
  deskpilot answer t                       shows what is asked
  deskpilot answer t \"the left one\"
  deskpilot answer t y
  deskpilot answer t n take the other list")]
pub(crate) struct AnswerArgs {
    /// The task.
    pub(crate) task: String,
    /// An answer to each question; or y, s, a, n and why, or q.
    #[arg(value_name = "ANSWER")]
    pub(crate) answer: Vec<String>,
    /// The number of the question that is answered; the one that is open unless given.
    #[arg(long, value_name = "NUMBER")]
    pub(crate) question: Option<u64>,
    /// The folder of the logs.
    #[arg(long, value_name = "DIR")]
    pub(crate) log_dir: Option<PathBuf>,
}

/// `policy`
#[derive(Debug, Args)]
pub(crate) struct PolicyArgs {
    #[command(subcommand)]
    pub(crate) what: PolicyCommand,
}

/// What to do with the policy.
#[derive(Debug, Subcommand)]
pub(crate) enum PolicyCommand {
    /// Print the preset and the rules that are in force.
    Show {
        /// The policy, if not that of the settings: a preset or a file.
        #[arg(long, value_name = "PRESET|FILE")]
        policy: Option<String>,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Say what would be ruled on an action, and why; nothing is done.
    Check(Box<CheckArgs>),
}

/// `policy check`
#[derive(Debug, Args)]
#[command(after_help = "\
Exit code: 0 when it is allowed, 1 when it is refused, 3 when you would be asked; with --task always 0.

Examples:
  deskpilot policy check --command click_input --control Send --application thunderbird
  deskpilot policy check --command keyboard_input --argument keys=Alt+F4
  deskpilot policy check --program \"git log --oneline\"
  deskpilot policy check --open gedit --file ~/Notes/todo.txt --policy my-policy.toml
  deskpilot policy check --task 2026-11-21-20-15-00 --policy read-only")]
pub(crate) struct CheckArgs {
    /// A command of an AppAgent, such as click_input; `deskpilot manual commands` lists them. Or delegate, or permit:
    /// --application is the other agent then.
    #[arg(long, value_name = "NAME")]
    pub(crate) command: Option<String>,
    /// An argument of the command; may be given several times.
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) argument: Vec<String>,
    /// What the control is called.
    #[arg(long, value_name = "NAME")]
    pub(crate) control: Option<String>,
    /// What kind of control it is; Button unless given.
    #[arg(long, value_name = "ROLE")]
    pub(crate) role: Option<String>,
    /// The application.
    #[arg(long, value_name = "NAME")]
    pub(crate) application: Option<String>,
    /// The title of its window.
    #[arg(long, value_name = "TITLE")]
    pub(crate) window: Option<String>,
    /// The address of the page that the window shows.
    #[arg(long, value_name = "URL")]
    pub(crate) page: Option<String>,
    /// Instead of a command: an application to open.
    #[arg(long, value_name = "APPLICATION", conflicts_with = "command")]
    pub(crate) open: Option<String>,
    /// The file to open it with, or that a permit names.
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Option<String>,
    /// Instead of a command: a program to run, with its arguments.
    #[arg(long, value_name = "CALL", conflicts_with_all = ["command", "open"])]
    pub(crate) program: Option<String>,
    /// Instead of one action: every action of this task.
    #[arg(long, value_name = "TASK", conflicts_with_all = ["command", "open", "program"])]
    pub(crate) task: Option<String>,
    /// The policy, if not that of the settings: a preset or a file.
    #[arg(long, value_name = "PRESET|FILE")]
    pub(crate) policy: Option<String>,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
    /// The folder of the logs.
    #[arg(long, value_name = "DIR", requires = "task")]
    pub(crate) log_dir: Option<PathBuf>,
}

/// `answers`
#[derive(Debug, Args)]
pub(crate) struct AnswersArgs {
    #[command(subcommand)]
    pub(crate) what: AnswersCommand,
}

/// What to do with the answers.
#[derive(Debug, Subcommand)]
pub(crate) enum AnswersCommand {
    /// Print them.
    List {
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Forget the answer to a question.
    Forget {
        /// The question, as it was asked.
        question: String,
    },
}
