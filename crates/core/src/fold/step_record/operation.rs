//! The operations of a step.

use crate::{ActionId, BlobRef, Effect, Entry, Operation, Outcome, Timestamp};

/// An operation and its outcome.
#[derive(Clone, Debug, PartialEq)]
pub struct StepOperation {
    /// The operation.
    pub operation: Operation,
    /// The outcome; interrupted until the log has another one.
    pub outcome: Outcome,
    /// When it ran; `None` if it never began, because it was refused or held back.
    pub run: Option<OperationRun>,
    /// The picture with its target outlined; `None` if it has no target, or never began.
    pub selected: Option<BlobRef>,
}

/// The run of an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OperationRun {
    /// The operation's number in the session.
    pub id: ActionId,
    /// The number of the entry with which it began.
    pub entry: u64,
    /// When it began.
    pub began: Timestamp,
    /// When it ended; `None` if the log does not have its end.
    pub ended: Option<Timestamp>,
}

impl StepOperation {
    /// An operation that begins.
    pub(super) fn begin(
        id: ActionId,
        operation: &Operation,
        selected: Option<&BlobRef>,
        entry: &Entry,
    ) -> StepOperation {
        let run = Some(OperationRun { id, entry: entry.seq, began: entry.at, ended: None });
        let (operation, selected) = (operation.clone(), selected.cloned());
        StepOperation { operation, outcome: Effect::Interrupted.into(), run, selected }
    }

    /// An operation that is refused or held back.
    pub(super) fn refused(operation: &Operation, outcome: Outcome) -> StepOperation {
        StepOperation { operation: operation.clone(), outcome, run: None, selected: None }
    }

    /// Whether it is the operation with this number, and has not ended.
    pub(super) fn is_running(&self, id: ActionId) -> bool {
        self.run.as_ref().is_some_and(|it| it.id == id && it.ended.is_none())
    }

    pub(super) fn end(&mut self, outcome: &Outcome, at: Timestamp) {
        self.outcome.clone_from(outcome);
        if let Some(run) = &mut self.run {
            run.ended = Some(at);
        }
    }
}
