//! What is in a dataset, in figures.

mod page;

use crate::{
    Split, Verdict,
    reading::LeftOut,
    selection::{Duplicate, Selection},
    trajectory::{StepSuccess, Trajectory},
};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// What is in a dataset.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Statistics {
    /// How many tasks.
    pub tasks: usize,
    /// How many steps.
    pub steps: usize,
    /// Tasks by application.
    pub by_app: BTreeMap<String, usize>,
    /// Tasks by verdict.
    pub by_verdict: BTreeMap<Verdict, usize>,
    /// Tasks by template.
    pub by_template: BTreeMap<String, usize>,
    /// What is in each split.
    pub by_split: BTreeMap<Split, CountsOfSplit>,
    /// The splits without a task.
    pub empty_splits: Vec<Split>,
    /// Steps of a task.
    pub steps_per_task: Spread,
    /// Steps by function.
    pub functions: BTreeMap<String, CountsOfFunction>,
    /// Seconds of a task's execution.
    pub execution_seconds: Spread,
    /// Seconds of all stages of all tasks.
    pub total_seconds: f64,
    /// Dollars of the executions' model calls with a known price.
    pub dollars: f64,
    /// Model calls of the executions.
    pub model_calls: u32,
    /// Those whose price is unknown.
    pub unpriced_calls: u32,
    /// Tasks that are nearly another one, and were left out.
    pub duplicates: Vec<Duplicate>,
    /// How many tasks have a verdict that was not wanted.
    pub other_verdicts: usize,
    /// The records that could not be used.
    pub left_out: Vec<LeftOutRecord>,
}

/// What is in a split.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CountsOfSplit {
    /// How many tasks.
    pub tasks: usize,
    /// How many steps.
    pub steps: usize,
    /// How many templates.
    pub templates: usize,
}

/// How often a function was called.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CountsOfFunction {
    /// In all.
    pub steps: usize,
    /// How often it succeeded.
    pub succeeded: usize,
    /// How often it failed. `finish` and `fail` do neither.
    pub failed: usize,
}

/// The spread of numbers; zeros where there is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Spread {
    /// The smallest.
    pub min: f64,
    /// The one in the middle, or between the two there.
    pub median: f64,
    /// The largest.
    pub max: f64,
}

/// A record that could not be used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LeftOutRecord {
    /// The name of its file.
    pub name: String,
    /// Why, without paths of the machine.
    pub why: &'static str,
}

impl Statistics {
    /// The figures of what is exported, with what is not.
    pub fn of(selection: &Selection<'_>, left_out: &[LeftOut]) -> Statistics {
        let mut statistics = Statistics {
            duplicates: selection.duplicates.clone(),
            other_verdicts: selection.other_verdicts,
            left_out: left_out.iter().map(left_out_record).collect(),
            by_split: Split::ALL.iter().map(|it| (*it, counts_of(selection, *it))).collect(),
            ..Statistics::default()
        };
        let is_empty = |it: &&Split| statistics.by_split.get(*it).is_none_or(|it| it.tasks == 0);
        statistics.empty_splits = Split::ALL.iter().filter(is_empty).copied().collect();
        let kept = || selection.kept.iter().map(|(_, it)| *it);
        kept().for_each(|it| statistics.count(it));
        statistics.steps_per_task = Spread::of(kept().map(|it| it.steps.len() as f64).collect());
        statistics.execution_seconds = Spread::of(kept().filter_map(|it| it.times.execute).collect());
        statistics
    }

    fn count(&mut self, trajectory: &Trajectory) {
        self.tasks += 1;
        self.steps += trajectory.steps.len();
        *self.by_app.entry(trajectory.app.clone()).or_default() += 1;
        *self.by_verdict.entry(trajectory.verdict).or_default() += 1;
        *self.by_template.entry(trajectory.template.clone()).or_default() += 1;
        for step in &trajectory.steps {
            let counts = self.functions.entry(step.action.function().to_owned()).or_default();
            counts.steps += 1;
            match step.action.outcome() {
                Some((_, StepSuccess::Succeeded)) => counts.succeeded += 1,
                Some((_, StepSuccess::Failed)) => counts.failed += 1,
                None => {}
            }
        }
        self.total_seconds += trajectory.times.total.unwrap_or_default();
        self.dollars += trajectory.cost.dollars;
        self.model_calls += trajectory.cost.calls;
        self.unpriced_calls += trajectory.cost.unpriced;
    }

    /// The figures as JSON.
    pub fn json(&self) -> String {
        // Only texts, numbers, lists and maps with texts as keys, so that serializing cannot fail.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// The figures as a page of Markdown.
    pub fn page(&self) -> String {
        page::of(self)
    }
}

fn counts_of(selection: &Selection<'_>, split: Split) -> CountsOfSplit {
    let mut counts = CountsOfSplit::default();
    let mut templates = BTreeSet::new();
    for trajectory in selection.in_split(split) {
        counts.tasks += 1;
        counts.steps += trajectory.steps.len();
        templates.insert(&trajectory.template);
    }
    CountsOfSplit { templates: templates.len(), ..counts }
}

fn left_out_record(left_out: &LeftOut) -> LeftOutRecord {
    let name = left_out.path.file_name().map(|it| it.to_string_lossy().into_owned());
    LeftOutRecord { name: name.unwrap_or_default(), why: left_out.reason.summary() }
}

impl Spread {
    fn of(mut numbers: Vec<f64>) -> Spread {
        numbers.sort_by(f64::total_cmp);
        let (Some(min), Some(max)) = (numbers.first(), numbers.last()) else { return Spread::default() };
        let middle = |at: usize| numbers.get(at).copied().unwrap_or_default();
        let (low, high) = ((numbers.len() - 1) / 2, numbers.len() / 2);
        Spread { min: *min, median: (middle(low) + middle(high)) / 2.0, max: *max }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_middle_or_between_the_two_there() {
        let of = |numbers: &[f64]| Spread::of(numbers.to_vec());
        assert_eq!(of(&[]), Spread::default());
        assert_eq!(of(&[3.0, 1.0, 2.0]), Spread { min: 1.0, median: 2.0, max: 3.0 });
        assert_eq!(of(&[4.0, 1.0]), Spread { min: 1.0, median: 2.5, max: 4.0 });
    }
}
