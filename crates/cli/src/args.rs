//! The command line.

mod agents;
mod looking;
mod people;
mod secrets;
mod tools;

pub(crate) use agents::AgentsArgs;
pub(crate) use looking::{ObserveArgs, WindowsArgs};
pub(crate) use people::{
    AnswerArgs, AnswersArgs, AnswersCommand, CheckArgs, PauseArgs, PolicyArgs, PolicyCommand,
};
pub(crate) use secrets::{SecretArgs, SecretCommand};
pub(crate) use tools::{ConfigArgs, ConfigCommand, GroundingArgs, GroundingCommand, KeyArgs, KeyCommand};

use crate::features;
use clap::{
    Args, Parser, Subcommand, ValueEnum,
    builder::{PossibleValue, PossibleValuesParser, TypedValueParser},
};
use deskpilot_core::{Mode, Preset};
use std::path::PathBuf;

/// Deskpilot carries out on the desktop what you say in plain language.
#[derive(Debug, Parser)]
#[command(name = "deskpilot", version, long_version = features::long_version(), max_term_width = 100, after_help = EXIT_CODES)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What a script finds in `$?`.
const EXIT_CODES: &str = "\
Exit codes:
  0    finished
  1    failed: the reason is printed
  2    usage: the command line or the configuration is wrong
  3    needs a person: a question or an action waits; go on with `deskpilot resume TASK`
  130  stopped: go on with `deskpilot resume TASK`

Settings come from, each winning over the one before: defaults, /etc/deskpilot/config.toml,
~/.config/deskpilot/config.toml, ./deskpilot.toml, DESKPILOT_* variables, flags.
`deskpilot config show --origin` shows them and where each comes from.";

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Carry a request out.
    Run(RunArgs),
    /// Go on with a task that was stopped, killed, or waits for an answer.
    Resume(ResumeArgs),
    /// Do again what a task did, with its recorded replies, as long as the prompts are the same.
    Replay(ReplayArgs),
    /// Carry the tasks of a folder out, check each, and print what came of them.
    Batch(BatchArgs),
    /// Judge a task that has ended, from its log: was what was asked for done?
    Evaluate(EvaluateArgs),
    /// Show what a task did; without a task, list the tasks.
    Log(LogArgs),
    /// Show what was ruled, asked, answered and done in a task, and whether its log was changed.
    Audit(AuditArgs),
    /// Put a task into one file, or take it out of one.
    Session(SessionArgs),
    /// List the windows of a desktop.
    Windows(WindowsArgs),
    /// Show a window as an agent sees it: its controls, and a picture with their numbers.
    Observe(ObserveArgs),
    /// Stop a running task; it can be resumed.
    Stop(StopArgs),
    /// Take the desktop from a running task: it lets go of pointer and keyboard, and waits.
    Pause(PauseArgs),
    /// Hand the desktop back to a task that was paused; it looks again before it goes on.
    HandBack(PauseArgs),
    /// Answer the question of a running task from elsewhere; without an answer, show the question.
    Answer(AnswerArgs),
    /// Show the rules of what may be done, and what they say to an action or to a whole task.
    Policy(PolicyArgs),
    /// Show or forget the answers that are kept for later tasks.
    Answers(AnswersArgs),
    /// Say what is here, what is missing, and what to do about it.
    Doctor(DoctorArgs),
    /// Show the settings.
    Config(ConfigArgs),
    /// Store or remove a model's key in the desktop's keyring.
    Key(KeyArgs),
    /// List the other agents that can be given subtasks.
    Agents(AgentsArgs),
    /// Keep, list or remove the secrets that tasks type without a model being shown them.
    Secret(SecretArgs),
    /// Fetch what reading text in pictures needs.
    Grounding(GroundingArgs),
    /// Print a page of the manual.
    Manual {
        /// The page.
        #[arg(value_enum)]
        page: Page,
    },
    /// Print a completion script for a shell.
    Completion {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Write a manual page of each command into a folder, as a package wants them.
    #[command(hide = true)]
    ManPages {
        /// The folder, which is there.
        folder: PathBuf,
    },
}

/// Settings that several commands share; each wins over files and environment.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Common {
    /// The folder of the logs.
    #[arg(long, value_name = "DIR")]
    pub(crate) log_dir: Option<PathBuf>,
    /// The model: steps, or provider/model such as openai/gpt-4o, anthropic/..., ollama/...; in the operator modes the
    /// operator's.
    #[arg(long, value_name = "MODEL")]
    pub(crate) model: Option<String>,
    /// The model provider's address.
    #[arg(long, value_name = "URL")]
    pub(crate) base_url: Option<String>,
    /// The desktop to work on.
    #[arg(long, value_enum)]
    pub(crate) desktop: Option<Desktop>,
    /// Steps of a round before it fails.
    #[arg(long, value_name = "N")]
    pub(crate) max_steps: Option<u32>,
    /// What may be done: read-only, ask, bounded, unrestricted, or a file with rules.
    #[arg(long, value_name = "PRESET|FILE")]
    pub(crate) policy: Option<String>,
    /// Whether a session that ended is judged: off, on.
    #[arg(long, value_name = "WHETHER", num_args = 0..=1, require_equals = true, default_missing_value = "on")]
    pub(crate) evaluate: Option<String>,
    /// Who finds in pictures what the accessibility tree does not tell: none, ocr, service.
    #[arg(long, value_name = "WHO")]
    pub(crate) grounding: Option<String>,
}

/// Which desktop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Desktop {
    /// One of its own, invisible, gone when the task ends.
    Private,
    /// The one you sit at.
    Current,
}

/// A page of the manual.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Page {
    /// Every setting.
    Configuration,
    /// The language of the built-in model.
    Steps,
    /// What an AppAgent can do.
    Commands,
    /// Where models come from.
    Models,
    /// Finding in pictures what the accessibility tree does not tell.
    Grounding,
    /// Task files and their checks.
    Tasks,
    /// The ways in which a task runs.
    Modes,
    /// What may be done, and when you are asked.
    Policy,
    /// Secrets that are typed and never shown to a model.
    Secrets,
    /// Other agents that can be given subtasks.
    OtherAgents,
    /// The states of the agents and what leads from each to which.
    States,
    /// What the agents are told once and for all.
    Prompts,
}

/// `run`
#[derive(Debug, Args)]
pub(crate) struct RunArgs {
    /// What you want done, in plain language; you are asked for it at a terminal unless it is given.
    pub(crate) request: Option<String>,
    /// How it runs; `deskpilot manual modes` says more.
    #[arg(long, value_name = "MODE", default_value = "normal", value_parser = modes())]
    pub(crate) mode: Mode,
    /// The plan file, or a folder of them, in the modes that go by plans.
    #[arg(long, value_name = "PATH")]
    pub(crate) plan: Option<PathBuf>,
    /// Where a batch keeps the states of its plans; tasks_status.json beside the folder of a folder's plans unless given.
    #[arg(long, value_name = "FILE")]
    pub(crate) status: Option<PathBuf>,
    /// Ask at the terminal for what comes next whenever a round has ended.
    #[arg(long, short)]
    pub(crate) interactive: bool,
    /// The task's name, which is also its log folder's; the time of day unless given. With plans the names of the logs begin
    /// with it.
    #[arg(long, value_name = "NAME")]
    pub(crate) task: Option<String>,
    /// Print the events as JSON, one a line, as they happen.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// `resume`
#[derive(Debug, Args)]
pub(crate) struct ResumeArgs {
    /// The task.
    pub(crate) task: String,
    /// A further request, once the task's last one has ended.
    #[arg(long, value_name = "REQUEST")]
    pub(crate) request: Option<String>,
    /// Print the events as JSON, one a line, as they happen.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// `replay`
#[derive(Debug, Args)]
pub(crate) struct ReplayArgs {
    /// The task to do again.
    pub(crate) recorded: String,
    /// The name of the new task; the old one with `-replay` and the time of day unless given.
    #[arg(long, value_name = "NAME")]
    pub(crate) task: Option<String>,
    /// Print the events as JSON, one a line, as they happen.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// `evaluate`
#[derive(Debug, Args)]
#[command(after_help = "\
The judge is the model of model.judge; it sees the request, what was done and the pictures, and never what the \
agents say of themselves.

Exit code: 0 when it is complete, 1 when it is not or cannot be told.")]
pub(crate) struct EvaluateArgs {
    /// The task.
    pub(crate) task: String,
    /// Print the judgement as JSON.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// `batch`
#[derive(Debug, Args)]
#[command(after_help = "\
Each task is carried out on a private desktop of its own, with nobody to answer: questions are answered with \
\"decide by what you see\", and what needs a yes is not done unless --policy allows it. Success is a \
session that finished and checks that all hold. --model script does what the [script] of each task says.

Exit code: 0 when all succeeded, 1 when some did not, 130 when it was stopped.")]
pub(crate) struct BatchArgs {
    /// A folder of task files, NAME.toml each, or one such file.
    pub(crate) tasks: PathBuf,
    /// Only the task of this name; may be given several times.
    #[arg(long, value_name = "NAME")]
    pub(crate) only: Vec<String>,
    /// How often each task is carried out.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) repeat: u32,
    /// The batch's name, with which the names of its logs begin; `batch` and the time of day unless given.
    #[arg(long, value_name = "NAME")]
    pub(crate) task: Option<String>,
    /// Print the results as JSON.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// `log`
#[derive(Debug, Args)]
pub(crate) struct LogArgs {
    /// The task.
    pub(crate) task: Option<String>,
    /// Print its entries as JSON, one a line.
    #[arg(long)]
    pub(crate) json: bool,
    /// Go on printing as the task goes on.
    #[arg(long, requires = "task")]
    pub(crate) follow: bool,
    /// Write the exports (response.log, request.log, output.md, pictures) anew from the log.
    #[arg(long, requires = "task", conflicts_with = "follow")]
    pub(crate) export: bool,
    /// Show what its prompts are made of, in tokens, and what they cost.
    #[arg(long, requires = "task", conflicts_with_all = ["follow", "export"])]
    pub(crate) tokens: bool,
    /// The folder of the logs.
    #[arg(long, value_name = "DIR")]
    pub(crate) log_dir: Option<PathBuf>,
}

/// `audit`
#[derive(Debug, Args)]
#[command(after_help = "\
Whoever can write the log can write all of it anew: keep the head that `deskpilot run` prints at its end elsewhere, and \
give it with --head.

Exit code: 0 when the log and its blobs are as they were written, 1 when not.")]
pub(crate) struct AuditArgs {
    /// The task.
    pub(crate) task: String,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
    /// The head that was kept: the log must hold it.
    #[arg(long, value_name = "HASH")]
    pub(crate) head: Option<String>,
    /// The folder of the logs.
    #[arg(long, value_name = "DIR")]
    pub(crate) log_dir: Option<PathBuf>,
}

/// `session`
#[derive(Debug, Args)]
pub(crate) struct SessionArgs {
    #[command(subcommand)]
    pub(crate) what: SessionCommand,
}

/// What to do with a whole task.
#[derive(Debug, Subcommand)]
pub(crate) enum SessionCommand {
    /// Write a task's log and pictures into one file.
    Export {
        /// The task.
        task: String,
        /// The file; TASK.deskpilot.zip in this folder unless given.
        file: Option<PathBuf>,
        /// Print JSON.
        #[arg(long)]
        json: bool,
        /// The folder of the logs.
        #[arg(long, value_name = "DIR")]
        log_dir: Option<PathBuf>,
    },
    /// Make a task of such a file; it can be read, resumed and replayed like any.
    Import {
        /// The file.
        file: PathBuf,
        /// The task's name here; its name there unless given.
        #[arg(long, value_name = "NAME")]
        task: Option<String>,
        /// Print JSON.
        #[arg(long)]
        json: bool,
        /// The folder of the logs.
        #[arg(long, value_name = "DIR")]
        log_dir: Option<PathBuf>,
    },
}

/// `stop`
#[derive(Debug, Args)]
pub(crate) struct StopArgs {
    /// The task; the only one that is running unless given.
    pub(crate) task: Option<String>,
    /// The folder of the logs.
    #[arg(long, value_name = "DIR")]
    pub(crate) log_dir: Option<PathBuf>,
}

/// `doctor`
#[derive(Debug, Args)]
pub(crate) struct DoctorArgs {
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
    /// Bring a private desktop up as well.
    #[arg(long)]
    pub(crate) deep: bool,
}

/// The words of the modes.
fn modes() -> impl TypedValueParser<Value = Mode> {
    let words = Mode::all().map(|it| PossibleValue::new(it.word()).help(it.description()));
    PossibleValuesParser::new(words).try_map(|word| word.parse::<Mode>())
}

impl Common {
    /// The settings these flags set: name, flag, value.
    pub(crate) fn flags(&self) -> Vec<(&'static str, &'static str, String)> {
        let desktop = self.desktop.map(Desktop::word);
        let is_preset = self.policy.as_deref().is_some_and(|it| Preset::of(it).is_some());
        let policy = if is_preset { "policy.preset" } else { "policy.file" };
        [
            ("run.log_dir", "--log-dir", self.log_dir.as_ref().map(|it| it.display().to_string())),
            ("model.name", "--model", self.model.clone()),
            // A model named on the command line is for both agents.
            ("model.host", "--model", self.model.clone()),
            ("model.app", "--model", self.model.clone()),
            ("model.judge", "--model", self.model.clone()),
            ("model.base_url", "--base-url", self.base_url.clone()),
            ("desktop.kind", "--desktop", desktop.map(str::to_owned)),
            ("run.evaluation", "--evaluate", self.evaluate.clone()),
            ("run.max_steps", "--max-steps", self.max_steps.map(|it| it.to_string())),
            (policy, "--policy", self.policy.clone()),
            ("grounding.kind", "--grounding", self.grounding.clone()),
        ]
        .into_iter()
        .filter_map(|(name, flag, value)| Some((name, flag, value?)))
        .collect()
    }
}

impl Desktop {
    fn word(self) -> &'static str {
        match self {
            Desktop::Private => "private",
            Desktop::Current => "current",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
