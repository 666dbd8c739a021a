//! Counts of what the adversary tried, what became of it, and the violations.

use crate::attack::Attempt;
use std::{collections::BTreeSet, fmt};

/// Counts of a run.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    actions: usize,
    /// Those that the policy refused, or would have asked about.
    refused: usize,
    /// Those that were sent to a window.
    done: usize,
    effects: usize,
    /// Pairs of gesture and role.
    pairs: BTreeSet<(&'static str, &'static str)>,
    /// Reports of effects that the policy forbids.
    pub(crate) violations: Vec<String>,
}

impl Tally {
    /// The counts of these attempts.
    pub(crate) fn of(attempts: &[Attempt], violations: Vec<String>) -> Tally {
        Tally {
            actions: attempts.len(),
            refused: attempts.iter().filter(|it| it.is_refused()).count(),
            done: attempts.iter().filter(|it| it.outcome.is_some()).count(),
            effects: attempts.iter().map(|it| it.effects.len()).sum(),
            pairs: attempts.iter().map(|it| (it.gesture, it.role)).collect(),
            violations,
        }
    }

    /// Both together.
    pub(crate) fn plus(mut self, other: Tally) -> Tally {
        self.actions += other.actions;
        self.refused += other.refused;
        self.done += other.done;
        self.effects += other.effects;
        self.pairs.extend(other.pairs);
        self.violations.extend(other.violations);
        self
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for violation in &self.violations {
            writeln!(f, "{violation}\n")?;
        }
        let Tally { actions, refused, done, effects, pairs, violations } = self;
        write!(
            f,
            "{actions} actions, {} pairs of gesture and role, {refused} refused or not answered, {done} done, {effects} effects \
             recorded, {} violations",
            pairs.len(),
            violations.len()
        )
    }
}
