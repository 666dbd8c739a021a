//! The pages of the manual.

use clap::ValueEnum;

/// A page of the manual.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Page {
    /// Every setting.
    Configuration,
    /// The language of the built-in model `steps`.
    Steps,
    /// The commands of an AppAgent.
    Commands,
    /// Models and their providers.
    Models,
    /// Finding controls in pictures that the accessibility tree lacks.
    Grounding,
    /// The index of help documents and other knowledge.
    Knowledge,
    /// Task files and their checks.
    Tasks,
    /// Making data from how-to tasks: instantiate, execute, judge.
    Dataflow,
    /// The modes in which a task runs.
    Modes,
    /// What agents may do, and when they ask you.
    Policy,
    /// Secrets that tasks type and that no model sees.
    Secrets,
    /// External agents that can take subtasks.
    OtherAgents,
    /// The states of the agents and the transitions between them.
    States,
    /// The fixed prompts of the agents.
    Prompts,
}
