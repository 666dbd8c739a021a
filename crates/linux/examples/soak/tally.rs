//! Counts of what a soak run did, and of the outcomes.

use deskpilot_core::Effect;
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

/// Counts of a run.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) looks: u64,
    pub(crate) pictures: u64,
    effects: BTreeMap<&'static str, u64>,
    acting: Duration,
    /// Accepted actions whose effect on the target was then checked.
    pub(crate) proven: u64,
    gone: u64,
    changed: u64,
}

/// How an action on a stale control was refused.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Refusal {
    Gone,
    Changed,
}

impl Tally {
    pub(crate) fn acted(&mut self, effect: &Effect, took: Duration) {
        *self.effects.entry(effect.word()).or_default() += 1;
        self.acting += took;
    }

    pub(crate) fn refused(&mut self, refusal: Refusal) {
        match refusal {
            Refusal::Gone => self.gone += 1,
            Refusal::Changed => self.changed += 1,
        }
    }

    pub(crate) fn stale_refused(&self) -> u64 {
        self.gone + self.changed
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let acted: u64 = self.effects.values().sum();
        let effects: Vec<_> = self.effects.iter().map(|(word, times)| format!("{times} {word}")).collect();
        let mean = self.acting.as_secs_f64() * 1000.0 / acted.max(1) as f64;
        writeln!(f, "{} looks, {} pictures", self.looks, self.pictures)?;
        writeln!(f, "{acted} actions, {mean:.0} ms each: {}", effects.join(", "))?;
        writeln!(f, "{} of them checked against what their target then was: all right", self.proven)?;
        let (all, gone, changed) = (self.stale_refused(), self.gone, self.changed);
        write!(f, "{all} actions on stale controls, all refused: {gone} were gone, {changed} had changed")
    }
}
