//! The report on perception. Pure.

mod goals;
mod page;
mod tables;

use super::figures::median;
use super::reading::{CacheUse, Method, Reading, ReadingOutcome, SecondLook, Traffic};
use crate::machine::Machine;
use serde::{Deserialize, Serialize};

/// The results of one run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Report {
    /// The machine.
    pub(super) machine: Machine,
    /// How many times each application was started for each reader.
    pub(super) runs: usize,
    /// Readings of windows.
    pub(super) windows: Vec<Row>,
    /// Windows that differ only in how much of them is off the screen.
    pub(super) pairs: Vec<LengthPair>,
    /// Everything besides reading.
    #[serde(rename = "contests")]
    pub(super) comparisons: Vec<Comparison>,
}

/// Readings of one window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Row {
    /// Its name.
    pub(super) name: String,
    /// A few words about it.
    pub(super) about: String,
    /// Every reading, in the order in time.
    pub(super) readings: Vec<(Method, ReadingOutcome)>,
}

/// A window with a short document, and the same with a long one, most of it off the screen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct LengthPair {
    /// Its name.
    pub(super) name: String,
    /// The looks at the short document, as an agent takes them.
    pub(super) short: Vec<ReadingOutcome>,
    /// The looks at the long one.
    pub(super) long: Vec<ReadingOutcome>,
}

/// Another program and Deskpilot do the same job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Comparison {
    /// The job.
    pub(super) name: String,
    /// The other program.
    pub(super) peer: String,
    /// Its measurement, or why it failed.
    pub(super) theirs: Result<Measurement, String>,
    /// Deskpilot's measurement, or why it failed.
    pub(super) ours: Result<Measurement, String>,
}

/// A job that was done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Measurement {
    /// The median time.
    pub(super) millis: f64,
    /// The result in a few words.
    pub(super) result: String,
}

impl Row {
    fn outcomes(&self, method: Method) -> Vec<&ReadingOutcome> {
        self.readings.iter().filter(|(it, _)| *it == method).map(|(_, outcome)| outcome).collect()
    }

    /// The reading of median time.
    fn reading(&self, method: Method) -> Option<&Reading> {
        median_reading(self.outcomes(method))
    }

    /// The second look of median time.
    fn second_look(&self) -> Option<&SecondLook> {
        let after = self.outcomes(Method::View).into_iter().filter_map(|it| it.reading()?.after.as_ref());
        median(after.filter_map(|it| it.change.as_ref()).collect(), |it| it.millis)
    }

    /// Whether the second look relied on the cache.
    fn is_trusted(&self) -> bool {
        self.second_look().is_some_and(|it| it.cache == CacheUse::Trusted)
    }

    fn least(&self) -> Option<Traffic> {
        self.reading(Method::View)?.after.as_ref()?.least
    }
}

/// The reading of median time among those that finished.
fn median_reading(outcomes: Vec<&ReadingOutcome>) -> Option<&Reading> {
    median(outcomes.into_iter().filter_map(ReadingOutcome::reading).collect(), |it| it.millis)
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::reading::LaterLook;
    use super::*;

    pub(in crate::perception) fn read(millis: f64, nodes: usize) -> ReadingOutcome {
        let traffic = Some(Traffic { messages: 49, bytes: 20_480 });
        let after = LaterLook {
            least: Some(Traffic { messages: 46, bytes: 10_240 }),
            change: Some(SecondLook {
                millis: millis / 20.0,
                controls: nodes,
                traffic: Traffic::default(),
                cache: CacheUse::Trusted,
            }),
            failed: None,
        };
        ReadingOutcome::Read(Reading {
            millis,
            nodes,
            application_millis: Some(millis / 1.25),
            traffic,
            truncated: None,
            after: Some(after),
        })
    }

    /// A window with 81 nodes that pyatspi reads in 100 ms, Deskpilot in 5 ms and in 1 ms, and dogtail not at all.
    pub(in crate::perception) fn sample() -> Report {
        let reading = |method, millis, nodes| (method, read(millis, nodes));
        let readings = vec![
            reading(Method::Pyatspi, 90.0, 81),
            reading(Method::Pyatspi, 100.0, 81),
            reading(Method::Pyatspi, 900.0, 81),
            (Method::Dogtail, ReadingOutcome::Unfinished(120)),
            (Method::Sequential, ReadingOutcome::Failed("it is gone".into())),
            reading(Method::FullTree, 5.0, 81),
            reading(Method::View, 1.0, 45),
        ];
        let row = Row { name: "galculator".into(), about: "GTK 3 calculator".into(), readings };
        let pair = LengthPair { name: "Calc".into(), short: vec![read(10.0, 9)], long: vec![read(11.0, 9)] };
        let measurement = |millis, result: &str| Ok(Measurement { millis, result: result.into() });
        let comparison = Comparison {
            name: "typing".into(),
            peer: "xdotool".into(),
            theirs: measurement(1000.0, "7 of 10"),
            ours: measurement(10.0, "10 of 10"),
        };
        let (windows, pairs, comparisons) = (vec![row], vec![pair], vec![comparison]);
        Report { runs: 3, windows, pairs, comparisons, ..Report::default() }
    }

    #[test]
    fn the_reading_of_median_length_counts() {
        let report = sample();
        let row = &report.windows[0];
        assert_eq!(row.reading(Method::Pyatspi).map(|it| it.millis), Some(100.0));
        assert_eq!(row.reading(Method::Dogtail), None);
        assert_eq!(row.second_look().map(|it| it.millis), Some(0.05));
    }

    #[test]
    fn a_report_comes_back_from_its_file() {
        let text = serde_json::to_string(&sample()).unwrap();
        assert_eq!(serde_json::from_str::<Report>(&text).unwrap(), sample());
    }
}
