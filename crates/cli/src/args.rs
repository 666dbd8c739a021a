//! The command line: commands, flags and their help texts.

mod agents;
mod command_line;
mod dataflow;
mod demonstrations;
mod experience;
mod interaction;
mod knowledge;
mod log;
mod manual;
mod native;
mod observe;
mod output;
mod queue;
mod secrets;
mod setup;
mod skills;

pub(crate) use agents::AgentsArgs;
pub(crate) use command_line::{command_line, parse};
pub(crate) use dataflow::{
    DataflowArgs, DataflowCommand, DataflowExportArgs, DataflowImportArgs, DataflowResultsArgs,
    DataflowRunArgs, ExecutionArgs, QueueArgs, WorkerArgs,
};
pub(crate) use demonstrations::{DemonstrateArgs, DemonstrationsArgs, DemonstrationsCommand};
pub(crate) use experience::{ExperienceArgs, ExperienceCommand};
pub(crate) use interaction::{
    AnswerArgs, AnswersArgs, AnswersCommand, CheckArgs, PauseArgs, PolicyArgs, PolicyCommand,
};
pub(crate) use knowledge::{
    KnowledgeAddArgs, KnowledgeArgs, KnowledgeCommand, KnowledgeModelCommand, KnowledgeRemoveArgs,
    KnowledgeSearchArgs,
};
pub(crate) use log::{ListingArgs, LogArgs, LogCommand, LogRemovalArgs};
pub(crate) use manual::Page;
pub(crate) use native::{CallArgs, CommandsArgs};
pub(crate) use observe::{ObserveArgs, WindowsArgs};
pub(crate) use output::OutputArgs;
pub(crate) use queue::{QueueChangeArgs, QueueCommand, QueueCommandArgs, QueueListArgs};
pub(crate) use secrets::{SecretArgs, SecretCommand};
pub(crate) use setup::{ConfigArgs, ConfigCommand, GroundingArgs, GroundingCommand, KeyArgs, KeyCommand};

pub(crate) use skills::{SkillRunArgs, SkillsArgs, SkillsCommand};

use crate::features;
use clap::{
    Args, Parser, Subcommand, ValueEnum,
    builder::{PossibleValue, PossibleValuesParser, TypedValueParser},
};
use deskpilot_core::{Mode, Preset};
use deskpilot_settings::FlagValue;
use std::path::PathBuf;

/// Carry out tasks on the desktop that you describe in plain language.
#[derive(Debug, Parser)]
#[command(name = "deskpilot", version, long_version = features::long_version(), max_term_width = 100, after_help = EXIT_CODES)]
struct Cli {
    /// Without one, Deskpilot asks for requests at the terminal.
    #[command(subcommand)]
    command: Option<Command>,
}

/// The end of the help text.
const EXIT_CODES: &str = "\
Exit codes:
  0    finished
  1    failed: the reason is printed
  2    usage: the command line or the configuration is wrong
  3    needs a person: a question or an action waits; continue with `deskpilot resume TASK`
  130  stopped: continue with `deskpilot resume TASK`

Settings come from these sources; a later one overrides an earlier one: defaults, /etc/deskpilot/config.toml,
~/.config/deskpilot/config.toml, ./deskpilot.toml, DESKPILOT_* variables, flags.
`deskpilot config show --origin` shows them and where each comes from.";

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Carry out a request.
    Run(RunArgs),
    /// See it work: one request in a real calculator and a real text editor, without a key.
    Demo(DemoArgs),
    /// Continue a task that was stopped or killed, or that waits for an answer.
    Resume(ResumeArgs),
    /// Repeat a task with its recorded replies, as long as the prompts stay the same.
    Replay(ReplayArgs),
    /// Carry out the tasks of a folder, check each result, and print a table.
    Batch(BatchArgs),
    /// Make raw tasks concrete, execute them on real applications, judge them, and export what came of them as data.
    Dataflow(DataflowArgs),
    /// Do tasks of the dataflow from a queue, on private desktops of this machine.
    Worker(WorkerArgs),
    /// Show the jobs of a queue, cancel them, or queue them again.
    Queue(QueueCommandArgs),
    /// Judge from its log whether a task that has ended was carried out.
    Evaluate(EvaluateArgs),
    /// Show what a task did; without a task, list the tasks.
    Log(LogArgs),
    /// Show a task's rulings, questions, answers and actions, and whether its log was changed.
    Audit(AuditArgs),
    /// List and delete tasks, export one to a file, or import it from one.
    Session(SessionArgs),
    /// Record what you do in an application, for agents to learn from or to follow.
    Demonstrate(DemonstrateArgs),
    /// List, show and import demonstrations, and make plans of them.
    Demonstrations(DemonstrationsArgs),
    /// List the windows of a desktop.
    Windows(WindowsArgs),
    /// Show a window as an agent sees it: its controls, and a picture with their numbers.
    Observe(ObserveArgs),
    /// List what applications can be told directly, without their windows.
    Commands(CommandsArgs),
    /// Tell an application one thing directly, such as to fill cells of a sheet.
    Call(CallArgs),
    /// Stop a running task; you can resume it.
    Stop(StopArgs),
    /// Pause a running task: it releases pointer and keyboard, and waits.
    Pause(PauseArgs),
    /// Hand the desktop back to a paused task; it looks again before it continues.
    HandBack(PauseArgs),
    /// Answer the question of a running task from another terminal; without an answer, show the question.
    Answer(AnswerArgs),
    /// Show the rules of the policy, and what they say about an action or a whole task.
    Policy(PolicyArgs),
    /// List or remove the answers that are kept for later tasks.
    Answers(AnswersArgs),
    /// List, run and change what succeeded before and is done again without a model.
    Skills(SkillsArgs),
    /// List and change what sessions found out about applications, which later sessions are shown.
    Experience(ExperienceArgs),
    /// Check what this machine has, what is missing, and what to do about it.
    Doctor(DoctorArgs),
    /// Show and change the settings.
    Config(ConfigArgs),
    /// Store or remove a model's key in the desktop's keyring.
    Key(KeyArgs),
    /// List the external agents that can take subtasks.
    Agents(AgentsArgs),
    /// Store, list or remove secrets that tasks type and that no model sees.
    Secret(SecretArgs),
    /// Install what text recognition in pictures needs.
    Grounding(GroundingArgs),
    /// Fill and search the index of help documents and other knowledge.
    Knowledge(KnowledgeArgs),
    /// Print a page of the manual; without a page, list the pages.
    Manual {
        /// The page.
        #[arg(value_enum)]
        page: Option<Page>,
    },
    /// Print a completion script for a shell.
    Completion {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Write a manual page for each command into a folder, for packages.
    #[command(hide = true)]
    ManPages {
        /// The folder, which must exist.
        folder: PathBuf,
    },
}

/// The flags that several commands share. They override files and environment.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct CommonArgs {
    /// The folder of the logs.
    #[arg(long, value_name = "DIR")]
    pub(crate) log_dir: Option<PathBuf>,
    /// The model: steps, or provider/model such as openai/gpt-6.1-terra, anthropic/... or ollama/...; in the operator modes, the
    /// computer-use model.
    #[arg(long, value_name = "MODEL")]
    pub(crate) model: Option<String>,
    /// The model provider's address.
    #[arg(long, value_name = "URL")]
    pub(crate) base_url: Option<String>,
    /// The desktop to work on.
    #[arg(long, value_enum)]
    pub(crate) desktop: Option<Desktop>,
    /// The home of the applications of a private desktop: fresh, keep (one for all tasks, with its settings and logins), or a folder.
    #[arg(long, value_name = "fresh|keep|DIR")]
    pub(crate) home: Option<String>,
    /// Where files go that are saved without a folder: home (that of the applications), or a folder; at a terminal the current one.
    #[arg(long, value_name = "home|DIR")]
    pub(crate) out: Option<String>,
    /// The most steps of a round; then it ends, and `resume` goes on with it. 0 for no limit.
    #[arg(long, value_name = "N")]
    pub(crate) max_steps: Option<u32>,
    /// What agents may do: read-only, ask, bounded, unrestricted, or a file with rules.
    #[arg(long, value_name = "PRESET|FILE")]
    pub(crate) policy: Option<String>,
    /// Whether a model judges the session when it has ended: off, on.
    #[arg(long, value_name = "WHETHER", num_args = 0..=1, require_equals = true, default_missing_value = "on")]
    pub(crate) evaluate: Option<String>,
    /// What finds controls in pictures that the accessibility tree lacks: none, ocr, service.
    #[arg(long, value_name = "WHO")]
    pub(crate) grounding: Option<String>,
}

/// A desktop to work on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Desktop {
    /// A private one: invisible, and closed when the task ends.
    Private,
    /// The one you sit at.
    Current,
}

/// `run`
#[derive(Debug, Args)]
pub(crate) struct RunArgs {
    /// What you want done, in plain language; without it, Deskpilot asks at the terminal.
    pub(crate) request: Option<String>,
    /// How the task runs; see `deskpilot manual modes`.
    #[arg(long, value_name = "MODE", default_value = "normal", value_parser = modes())]
    pub(crate) mode: Mode,
    /// A plan file or a folder of them, in the modes that follow plans.
    #[arg(long, value_name = "PATH")]
    pub(crate) plan: Option<PathBuf>,
    /// The file with the queue of a batch of plans; by default FOLDER.queue beside the folder of the plans.
    #[arg(long, value_name = "FILE")]
    pub(crate) queue: Option<PathBuf>,
    /// Show the plan for the request, and do nothing of it. A language model is asked once.
    #[arg(long, conflicts_with_all = ["plan", "interactive"])]
    pub(crate) dry_run: bool,
    /// Ask at the terminal for the next request after each round.
    #[arg(long, short)]
    pub(crate) interactive: bool,
    /// The name of the task and of its log folder; by default the date, the time and four letters. With plans, the prefix of their logs.
    #[arg(long, value_name = "NAME")]
    pub(crate) task: Option<String>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

/// `resume`
#[derive(Debug, Args)]
pub(crate) struct ResumeArgs {
    /// The task.
    pub(crate) task: String,
    /// A further request, for a task whose last one has ended.
    #[arg(long, value_name = "REQUEST")]
    pub(crate) request: Option<String>,
    /// Continue the request of a log that your Deskpilot did not write, such as an imported one, without asking.
    #[arg(long)]
    pub(crate) imported: bool,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

/// `replay`
#[derive(Debug, Args)]
pub(crate) struct ReplayArgs {
    /// The task to repeat.
    pub(crate) recorded: String,
    /// Repeat a log that your Deskpilot did not write, such as an imported one, without asking.
    #[arg(long)]
    pub(crate) imported: bool,
    /// The name of the new task; by default the old name with `-replay`, the date, the time and four letters.
    #[arg(long, value_name = "NAME")]
    pub(crate) task: Option<String>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

/// `evaluate`
#[derive(Debug, Args)]
#[command(after_help = "\
The judge is the model of model.judge. It sees the request, the actions and the pictures, but not what the agents say \
about their own work.

Exit code: 0 if the task is complete, 1 if it is not or if the judge is unsure.")]
pub(crate) struct EvaluateArgs {
    /// The task.
    pub(crate) task: String,
    /// Print the judgement as JSON.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

/// `batch`
#[derive(Debug, Args)]
#[command(after_help = "\
Each task runs on its own private desktop, with a home of its own, unattended: Deskpilot answers questions with \"decide by what you see\", and \
does nothing that needs a yes unless --policy allows it. A task succeeds if its session finishes and all its checks \
hold. --model script follows the [script] of each task.

Exit code: 0 if all tasks succeeded, 1 if some did not, 130 if the batch was stopped.")]
pub(crate) struct BatchArgs {
    /// A folder of task files NAME.toml, or one such file.
    pub(crate) tasks: PathBuf,
    /// Run only the task of this name; can be given several times.
    #[arg(long, value_name = "NAME")]
    pub(crate) only: Vec<String>,
    /// How often to run each task.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) repeat: u32,
    /// How many desktops to work on side by side.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=64))]
    pub(crate) jobs: u16,
    /// Continue the batch named by --task: what has ended is not done again.
    #[arg(long, requires = "task")]
    pub(crate) resume: bool,
    /// The name of the batch and the prefix of its logs; by default `batch` with the date, the time and four letters.
    #[arg(long, value_name = "NAME")]
    pub(crate) task: Option<String>,
    /// Print the results as JSON.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

/// `audit`
#[derive(Debug, Args)]
#[command(after_help = "\
Somebody who can write the log can also rewrite all of it. To detect that, keep the hash that `deskpilot run` prints \
after \"audit:\" in another place, and pass it with --head.

Exit code: 0 if the log and its blobs are unchanged, 1 if not.")]
pub(crate) struct AuditArgs {
    /// The task.
    pub(crate) task: String,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
    /// The hash that you kept: the log must contain it.
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
    pub(crate) command: SessionCommand,
}

/// The commands of `session`.
#[derive(Debug, Subcommand)]
pub(crate) enum SessionCommand {
    /// List the tasks, as `deskpilot log` does.
    List {
        #[command(flatten)]
        listing: ListingArgs,
        /// Print JSON.
        #[arg(long)]
        json: bool,
        /// The folder of the logs.
        #[arg(long, value_name = "DIR")]
        log_dir: Option<PathBuf>,
    },
    /// Delete the logs of tasks, as `deskpilot log rm` does.
    Rm {
        #[command(flatten)]
        removal: LogRemovalArgs,
        /// The folder of the logs.
        #[arg(long, value_name = "DIR")]
        log_dir: Option<PathBuf>,
    },
    /// Write a task's log and pictures to one file.
    Export {
        /// The task.
        task: String,
        /// The file; by default TASK.deskpilot.zip in the current folder.
        file: Option<PathBuf>,
        /// Print JSON.
        #[arg(long)]
        json: bool,
        /// The folder of the logs.
        #[arg(long, value_name = "DIR")]
        log_dir: Option<PathBuf>,
    },
    /// Create a task from such a file; you can read, resume and replay it like any other.
    Import {
        /// The file.
        file: PathBuf,
        /// The name of the new task; by default its name in the file.
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
    /// The task; by default the only running one.
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
    /// Start a private desktop as well, and ask the model for one word.
    #[arg(long)]
    pub(crate) deep: bool,
    /// Install the missing packages; shows what it would do, and asks.
    #[arg(long, conflicts_with = "json")]
    pub(crate) fix: bool,
    /// Install without asking.
    #[arg(long, short, requires = "fix")]
    pub(crate) yes: bool,
    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

/// `demo`
#[derive(Debug, Args)]
#[command(after_help = "\
The built-in model follows the request, so no key is needed. It takes a few seconds, on a private desktop.")]
pub(crate) struct DemoArgs {
    /// The folder for answer.txt; by default the home of the task, in its log's folder.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    /// The folder of the logs.
    #[arg(long, value_name = "DIR")]
    pub(crate) log_dir: Option<PathBuf>,
}

/// Parses the name of a mode.
fn modes() -> impl TypedValueParser<Value = Mode> {
    let words = Mode::all().map(|it| PossibleValue::new(it.word()).help(it.description()));
    PossibleValuesParser::new(words).try_map(|word| word.parse::<Mode>())
}

impl CommonArgs {
    /// The settings that these flags set.
    pub(crate) fn flags(&self) -> Vec<FlagValue<'static>> {
        let desktop = self.desktop.map(Desktop::word);
        let is_preset = self.policy.as_deref().is_some_and(|it| Preset::of(it).is_some());
        let policy = if is_preset { "policy.preset" } else { "policy.file" };
        [
            ("run.log_dir", "--log-dir", self.log_dir.as_ref().map(|it| it.display().to_string())),
            ("model.name", "--model", self.model.clone()),
            // --model names the model of all agents.
            ("model.host", "--model", self.model.clone()),
            ("model.app", "--model", self.model.clone()),
            ("model.judge", "--model", self.model.clone()),
            ("model.base_url", "--base-url", self.base_url.clone()),
            ("desktop.kind", "--desktop", desktop.map(str::to_owned)),
            ("desktop.home", "--home", self.home.clone()),
            ("run.out", "--out", self.out.clone()),
            ("run.evaluation", "--evaluate", self.evaluate.clone()),
            ("run.max_steps", "--max-steps", self.max_steps.map(|it| it.to_string())),
            (policy, "--policy", self.policy.clone()),
            ("grounding.kind", "--grounding", self.grounding.clone()),
        ]
        .into_iter()
        .filter_map(|(setting, flag, text)| Some(FlagValue { setting, flag, text: text? }))
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
