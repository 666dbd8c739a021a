//! The live state of a session in progress.

use super::{
    Blackboard, Changes, Consumption, Cost, Decisions, EvaluationRecord, Grants, LoopGuard, Memory,
    OpenedWindows, Questions, RecalledPassages, Round, Steps, Timings, TouchedFiles, UnsavedWork,
};
use crate::{Entry, Projection};

/// The live state of a session: at every moment equal to the fold of its log.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ledger {
    /// The current round.
    pub round: Round,
    /// The question that waits for a person, if any.
    pub questions: Questions,
    /// Step and operation counts, and what is in progress.
    pub steps: Steps,
    /// What it has cost.
    pub cost: Cost,
    /// The number of decisions.
    pub decisions: Decisions,
    /// What the round and the session have used of their limits.
    pub consumption: Consumption,
    /// The agents' shared memory.
    pub blackboard: Blackboard,
    /// Each agent's own memory.
    pub memory: Memory,
    /// Repeated actions.
    pub loop_guard: LoopGuard,
    /// The user's approvals and refusals.
    pub grants: Grants,
    /// The windows that the session opened.
    pub opened: OpenedWindows,
    /// The documents that were changed and not seen saved.
    pub unsaved: UnsavedWork,
    /// The record for the evaluation.
    pub evaluation: EvaluationRecord,
    /// The changes between observations.
    pub changes: Changes,
    /// The recalled knowledge.
    pub recalled: RecalledPassages,
    /// The total duration of each stage.
    pub timings: Timings,
    /// The files that it touched.
    pub touched: TouchedFiles,
}

impl Projection for Ledger {
    fn apply(&mut self, entry: &Entry) {
        self.round.apply(entry);
        self.questions.apply(entry);
        self.steps.apply(entry);
        self.cost.apply(entry);
        self.decisions.apply(entry);
        self.consumption.apply(entry);
        self.blackboard.apply(entry);
        self.memory.apply(entry);
        self.loop_guard.apply(entry);
        self.grants.apply(entry);
        self.opened.apply(entry);
        self.unsaved.apply(entry);
        self.evaluation.apply(entry);
        self.changes.apply(entry);
        self.recalled.apply(entry);
        self.timings.apply(entry);
        self.touched.apply(entry);
    }
}
