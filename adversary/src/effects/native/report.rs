//! What was reported of native commands and what was true.

use super::judge::Basis;
use crate::effects::{
    judge::Judgement,
    report::{Falsehood, Tally},
};
use deskpilot_core::Effect;
use serde::Serialize;
use std::fmt;

/// Counts of a run, and its falsehoods.
#[derive(Debug, Default, Serialize)]
pub(crate) struct NativeTally {
    #[serde(flatten)]
    pub(super) tally: Tally,
    judged_by: Bases,
    /// The calls after which their application did not answer any more; it was started again.
    pub(super) broken: Vec<String>,
}

/// How many judgements stand on what.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Bases {
    postcondition: u32,
    change: u32,
    nothing: u32,
}

impl NativeTally {
    /// Counts what was reported of one call.
    pub(super) fn count(&mut self, name: &str, reported: &Effect, judgement: &Judgement, basis: Basis) {
        self.tally.count(name, reported, judgement);
        let count = match basis {
            Basis::Postcondition => &mut self.judged_by.postcondition,
            Basis::Change => &mut self.judged_by.change,
            Basis::Nothing => &mut self.judged_by.nothing,
        };
        *count += 1;
    }

    /// What is false.
    pub(super) fn falsehoods(&self) -> &[Falsehood] {
        &self.tally.falsehoods
    }

    /// Both together.
    pub(super) fn plus(mut self, other: NativeTally) -> NativeTally {
        self.tally = self.tally.plus(other.tally);
        self.judged_by.postcondition += other.judged_by.postcondition;
        self.judged_by.change += other.judged_by.change;
        self.judged_by.nothing += other.judged_by.nothing;
        self.broken.extend(other.broken);
        self
    }

    /// Whether everything was played and nothing that was reported is false.
    pub(crate) fn is_met(&self) -> bool {
        self.tally.unplayed.is_empty() && self.tally.falsehoods.is_empty()
    }
}

impl fmt::Display for NativeTally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for falsehood in &self.tally.falsehoods {
            writeln!(f, "{falsehood}\n")?;
        }
        for block in &self.tally.unplayed {
            writeln!(f, "not played: {block}\n")?;
        }
        for call in &self.broken {
            writeln!(f, "not judged, its application was started again after it: {call}\n")?;
        }
        writeln!(f, "{}\n", self.tally.markdown("command"))?;
        let Bases { postcondition, change, nothing } = self.judged_by;
        write!(
            f,
            "{postcondition} calls were judged by what their command promises, {change} by whether anything changed, and \
             {nothing} were not judged; {} broke their application",
            self.broken.len()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::Evidence;

    #[test]
    fn one_falsehood_of_any_kind_is_too_many() {
        let confirmed = Effect::Confirmed(Evidence::Accepted);
        let mut tally = NativeTally::default();
        tally.count("calc set_cells", &confirmed, &Judgement::True, Basis::Postcondition);
        tally.count("calc save", &confirmed, &Judgement::Unknown, Basis::Nothing);
        assert!(tally.is_met());
        let mut tally = tally.plus(NativeTally { broken: vec!["undo()".into()], ..NativeTally::default() });
        assert!(tally.is_met(), "what breaks an application is counted, and not judged");
        let report = tally.to_string();
        for part in [
            "| calc set_cells | 1 | 1 (1 judged) | 0 |",
            "1 calls were judged by what",
            "1 broke their application",
        ] {
            assert!(report.contains(part), "{part} is not in {report}");
        }
        assert_eq!(serde_json::to_value(&tally).unwrap()["judged_by"]["postcondition"], 1);
        tally.tally.unplayed.push("it does not start".into());
        assert!(!tally.is_met());
    }
}
