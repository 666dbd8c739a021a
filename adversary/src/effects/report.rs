//! What was reported and what was true: counts for each toolkit or command, and every falsehood.

use super::judge::Judgement;
use deskpilot_core::Effect;
use serde::Serialize;
use std::{collections::BTreeMap, fmt};

/// The share of false "no change" and "partial" that is allowed, in percent.
const ALLOWED: f64 = 0.5;

/// Counts of a run, and its falsehoods.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Tally {
    /// The counts by the word of the toolkit or the name of the command, then by what was reported.
    counts: BTreeMap<String, BTreeMap<String, Count>>,
    pub(crate) falsehoods: Vec<Falsehood>,
    /// The blocks whose application did not start, and why.
    pub(crate) unplayed: Vec<String>,
}

/// How often something was reported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
struct Count {
    reported: u32,
    /// How often the truth could show whether it is true.
    judged: u32,
    #[serde(rename = "false")]
    false_: u32,
}

/// Something that was reported and is not true.
#[derive(Debug, Serialize)]
pub(crate) struct Falsehood {
    pub(crate) toolkit: String,
    /// The word of the effect.
    pub(crate) reported: String,
    /// The action, and the whole of what was reported.
    pub(crate) action: String,
    pub(crate) truth: String,
    /// What the window and the X server say has changed.
    pub(crate) happened: Vec<String>,
    /// What the window recorded.
    pub(crate) recorded: Vec<String>,
    pub(crate) actions_before: Vec<String>,
    /// The command that plays it again.
    pub(crate) again: String,
}

impl Count {
    fn plus(self, other: Count) -> Count {
        Count {
            reported: self.reported + other.reported,
            judged: self.judged + other.judged,
            false_: self.false_ + other.false_,
        }
    }
}

impl Tally {
    /// Counts what was reported of one action on something of this name.
    pub(crate) fn count(&mut self, name: &str, reported: &Effect, judgement: &Judgement) {
        let count =
            self.counts.entry(name.to_owned()).or_default().entry(reported.word().into()).or_default();
        *count = count.plus(Count {
            reported: 1,
            judged: u32::from(*judgement != Judgement::Unknown),
            false_: u32::from(matches!(judgement, Judgement::False(_))),
        });
    }

    /// Both together.
    pub(crate) fn plus(mut self, other: Tally) -> Tally {
        for (name, counts) in other.counts {
            let all = self.counts.entry(name).or_default();
            for (word, count) in counts {
                let sum = all.entry(word).or_default();
                *sum = sum.plus(count);
            }
        }
        self.falsehoods.extend(other.falsehoods);
        self.unplayed.extend(other.unplayed);
        self
    }

    /// Whether everything was played, no "confirmed" is false, and few enough of the others.
    pub(crate) fn is_met(&self) -> bool {
        let words = ["no_change", "partial"].map(|it| self.sum(it));
        let others = words[0].plus(words[1]);
        let share = 100.0 * f64::from(others.false_) / f64::from(others.judged.max(1));
        self.unplayed.is_empty() && self.sum("confirmed").false_ == 0 && share <= ALLOWED
    }

    fn sum(&self, word: &str) -> Count {
        let counts = self.counts.values().filter_map(|it| it.get(word)).copied();
        counts.fold(Count::default(), Count::plus)
    }

    /// The table for a page; `head` says what it counts by.
    pub(crate) fn markdown(&self, head: &str) -> String {
        let mut lines = vec![
            format!(
                "| {head} | actions | confirmed | false | no change, partial | false | unverified | refused | false |"
            ),
            "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |".to_owned(),
        ];
        lines.extend(self.counts.iter().map(|(name, counts)| row(name, counts)));
        let mut sums = BTreeMap::new();
        for (word, count) in self.counts.values().flatten() {
            let sum: &mut Count = sums.entry(word.clone()).or_default();
            *sum = sum.plus(*count);
        }
        lines.push(row("all", &sums));
        lines.join("\n")
    }
}

fn row(name: &str, counts: &BTreeMap<String, Count>) -> String {
    let of = |word: &str| counts.get(word).copied().unwrap_or_default();
    let others = of("no_change").plus(of("partial"));
    let (confirmed, refused) = (of("confirmed"), of("refused"));
    let all: u32 = counts.values().map(|it| it.reported).sum();
    let judged = |it: Count| format!("{} ({} judged)", it.reported, it.judged);
    let cells = [
        name.to_owned(),
        all.to_string(),
        judged(confirmed),
        confirmed.false_.to_string(),
        judged(others),
        others.false_.to_string(),
        of("unverified").reported.to_string(),
        refused.reported.to_string(),
        refused.false_.to_string(),
    ];
    format!("| {} |", cells.join(" | "))
}

/// How many things of a kind a report lists.
const LISTED: usize = 8;

/// The first of these, and how many there are more.
fn some(all: &[String]) -> String {
    let listed = all.iter().take(LISTED).map(String::as_str).collect::<Vec<_>>().join("; ");
    match all.len().saturating_sub(LISTED) {
        0 => listed,
        more => format!("{listed}; and {more} more"),
    }
}

impl fmt::Display for Falsehood {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Falsehood { toolkit, action, truth, happened, recorded, actions_before, again, .. } = self;
        writeln!(f, "false in {toolkit}: {action}")?;
        writeln!(f, "  true is: {truth}")?;
        writeln!(f, "  happened: {}", some(happened))?;
        writeln!(f, "  recorded: {}", some(recorded))?;
        for line in actions_before {
            writeln!(f, "  before it: {line}")?;
        }
        write!(f, "  again: {again}")
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for falsehood in &self.falsehoods {
            writeln!(f, "{falsehood}\n")?;
        }
        for block in &self.unplayed {
            writeln!(f, "not played: {block}\n")?;
        }
        f.write_str(&self.markdown("window"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{Evidence, NoChangeReason};

    #[test]
    fn one_false_confirmation_or_too_many_false_others_are_too_many() {
        let confirmed = Effect::Confirmed(Evidence::Accepted);
        let same = Effect::NoChange(NoChangeReason::Same(Evidence::NOTHING));
        for (reported, times, is_met) in
            [(&confirmed, 0, true), (&confirmed, 1, false), (&same, 1, true), (&same, 2, false)]
        {
            let mut tally = Tally::default();
            for at in 0..300 {
                let judgement = if at < times { Judgement::False("x".into()) } else { Judgement::True };
                tally.count("qt-5", reported, &judgement);
            }
            assert_eq!(tally.is_met(), is_met, "{reported} {times}");
            assert!(tally.to_string().contains("| qt-5 | 300 |"), "{tally}");
        }
        assert!(!Tally { unplayed: vec!["it crashed".into()], ..Tally::default() }.is_met());
    }
}
