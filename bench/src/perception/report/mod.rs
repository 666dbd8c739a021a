//! What was measured, and what it says. Pure, except where it is stored.

mod goals;
mod page;
mod tables;

use super::figures::middle;
use super::outcome::{Changed, Kept, Method, Outcome, Reading, Traffic};
use crate::machine::Machine;
use serde::{Deserialize, Serialize};

/// Everything that was measured in one run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Report {
    /// What it was measured on.
    pub(super) machine: Machine,
    /// How often each application was started for each reader.
    pub(super) runs: usize,
    /// Readings of windows.
    pub(super) windows: Vec<Row>,
    /// What windows cost that differ only in what is off the screen.
    pub(super) pairs: Vec<Pair>,
    /// Everything that is not reading.
    pub(super) contests: Vec<Contest>,
}

/// Readings of one window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Row {
    /// What it is called.
    pub(super) name: String,
    /// What it is.
    pub(super) about: String,
    /// What came of every reading, in the order of time.
    pub(super) readings: Vec<(Method, Outcome)>,
}

/// A window with little off the screen, and the same with much.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Pair {
    /// What they are called.
    pub(super) name: String,
    /// What came of every agent's look at the short one.
    pub(super) short: Vec<Outcome>,
    /// The same of the long one.
    pub(super) long: Vec<Outcome>,
}

/// Another program and we do the same.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Contest {
    /// What is done.
    pub(super) name: String,
    /// Who else does it.
    pub(super) peer: String,
    /// How long the peer takes, and what comes of it; or why nothing.
    pub(super) theirs: Result<Feat, String>,
    /// The same for us.
    pub(super) ours: Result<Feat, String>,
}

/// What was done how fast.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Feat {
    /// How long it took; the median.
    pub(super) millis: f64,
    /// What came of it, in a few words.
    pub(super) result: String,
}

impl Row {
    fn outcomes(&self, method: Method) -> Vec<&Outcome> {
        self.readings.iter().filter(|(it, _)| *it == method).map(|(_, outcome)| outcome).collect()
    }

    /// The reading of median length.
    fn reading(&self, method: Method) -> Option<&Reading> {
        median(self.outcomes(method))
    }

    /// The look after a change of median length.
    fn changed(&self) -> Option<&Changed> {
        let after = self.outcomes(Method::View).into_iter().filter_map(|it| it.reading()?.after.as_ref());
        middle(after.filter_map(|it| it.change.as_ref()).collect(), |it| it.millis)
    }

    /// Whether the look after a change built upon what was known.
    fn is_trusted(&self) -> bool {
        self.changed().is_some_and(|it| it.kept == Kept::Trusted)
    }

    fn least(&self) -> Option<Traffic> {
        self.reading(Method::View)?.after.as_ref()?.least
    }
}

/// The reading of median length among those that were finished.
fn median(outcomes: Vec<&Outcome>) -> Option<&Reading> {
    middle(outcomes.into_iter().filter_map(Outcome::reading).collect(), |it| it.millis)
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::outcome::After;
    use super::*;

    pub(in crate::perception) fn read(millis: f64, nodes: usize) -> Outcome {
        let traffic = Some(Traffic { messages: 49, bytes: 20_480 });
        let after = After {
            least: Some(Traffic { messages: 46, bytes: 10_240 }),
            change: Some(Changed {
                millis: millis / 20.0,
                controls: nodes,
                traffic: Traffic::default(),
                kept: Kept::Trusted,
            }),
            failed: None,
        };
        Outcome::Read(Reading {
            millis,
            nodes,
            application_millis: Some(millis / 1.25),
            traffic,
            truncated: None,
            after: Some(after),
        })
    }

    /// A window that pyatspi reads in 100 ms and 81 nodes, we in 5 ms and in 1 ms, and dogtail not at all.
    pub(in crate::perception) fn sample() -> Report {
        let reading = |method, millis, nodes| (method, read(millis, nodes));
        let readings = vec![
            reading(Method::Pyatspi, 90.0, 81),
            reading(Method::Pyatspi, 100.0, 81),
            reading(Method::Pyatspi, 900.0, 81),
            (Method::Dogtail, Outcome::Unfinished(120)),
            (Method::Sequential, Outcome::Failed("it is gone".into())),
            reading(Method::Anatomy, 5.0, 81),
            reading(Method::View, 1.0, 45),
        ];
        let row = Row { name: "galculator".into(), about: "GTK 3 calculator".into(), readings };
        let pair = Pair { name: "Calc".into(), short: vec![read(10.0, 9)], long: vec![read(11.0, 9)] };
        let feat = |millis, result: &str| Ok(Feat { millis, result: result.into() });
        let contest = Contest {
            name: "typing".into(),
            peer: "xdotool".into(),
            theirs: feat(1000.0, "7 of 10"),
            ours: feat(10.0, "10 of 10"),
        };
        let (windows, pairs, contests) = (vec![row], vec![pair], vec![contest]);
        Report { runs: 3, windows, pairs, contests, ..Report::default() }
    }

    #[test]
    fn the_reading_of_median_length_counts() {
        let report = sample();
        let row = &report.windows[0];
        assert_eq!(row.reading(Method::Pyatspi).map(|it| it.millis), Some(100.0));
        assert_eq!(row.reading(Method::Dogtail), None);
        assert_eq!(row.changed().map(|it| it.millis), Some(0.05));
    }

    #[test]
    fn a_report_comes_back_from_its_file() {
        let text = serde_json::to_string(&sample()).unwrap();
        assert_eq!(serde_json::from_str::<Report>(&text).unwrap(), sample());
    }
}
