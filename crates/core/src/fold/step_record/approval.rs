//! What a step knows of the user's approval, and the decision that goes with it into the next step.

use super::{StepDecision, StepObservation};
use crate::{AppDecision, NextStatus, Operation};

/// The state of the user's approval, if the operation needs one.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum ApprovalState {
    /// No approval is needed.
    #[default]
    NotNeeded,
    /// This operation waits for approval.
    Waiting(Box<Operation>),
    /// The user approved; the next step runs the operation.
    Given,
    /// The user approved in the previous step; this step runs the operation.
    GivenBefore,
    /// The user refused.
    Withheld,
}

impl ApprovalState {
    /// Whether an operation waits for approval.
    pub const fn is_waiting(&self) -> bool {
        matches!(self, ApprovalState::Waiting(_))
    }
}

/// A decision of an earlier step that a later step carries out, or asks the user about again.
#[derive(Clone, Debug, PartialEq)]
pub struct CarriedDecision {
    /// The operation that the user was asked about.
    pub operation: Operation,
    /// The decision, reduced to this operation.
    pub decision: StepDecision,
    /// What its agent observed last.
    pub observation: Option<Box<StepObservation>>,
    /// How many replies of a language model led to it.
    pub replies: usize,
    /// How many operations of the same decision began before it.
    pub earlier: usize,
}

/// The decision reduced to this operation.
pub(super) fn reduced_to(decision: &StepDecision, operation: &Operation) -> StepDecision {
    match (decision, operation) {
        (StepDecision::App(AppDecision::Act { caution, .. }, remarks), Operation::Act(action)) => {
            // The agent observes again before anything else.
            let (actions, then) = (vec![(**action).clone()], NextStatus::Continue);
            StepDecision::App(
                AppDecision::Act { actions, caution: caution.clone(), then, independent: Vec::new() },
                remarks.clone(),
            )
        }
        (decision, _) => decision.clone(),
    }
}
