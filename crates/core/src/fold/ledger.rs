//! All that a session in progress knows of itself.

use super::{
    Blackboard, Changes, Cost, Decisions, Grants, LoopGuard, Memory, Opened, Performance, Questions,
    Recalled, Round, Spent, Steps, Timings,
};
use crate::{Entry, Projection};

/// The live state of a session: at every moment equal to the fold of its log.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ledger {
    /// The round it is in.
    pub round: Round,
    /// What waits for a person.
    pub questions: Questions,
    /// Where its steps stand.
    pub steps: Steps,
    /// What it has cost.
    pub cost: Cost,
    /// How often its agents decided.
    pub decisions: Decisions,
    /// What the round and the session have used up.
    pub spent: Spent,
    /// What its agents share.
    pub blackboard: Blackboard,
    /// What its agents remember, each for itself.
    pub memory: Memory,
    /// What its agents do again and again.
    pub loop_guard: LoopGuard,
    /// What the user has said yes and no to.
    pub grants: Grants,
    /// The windows it opened itself.
    pub opened: Opened,
    /// What was done, for a judge.
    pub performance: Performance,
    /// What changed between the looks of its agents.
    pub changes: Changes,
    /// What was recalled for its agents.
    pub recalled: Recalled,
    /// How long its stages took.
    pub timings: Timings,
}

impl Projection for Ledger {
    fn apply(&mut self, entry: &Entry) {
        self.round.apply(entry);
        self.questions.apply(entry);
        self.steps.apply(entry);
        self.cost.apply(entry);
        self.decisions.apply(entry);
        self.spent.apply(entry);
        self.blackboard.apply(entry);
        self.memory.apply(entry);
        self.loop_guard.apply(entry);
        self.grants.apply(entry);
        self.opened.apply(entry);
        self.performance.apply(entry);
        self.changes.apply(entry);
        self.recalled.apply(entry);
        self.timings.apply(entry);
    }
}
