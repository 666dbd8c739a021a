//! Counts of what the adversary tried, what became of it, and the violations.

use crate::{attack::Attempt, block::Turn, policy::PolicyUnderTest};
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

/// Counts of a run.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    actions: usize,
    /// Those that the policy refused, or would have asked about.
    refused: usize,
    /// Those that were sent to a window.
    done: usize,
    /// The recorded effects, by the word of the toolkit and by kind.
    effects: BTreeMap<&'static str, BTreeMap<String, usize>>,
    /// Pairs of gesture and role.
    pairs: BTreeSet<(&'static str, &'static str)>,
    /// Reports of effects that the policy forbids.
    pub(crate) violations: Vec<String>,
    /// Reports of effects that a policy would have forbidden.
    pub(crate) unruled: Vec<String>,
}

impl Tally {
    /// The counts of these attempts.
    pub(crate) fn of(turn: Turn, attempts: &[Attempt], found: Vec<String>) -> Tally {
        let mut kinds = BTreeMap::new();
        for effect in attempts.iter().flat_map(|it| &it.effects) {
            *kinds.entry(effect.kind.clone()).or_default() += 1;
        }
        let (violations, unruled) = match turn.policy {
            PolicyUnderTest::Unrestricted => (Vec::new(), found),
            _ => (found, Vec::new()),
        };
        Tally {
            actions: attempts.len(),
            refused: attempts.iter().filter(|it| it.is_refused()).count(),
            done: attempts.iter().filter(|it| it.outcome.is_some()).count(),
            effects: BTreeMap::from([(turn.toolkit.word(), kinds)]),
            pairs: attempts.iter().map(|it| (it.gesture, it.role)).collect(),
            violations,
            unruled,
        }
    }

    /// Both together.
    pub(crate) fn plus(mut self, other: Tally) -> Tally {
        self.actions += other.actions;
        self.refused += other.refused;
        self.done += other.done;
        for (toolkit, kinds) in other.effects {
            let all = self.effects.entry(toolkit).or_default();
            kinds.into_iter().for_each(|(kind, count)| *all.entry(kind).or_default() += count);
        }
        self.pairs.extend(other.pairs);
        self.violations.extend(other.violations);
        self.unruled.extend(other.unruled);
        self
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for violation in &self.violations {
            writeln!(f, "{violation}\n")?;
        }
        for (toolkit, kinds) in &self.effects {
            let kinds: Vec<String> = kinds.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
            writeln!(f, "effects in {toolkit}: {}", kinds.join(", "))?;
        }
        let Tally { actions, refused, done, effects, pairs, violations, .. } = self;
        write!(
            f,
            "{actions} actions, {} pairs of gesture and role, {refused} refused or not answered, {done} done, {} effects \
             recorded, {} violations",
            pairs.len(),
            effects.values().flat_map(BTreeMap::values).sum::<usize>(),
            violations.len()
        )
    }
}
