//! The decisions of a step.

use crate::{AppDecision, HostDecision, HostRemarks, Remarks, Timestamp};

/// An agent's decision in a step.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum StepDecision {
    /// No decision: its replies were invalid, or an error came first.
    #[default]
    Nothing,
    /// The HostAgent decided.
    Host(HostDecision, HostRemarks),
    /// An AppAgent decided.
    App(AppDecision, Remarks),
}

impl StepDecision {
    /// The remarks that both kinds of agent make.
    pub const fn remarks(&self) -> Option<&Remarks> {
        match self {
            StepDecision::Nothing => None,
            StepDecision::Host(_, remarks) => Some(&remarks.common),
            StepDecision::App(_, remarks) => Some(remarks),
        }
    }
}

/// A decision and its entry in the log.
#[derive(Clone, Debug, PartialEq)]
pub struct DecisionEntry {
    /// The number of its entry.
    pub entry: u64,
    /// When it was made.
    pub at: Timestamp,
    /// What decided.
    pub source: DecisionSource,
    /// The decision.
    pub decision: StepDecision,
}

/// What decided in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecisionSource {
    /// A language model that was asked in this step.
    Model,
    /// A program or a plan.
    Program,
    /// The session itself, which assigns the subtask of a launch to the window that opened.
    Session,
}
