//! The goals, and whether the results meet them.

use super::{Report, Row};
use crate::perception::figures::geometric_mean;
use crate::perception::reading::Method;
use crate::table::Table;

/// How many times faster than pyatspi Deskpilot reads the whole tree, as the geometric mean.
const LIKE_FOR_LIKE: f64 = 12.0;
/// The same for an agent's view: the geometric mean, and in each window.
const VIEW: f64 = 60.0;
const EACH_VIEW: f64 = 20.0;
/// The most time of a reading, as a multiple of the processor time of the application.
const WALL: f64 = 1.5;
/// The most time of a second look, as a share of the first.
const AFTER_CHANGE: f64 = 0.1;
/// The most time for a window with a hundred times as much off the screen, as a multiple.
const OFF_SCREEN: f64 = 1.5;

/// How the figures of the windows become one.
#[derive(Clone, Copy)]
enum Aggregate {
    Mean,
    Least,
    Most,
}

/// One goal, and the figures that decide whether it is met.
struct Goal {
    what: &'static str,
    of: Aggregate,
    wanted: f64,
    /// The figure of each window; `None` where the window could not be measured.
    figures: Vec<(String, Option<f64>)>,
}

impl Report {
    /// Every goal, its figure, and whether it is met.
    pub(super) fn goals(&self) -> Table {
        let rows = |figure: &dyn Fn(&Row) -> Option<f64>| {
            self.windows.iter().map(|row| (row.name.clone(), figure(row))).collect::<Vec<_>>()
        };
        let times = |by| rows(&|row| row.times(Method::Pyatspi, by));
        let pairs = self.pairs.iter().map(|pair| (pair.name.clone(), pair.growth())).collect();
        // Elsewhere Deskpilot reads everything again; the table says where.
        let trusted = self.windows.iter().filter(|row| row.is_trusted());
        let trusted = trusted.map(|row| (row.name.clone(), row.share_of_first())).collect();
        let goals = [
            goal(
                "like for like × pyatspi, geometric mean",
                Aggregate::Mean,
                LIKE_FOR_LIKE,
                times(Method::FullTree),
            ),
            goal("agent's view × pyatspi, geometric mean", Aggregate::Mean, VIEW, times(Method::View)),
            goal("agent's view × pyatspi, the least", Aggregate::Least, EACH_VIEW, times(Method::View)),
            goal(
                "like for like, wall by CPU",
                Aggregate::Most,
                WALL,
                rows(&|row| row.wall_by_cpu(Method::FullTree)),
            ),
            goal(
                "agent's view, wall by CPU",
                Aggregate::Most,
                WALL,
                rows(&|row| row.wall_by_cpu(Method::View)),
            ),
            goal(
                "after a change, of cold, where the mirror is trusted",
                Aggregate::Most,
                AFTER_CHANGE,
                trusted,
            ),
            goal("much off the screen, by little", Aggregate::Most, OFF_SCREEN, pairs),
        ];
        let mut table = Table::headed(&["goal", "wanted", "measured", "where", "met"]);
        // What was not asked for has no goal.
        let wanted = goals.iter().filter(|goal| !goal.figures.is_empty());
        table.rows = wanted.map(Goal::cells).collect();
        table
    }
}

fn goal(what: &'static str, of: Aggregate, wanted: f64, figures: Vec<(String, Option<f64>)>) -> Goal {
    Goal { what, of, wanted, figures }
}

impl Goal {
    fn cells(&self) -> Vec<String> {
        let sign = if matches!(self.of, Aggregate::Most) { "≤" } else { "≥" };
        let (measured, window) = match self.figure() {
            Some((figure, window)) => (format!("{figure:.2}"), window),
            None => ("nothing".into(), String::new()),
        };
        let met = if self.is_met() { "yes" } else { "NO" };
        vec![self.what.into(), format!("{sign} {}", self.wanted), measured, window, met.into()]
    }

    /// The figure, and the window that it comes from.
    fn figure(&self) -> Option<(f64, String)> {
        let known: Vec<_> =
            self.figures.iter().filter_map(|(name, it)| Some((name.clone(), (*it)?))).collect();
        let (first, all) = (known.first()?.clone(), known.len());
        let extreme = |better: fn(f64, f64) -> bool| {
            known.iter().fold(first.clone(), |best, it| if better(it.1, best.1) { it.clone() } else { best })
        };
        match self.of {
            Aggregate::Mean => {
                let ratios: Vec<f64> = known.iter().map(|(_, it)| *it).collect();
                Some((geometric_mean(&ratios)?, format!("{all} of {}", self.figures.len())))
            }
            Aggregate::Least => Some(extreme(|it, best| it < best)).map(|(name, it)| (it, name)),
            Aggregate::Most => Some(extreme(|it, best| it > best)).map(|(name, it)| (it, name)),
        }
    }

    /// Whether every window meets it; one that could not be measured does not.
    fn is_met(&self) -> bool {
        let is_whole = self.figures.iter().all(|(_, figure)| figure.is_some());
        let is_enough = |figure: f64| match self.of {
            Aggregate::Mean | Aggregate::Least => figure >= self.wanted,
            Aggregate::Most => figure <= self.wanted,
        };
        is_whole && self.figure().is_some_and(|(figure, _)| is_enough(figure))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_goal_is_met_by_all_windows_or_not() {
        let figures =
            |windows: &[Option<f64>]| windows.iter().map(|it| ("w".to_owned(), *it)).collect::<Vec<_>>();
        for (of, wanted, windows, met) in [
            (Aggregate::Mean, 6.0, &[Some(4.0), Some(9.0)][..], true),
            (Aggregate::Mean, 6.1, &[Some(4.0), Some(9.0)], false),
            (Aggregate::Mean, 6.0, &[Some(40.0), None], false),
            (Aggregate::Least, 4.0, &[Some(9.0), Some(4.0)], true),
            (Aggregate::Least, 4.5, &[Some(9.0), Some(4.0)], false),
            (Aggregate::Most, 9.0, &[Some(9.0), Some(4.0)], true),
            (Aggregate::Most, 8.0, &[Some(4.0), Some(9.0)], false),
            (Aggregate::Most, 8.0, &[], false),
        ] {
            assert_eq!(goal("x", of, wanted, figures(windows)).is_met(), met, "{windows:?} for {wanted}");
        }
    }

    #[test]
    fn a_goal_names_the_window_it_hangs_on() {
        let figures = vec![("a".into(), Some(1.0)), ("b".into(), Some(2.0)), ("c".into(), None)];
        let cells = goal("x", Aggregate::Most, 1.5, figures).cells();
        assert_eq!(cells, ["x", "≤ 1.5", "2.00", "b", "NO"]);
    }
}
