//! The goals, and whether they are met.

use super::{Pair, Report, Row};
use crate::perception::figures::geometric_mean;
use crate::perception::outcome::Method;
use crate::table::Table;

/// How many times faster than pyatspi the whole tree is read, as the geometric mean.
const LIKE_FOR_LIKE: f64 = 12.0;
/// The same of an agent's view, and of every single one.
const VIEW: f64 = 60.0;
const EACH_VIEW: f64 = 20.0;
/// How long a reading may take, in processor time of the application.
const WALL: f64 = 1.5;
/// The part of a first look that a look after a change may take.
const AFTER_CHANGE: f64 = 0.1;
/// How many times as long a window may take of which a hundred times as much is off the screen.
const OFF_SCREEN: f64 = 1.5;

/// How the figures of the windows become one.
#[derive(Clone, Copy)]
enum Of {
    Mean,
    Least,
    Most,
}

/// One goal, and the figure that tells whether it is met.
struct Goal {
    what: &'static str,
    of: Of,
    wanted: f64,
    /// The figure of each window, where there is one.
    figures: Vec<(String, Option<f64>)>,
}

impl Report {
    /// Every goal, what was measured, and whether that is enough.
    pub(super) fn goals(&self) -> Table {
        let rows = |figure: &dyn Fn(&Row) -> Option<f64>| {
            self.windows.iter().map(|row| (row.name.clone(), figure(row))).collect::<Vec<_>>()
        };
        let times = |by| rows(&|row| row.times(Method::Pyatspi, by));
        let pairs = self.pairs.iter().map(|pair| (pair.name.clone(), Pair::growth(pair))).collect();
        // Where it is not, everything is read anew; the table says where.
        let trusted = self.windows.iter().filter(|row| row.is_trusted());
        let trusted = trusted.map(|row| (row.name.clone(), row.of_cold())).collect();
        let goals = [
            goal("like for like × pyatspi, geometric mean", Of::Mean, LIKE_FOR_LIKE, times(Method::Anatomy)),
            goal("agent's view × pyatspi, geometric mean", Of::Mean, VIEW, times(Method::View)),
            goal("agent's view × pyatspi, the least", Of::Least, EACH_VIEW, times(Method::View)),
            goal("like for like, wall by CPU", Of::Most, WALL, rows(&|row| row.wall_by_cpu(Method::Anatomy))),
            goal("agent's view, wall by CPU", Of::Most, WALL, rows(&|row| row.wall_by_cpu(Method::View))),
            goal("after a change, of cold, where the mirror is trusted", Of::Most, AFTER_CHANGE, trusted),
            goal("much off the screen, by little", Of::Most, OFF_SCREEN, pairs),
        ];
        let mut table = Table::headed(&["goal", "wanted", "measured", "where", "met"]);
        // Of what was not to be measured nothing is wanted.
        let wanted = goals.iter().filter(|goal| !goal.figures.is_empty());
        table.rows = wanted.map(Goal::cells).collect();
        table
    }
}

fn goal(what: &'static str, of: Of, wanted: f64, figures: Vec<(String, Option<f64>)>) -> Goal {
    Goal { what, of, wanted, figures }
}

impl Goal {
    fn cells(&self) -> Vec<String> {
        let sign = if matches!(self.of, Of::Most) { "≤" } else { "≥" };
        let (measured, place) = match self.figure() {
            Some((figure, place)) => (format!("{figure:.2}"), place),
            None => ("nothing".into(), String::new()),
        };
        let met = if self.is_met() { "yes" } else { "NO" };
        vec![self.what.into(), format!("{sign} {}", self.wanted), measured, place, met.into()]
    }

    /// The figure, and where it is from.
    fn figure(&self) -> Option<(f64, String)> {
        let known: Vec<_> =
            self.figures.iter().filter_map(|(name, it)| Some((name.clone(), (*it)?))).collect();
        let (first, all) = (known.first()?.clone(), known.len());
        let extreme = |better: fn(f64, f64) -> bool| {
            known.iter().fold(first.clone(), |best, it| if better(it.1, best.1) { it.clone() } else { best })
        };
        match self.of {
            Of::Mean => {
                let ratios: Vec<f64> = known.iter().map(|(_, it)| *it).collect();
                Some((geometric_mean(&ratios)?, format!("{all} of {}", self.figures.len())))
            }
            Of::Least => Some(extreme(|it, best| it < best)).map(|(name, it)| (it, name)),
            Of::Most => Some(extreme(|it, best| it > best)).map(|(name, it)| (it, name)),
        }
    }

    /// Whether it is met in every window; one that could not be measured does not meet it.
    fn is_met(&self) -> bool {
        let is_whole = self.figures.iter().all(|(_, figure)| figure.is_some());
        let is_enough = |figure: f64| match self.of {
            Of::Mean | Of::Least => figure >= self.wanted,
            Of::Most => figure <= self.wanted,
        };
        is_whole && self.figure().is_some_and(|(figure, _)| is_enough(figure))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_goal_is_met_by_all_windows_or_not() {
        let figures = |them: &[Option<f64>]| them.iter().map(|it| ("w".to_owned(), *it)).collect::<Vec<_>>();
        for (of, wanted, them, met) in [
            (Of::Mean, 6.0, &[Some(4.0), Some(9.0)][..], true),
            (Of::Mean, 6.1, &[Some(4.0), Some(9.0)], false),
            (Of::Mean, 6.0, &[Some(40.0), None], false),
            (Of::Least, 4.0, &[Some(9.0), Some(4.0)], true),
            (Of::Least, 4.5, &[Some(9.0), Some(4.0)], false),
            (Of::Most, 9.0, &[Some(9.0), Some(4.0)], true),
            (Of::Most, 8.0, &[Some(4.0), Some(9.0)], false),
            (Of::Most, 8.0, &[], false),
        ] {
            assert_eq!(goal("x", of, wanted, figures(them)).is_met(), met, "{them:?} for {wanted}");
        }
    }

    #[test]
    fn a_goal_names_the_window_it_hangs_on() {
        let figures = vec![("a".into(), Some(1.0)), ("b".into(), Some(2.0)), ("c".into(), None)];
        let cells = goal("x", Of::Most, 1.5, figures).cells();
        assert_eq!(cells, ["x", "≤ 1.5", "2.00", "b", "NO"]);
    }
}
