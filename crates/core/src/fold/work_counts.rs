//! How often rounds ended and actions had an effect, by the words of both.

use crate::{Entry, Event, Projection};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How rounds ended and what actions did, counted over a whole log.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkCounts {
    /// How often a round ended, by [`Verdict::word`](crate::Verdict::word). One that is reopened ends again.
    pub rounds: BTreeMap<String, u64>,
    /// How often an operation that began had an effect, by [`Effect::word`](crate::Effect::word).
    pub effects: BTreeMap<String, u64>,
}

impl WorkCounts {
    /// Adds the counts of another log.
    pub fn add(&mut self, other: &WorkCounts) {
        for (own, more) in [(&mut self.rounds, &other.rounds), (&mut self.effects, &other.effects)] {
            more.iter().for_each(|(word, count)| *own.entry(word.clone()).or_default() += count);
        }
    }
}

impl Projection for WorkCounts {
    fn apply(&mut self, entry: &Entry) {
        let (counts, word) = match &entry.event {
            Event::RoundEnded { verdict } => (&mut self.rounds, verdict.word()),
            Event::Acted { outcome, .. } => (&mut self.effects, outcome.effect.word()),
            _ => return,
        };
        *counts.entry(word.to_owned()).or_default() += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ActionId, Effect, Timestamp, Verdict};

    #[test]
    fn rounds_and_effects_are_counted_by_their_words() {
        let acted = |effect: Effect| Event::Acted { id: ActionId(1), outcome: effect.into() };
        let events = [
            acted(Effect::Interrupted),
            acted(Effect::unverified("nothing to look at")),
            acted(Effect::unverified("nothing to look at")),
            Event::RoundEnded { verdict: Verdict::Failed("no".into()) },
            Event::RoundEnded { verdict: Verdict::Finished(String::new()) },
        ];
        let entries = (0..).zip(events).map(|(seq, event)| Entry { seq, at: Timestamp(seq), event });
        let entries: Vec<Entry> = entries.collect();
        let mut counts = WorkCounts::of(&entries);
        counts.add(&WorkCounts::of(&entries[..2]));
        let map =
            |pairs: &[(&str, u64)]| pairs.iter().map(|(word, count)| ((*word).to_owned(), *count)).collect();
        let expected = WorkCounts {
            rounds: map(&[("failed", 1), ("finished", 1)]),
            effects: map(&[("interrupted", 2), ("unverified", 3)]),
        };
        assert_eq!(counts, expected);
    }
}
