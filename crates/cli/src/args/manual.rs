//! The pages of the manual.

use clap::{Args, ValueEnum};

/// `manual`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  deskpilot manual policy
  deskpilot manual --search keyring password")]
pub(crate) struct ManualArgs {
    /// The page.
    #[arg(value_enum)]
    pub(crate) page: Option<Page>,
    /// Find the sections of all pages, and the native commands, that have all of these words.
    #[arg(long, value_name = "WORD", num_args = 1.., conflicts_with = "page")]
    pub(crate) search: Vec<String>,
    /// Print the list of pages, or what was found, as JSON.
    #[arg(long, conflicts_with = "page")]
    pub(crate) json: bool,
}

/// A page of the manual.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Page {
    /// The first ten minutes: a result, a question, a stop and a resume.
    Tutorial,
    /// A spreadsheet, a browser, a terminal, your own desktop, a batch.
    HowTo,
    /// What goes wrong, and what to do.
    Faq,
    /// Every setting.
    Configuration,
    /// The language of the built-in model `steps`.
    Steps,
    /// The commands of an AppAgent.
    Commands,
    /// Models and their providers.
    Models,
    /// How the agents work: subtasks, lists of actions, memory, judging.
    Agents,
    /// How a window is seen.
    Seeing,
    /// Limits on steps, time, tokens and money, and what a task costs.
    Budgets,
    /// Watching, steering and answering a running task.
    Sessions,
    /// The page in a browser: watching, answering, taking over, what a task did.
    Watching,
    /// The log folder, file by file.
    Logs,
    /// A record of rulings, questions, answers and actions, and whether the log was changed.
    Audit,
    /// Finding controls in pictures that the accessibility tree lacks.
    Grounding,
    /// The index of help documents and other knowledge.
    Knowledge,
    /// Spans for a collector of OpenTelemetry, numbers for Prometheus.
    Traces,
    /// A search engine as a source of knowledge.
    WebSearch,
    /// What was right twice is done without a model, if you agree.
    Skills,
    /// What worked and what went wrong, as agents are shown it later.
    Experience,
    /// Showing Deskpilot how something is done.
    Demonstrations,
    /// Task files and their checks.
    Tasks,
    /// Making data from how-to tasks: instantiate, execute, judge.
    Dataflow,
    /// From raw tasks to a dataset that Python loads.
    Datasets,
    /// The modes in which a task runs.
    Modes,
    /// Computer-use models.
    Operators,
    /// What agents may do, and when they ask you.
    Policy,
    /// What Deskpilot promises, against which attackers, and what it cannot prevent.
    ThreatModel,
    /// Secrets that tasks type and that no model sees.
    Secrets,
    /// External agents that can take subtasks.
    OtherAgents,
    /// Deskpilot as an agent in an editor.
    Acp,
    /// Tasks for other agents: Deskpilot as an MCP server.
    Mcp,
    /// What works on Wayland, and what Deskpilot refuses.
    Wayland,
    /// What Deskpilot saw and did in real applications.
    SupportMatrix,
    /// The states of the agents and the transitions between them.
    States,
    /// The fixed prompts of the agents.
    Prompts,
}
