//! The goals, and whether the results meet them.

use super::{Report, median, millis, ratio, token_counts};
use crate::{
    goals::{at_most, at_most_times},
    hands::tasks::{TaskRuns, Way},
    table::Table,
};

/// The most time of a look, by that of cua-driver.
const LOOK_TIME: f64 = 0.33;
/// The most tokens of a look, by those of cua-driver.
const LOOK_TOKENS: f64 = 0.5;
/// The most calls of the tasks, by those of cua-driver.
const CALLS: f64 = 0.5;
/// How much longer than the look itself a call may take, in milliseconds.
const OVERHEAD: f64 = 5.0;
/// The most memory, in MB.
const MEMORY: f64 = 40.0;
/// The most tokens of the list of tools.
const LIST: f64 = 4000.0;

impl Report {
    /// Every goal that was measured, its figure, and whether it is met.
    pub(super) fn goals(&self) -> Table {
        let cold_time = self.most(|it| ratio(&millis(&it.cold.ours), &millis(&it.cold.theirs)));
        let warm_time = self.most(|it| ratio(&millis(&it.warm.ours), &millis(&it.warm.theirs)));
        let cold_tokens = self.most(|it| ratio(&token_counts(&it.cold.ours), &token_counts(&it.cold.theirs)));
        let warm_tokens = self.most(|it| ratio(&token_counts(&it.warm.ours), &token_counts(&it.warm.theirs)));
        let overhead = self.most(|it| Some(median(&millis(&it.warm.ours))? - median(&it.library)?));
        let ours = &self.judgements.ours;
        let false_ones = ours.iter().filter(|it| it.is_false()).count();
        let cost = |figure: fn(&super::FixedCost) -> f64| {
            let figures: Vec<f64> = self.costs.ours.iter().map(figure).collect();
            median(&figures)
        };
        let mut table = Table::headed(&["goal", "wanted", "measured", "met"]);
        table.rows = [
            at_most_times("first look, time by cua-driver's, the most", LOOK_TIME, cold_time),
            at_most_times("unchanged window, time by cua-driver's, the most", LOOK_TIME, warm_time),
            at_most_times("first look, tokens by cua-driver's, the most", LOOK_TOKENS, cold_tokens),
            at_most_times("unchanged window, tokens by cua-driver's, the most", LOOK_TOKENS, warm_tokens),
            at_most("`observe` over the look itself, the most, ms", OVERHEAD, overhead),
            at_most("said to be done and was not", 0.0, (!ours.is_empty()).then_some(false_ones as f64)),
            at_most_times("calls of the tasks by cua-driver's", CALLS, self.calls(Way::Steps)),
            at_most_times("calls of the tasks by cua-driver's programs", CALLS, self.calls(Way::Program)),
            at_most("memory after the start, MB", MEMORY, cost(|it| it.megabytes)),
            at_most("memory after ten calls, MB", MEMORY, cost(|it| it.megabytes_after_calls)),
            at_most("tokens of the list of tools", LIST, cost(|it| it.list.sent_tokens as f64)),
        ]
        .into_iter()
        .flatten()
        .collect();
        table
    }

    /// The most of a figure over all windows that have it.
    fn most(&self, figure: impl Fn(&super::WindowTimes) -> Option<f64>) -> Option<f64> {
        self.windows.iter().filter_map(figure).max_by(f64::total_cmp)
    }

    /// Deskpilot's calls by those of another way, over the tasks that both did; `None` without any.
    fn calls(&self, way: Way) -> Option<f64> {
        let of = |task: &TaskRuns, way: Way| {
            let done = task.runs.iter().find(|it| it.way == way && it.failure.is_none());
            done.map(|it| it.calls as f64)
        };
        let pairs = self.tasks.iter().filter_map(|it| Some((of(it, Way::Deskpilot)?, of(it, way)?)));
        let (ours, theirs) = pairs.fold((0.0, 0.0), |sum, it| (sum.0 + it.0, sum.1 + it.1));
        (theirs > 0.0).then(|| ours / theirs)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::sample;
    use crate::hands::{report::Report, truth::Truth};

    fn measured(report: &Report) -> Vec<(String, String)> {
        report.goals().rows.iter().map(|row| (row[2].clone(), row[3].clone())).collect()
    }

    #[test]
    fn every_goal_is_met_or_not_by_its_own_figure() {
        let expected = [
            ("0.25", "yes"),
            ("0.25", "yes"),
            ("0.25", "yes"),
            ("0.25", "yes"),
            ("3.0", "yes"),
            ("0.0", "yes"),
            // The task that the other one did not do needs no number of calls.
            ("0.25", "yes"),
            ("2.00", "NO"),
            ("20.0", "yes"),
            ("39.0", "yes"),
            ("4100.0", "NO"),
        ];
        assert_eq!(measured(&sample()), expected.map(|(figure, met)| (figure.to_owned(), met.to_owned())));
    }

    #[test]
    fn one_false_done_misses_its_goal() {
        let mut report = sample();
        report.judgements.ours[0].truth = Truth::NotHappened;
        assert_eq!(measured(&report)[5], ("1.0".to_owned(), "NO".to_owned()));
    }

    #[test]
    fn what_was_not_measured_has_no_goal() {
        assert!(Report::default().goals().rows.is_empty());
    }
}
