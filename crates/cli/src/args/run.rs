//! Arguments of `run`, `resume` and `replay`.

use super::{CommonArgs, OutputArgs};
use clap::{
    Args,
    builder::{PossibleValue, PossibleValuesParser, TypedValueParser},
};
use deskpilot_core::Mode;
use std::path::PathBuf;

/// `run`
#[derive(Debug, Args)]
pub(crate) struct RunArgs {
    /// What you want done, in plain language; without it, Deskpilot asks at the terminal. Quotation marks are needed only where the
    /// shell reads a character itself.
    #[arg(value_name = "REQUEST")]
    pub(crate) words: Vec<String>,
    /// How the task runs; see `deskpilot manual modes`.
    #[arg(long, value_name = "MODE", default_value = "normal", value_parser = modes())]
    pub(crate) mode: Mode,
    /// A plan file or a folder of them, in the modes that follow plans.
    #[arg(long, value_name = "PATH")]
    pub(crate) plan: Option<PathBuf>,
    /// The file with the queue of a batch of plans; by default FOLDER.queue next to the folder of the plans.
    #[arg(long, value_name = "FILE")]
    pub(crate) queue: Option<PathBuf>,
    /// Show the plan for the request, and do nothing of it. A language model is asked once.
    #[arg(long, conflicts_with_all = ["plan", "interactive"])]
    pub(crate) dry_run: bool,
    /// Show the task in a browser, where you can steer it too; the page ends with the command.
    #[arg(long, conflicts_with_all = ["plan", "dry_run"])]
    pub(crate) watch: bool,
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
    /// The task; by default the latest that can be resumed, or with --request the latest that has ended.
    pub(crate) task: Option<String>,
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
    /// The task to repeat; by default the latest that has ended.
    #[arg(value_name = "TASK")]
    pub(crate) recorded: Option<String>,
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

/// Parses the name of a mode.
fn modes() -> impl TypedValueParser<Value = Mode> {
    let words = Mode::all().map(|it| PossibleValue::new(it.word()).help(it.description()));
    PossibleValuesParser::new(words).try_map(|word| word.parse::<Mode>())
}

impl RunArgs {
    /// The request: its words joined, `None` without any.
    pub(crate) fn request(&self) -> Option<String> {
        (!self.words.is_empty()).then(|| self.words.join(" "))
    }
}
