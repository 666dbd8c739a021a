//! The command line: commands, flags and their help texts.

mod acp;
mod agents;
mod command_line;
mod dataflow;
mod demonstrations;
mod experience;
mod first_word;
mod interaction;
mod judging;
mod knowledge;
mod log;
mod manual;
mod mcp;
mod native;
mod observe;
mod output;
#[cfg(test)]
mod pages;
mod queue;
mod report;
mod run;
mod secrets;
mod serve;
mod session;
mod setup;
mod shared;
mod skills;
mod wrong_line;

pub(crate) use acp::AcpArgs;
pub(crate) use agents::AgentsArgs;
pub(crate) use command_line::{command_line, parse};
pub(crate) use dataflow::{
    DataflowArgs, DataflowCommand, DataflowExportArgs, DataflowImportArgs, DataflowResultsArgs,
    DataflowRunArgs, ExecutionArgs, QueueArgs, WorkerArgs,
};
pub(crate) use demonstrations::{DemonstrateArgs, DemonstrationsArgs, DemonstrationsCommand};
pub(crate) use experience::{ExperienceArgs, ExperienceCommand};
pub(crate) use interaction::{AnswerArgs, AnswersArgs, AnswersCommand, CheckArgs, PolicyArgs, PolicyCommand};
pub(crate) use judging::{AuditArgs, EvaluateArgs};
pub(crate) use knowledge::{
    KnowledgeAddArgs, KnowledgeArgs, KnowledgeCommand, KnowledgeModelCommand, KnowledgeRemoveArgs,
    KnowledgeSearchArgs,
};
pub(crate) use log::{ListingArgs, LogArgs, LogCommand, LogRemovalArgs, TaskNamesArgs, WatchArgs};
pub(crate) use manual::{ManualArgs, Page};
pub(crate) use mcp::McpArgs;
#[cfg(feature = "mcp")]
pub(crate) use mcp::{McpCommand, McpConfigArgs, McpListing, McpTokenArgs, McpTokenCommand};
pub(crate) use native::{CallArgs, CommandsArgs};
pub(crate) use observe::{ObserveArgs, WindowsArgs};
pub(crate) use output::OutputArgs;
pub(crate) use queue::{QueueChangeArgs, QueueCommand, QueueCommandArgs, QueueListArgs};
pub(crate) use report::ReportArgs;
pub(crate) use run::{ReplayArgs, ResumeArgs, RunArgs};
pub(crate) use secrets::{SecretArgs, SecretCommand};
pub(crate) use serve::ServeArgs;
pub(crate) use session::{SessionArgs, SessionCommand};
pub(crate) use setup::{ConfigArgs, ConfigCommand, GroundingArgs, GroundingCommand, KeyArgs, KeyCommand};
pub(crate) use shared::{JsonArgs, LogFolderArgs, RunningTaskArgs};

pub(crate) use skills::{SkillRunArgs, SkillsArgs, SkillsCommand};

use crate::features;
use clap::{Args, Parser, Subcommand, ValueEnum};
use deskpilot_settings::RunFlags;
use std::path::PathBuf;

/// Carry out tasks on the desktop that you describe in plain language.
#[derive(Debug, Parser)]
#[command(name = "deskpilot", version, long_version = features::long_version(), max_term_width = 100)]
struct Cli {
    /// Without one, Deskpilot says what to type first, and asks for requests at the terminal. Words that begin with no command are a
    /// request for `run`.
    #[command(subcommand)]
    command: Option<Command>,
}

/// The end of the help text, which names folders as texts do.
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
    /// Show what a running task does, as it happens: in a browser, or as text.
    Watch(WatchArgs),
    /// Watch, steer, answer and start tasks in a browser.
    Serve(ServeArgs),
    /// Work as an agent in an editor that speaks the Agent Client Protocol.
    Acp(AcpArgs),
    /// Carry out tasks of another agent, over MCP on standard input and output.
    Mcp(McpArgs),
    /// Write tasks into one file that a browser opens, with everything they did and saw.
    Report(ReportArgs),
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
    /// List the native commands of applications, which need no window.
    Commands(CommandsArgs),
    /// Tell an application one thing directly, such as to fill cells of a sheet.
    Call(CallArgs),
    /// Stop a running task; you can resume it.
    Stop(RunningTaskArgs),
    /// Pause a running task: it releases pointer and keyboard, and waits.
    Pause(RunningTaskArgs),
    /// Hand the desktop back to a paused task; it looks again before it continues.
    HandBack(RunningTaskArgs),
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
    /// Try on this Windows what could not be tried before, in applications that it opens, and print a page to send in.
    #[command(hide = true)]
    WindowsSelftest,
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
    /// Print a page of the manual, or find words in all pages; without a page, list the pages.
    Manual(ManualArgs),
    /// Print a completion script for a shell.
    Completion {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Print the names of tasks, for completion in shells.
    #[command(hide = true)]
    TaskNames(TaskNamesArgs),
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
    #[command(flatten)]
    pub(crate) logs: LogFolderArgs,
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

/// `doctor`
#[derive(Debug, Args)]
pub(crate) struct DoctorArgs {
    #[command(flatten)]
    pub(crate) json: JsonArgs,
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
The built-in model follows the request, so no key is needed. It takes a few seconds, on a private desktop; on Windows, where a \
calculator may need yours, on the one you sit at.")]
pub(crate) struct DemoArgs {
    /// The folder for answer.txt; by default the home of the task, in its log's folder.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) logs: LogFolderArgs,
}

impl CommonArgs {
    /// The flags as every entrance has them.
    pub(crate) fn run_flags(&self) -> RunFlags {
        RunFlags {
            log_dir: self.logs.log_dir.as_ref().map(|it| it.display().to_string()),
            model: self.model.clone(),
            base_url: self.base_url.clone(),
            desktop: self.desktop.map(|it| it.word().to_owned()),
            home: self.home.clone(),
            out: self.out.clone(),
            max_steps: self.max_steps.map(|it| it.to_string()),
            policy: self.policy.clone(),
            evaluate: self.evaluate.clone(),
            grounding: self.grounding.clone(),
        }
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
