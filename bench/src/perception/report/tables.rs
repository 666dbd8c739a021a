//! The tables of a report.

use super::{Comparison, LengthPair, Measurement, Report, Row, median_reading};
use crate::perception::figures::{ratio, spread};
use crate::perception::reading::{CacheUse, Method, ReadingOutcome, SecondLook};
use crate::table::Table;

/// The cell without a figure.
const NOTHING: &str = "–";

const HEADS: [&str; 16] = [
    "window",
    "pyatspi",
    "dogtail",
    "one by one",
    "like for like",
    "× pyatspi",
    "× dogtail",
    "× one by one",
    "wall/CPU",
    "agent's view",
    "× pyatspi",
    "wall/CPU",
    "calls (least)",
    "KiB (least)",
    "after a change",
    "of cold",
];

impl Report {
    /// Every window, and the times of its readers.
    pub(super) fn readings(&self) -> Table {
        let mut table = Table::headed(&HEADS);
        table.rows = self.windows.iter().map(Row::cells).collect();
        table
    }

    /// The comparisons besides reading, and the windows with much off the screen.
    pub(super) fn others(&self) -> Table {
        let mut table = Table::headed(&["besides", "theirs", "ours", "ratio"]);
        table.rows = self
            .comparisons
            .iter()
            .map(Comparison::cells)
            .chain(self.pairs.iter().map(LengthPair::cells))
            .collect();
        table
    }
}

impl Row {
    fn cells(&self) -> Vec<String> {
        let times =
            |method, by| self.times(method, by).map_or(NOTHING.into(), |it| self.with_spread(it, method, by));
        let (calls, bytes) = self.traffic();
        let second = self.second_look();
        vec![
            format!("{} ({})", self.name, self.about),
            self.cell(Method::Pyatspi),
            self.cell(Method::Dogtail),
            self.cell(Method::Sequential),
            self.cell(Method::FullTree),
            times(Method::Pyatspi, Method::FullTree),
            times(Method::Dogtail, Method::FullTree),
            times(Method::Sequential, Method::FullTree),
            fixed(self.wall_by_cpu(Method::FullTree)),
            self.cell(Method::View),
            times(Method::Pyatspi, Method::View),
            fixed(self.wall_by_cpu(Method::View)),
            calls,
            bytes,
            second.map_or(NOTHING.into(), second_look_cell),
            fixed(self.share_of_first()),
        ]
    }

    /// How many times as long as `by` the method takes.
    pub(super) fn times(&self, method: Method, by: Method) -> Option<f64> {
        ratio(self.reading(method)?.millis, self.reading(by)?.millis)
    }

    /// The median ratio, and the least and the most of the ratios of readings that took turns.
    fn with_spread(&self, median: f64, method: Method, by: Method) -> String {
        let (theirs, ours) = (self.outcomes(method), self.outcomes(by));
        let of_turn = |(theirs, ours): (&&ReadingOutcome, &&ReadingOutcome)| {
            ratio(theirs.reading()?.millis, ours.reading()?.millis)
        };
        let ratios: Vec<f64> = theirs.iter().zip(&ours).filter_map(of_turn).collect();
        match spread(&ratios) {
            Some((least, most)) => format!("{median:.1} ({least:.1}–{most:.1})"),
            None => format!("{median:.1}"),
        }
    }

    /// The time of a reading divided by the processor time of the application.
    pub(super) fn wall_by_cpu(&self, method: Method) -> Option<f64> {
        let reading = self.reading(method)?;
        ratio(reading.millis, reading.application_millis?)
    }

    /// The time of the second look as a share of the first.
    pub(super) fn share_of_first(&self) -> Option<f64> {
        ratio(self.second_look()?.millis, self.reading(Method::View)?.millis)
    }

    fn cell(&self, method: Method) -> String {
        reading_cell(&self.outcomes(method))
    }

    fn traffic(&self) -> (String, String) {
        let Some(sent) = self.reading(Method::View).and_then(|it| it.traffic) else {
            return (NOTHING.into(), NOTHING.into());
        };
        let least = self.least();
        let beside = |least: Option<u64>| least.map_or(NOTHING.into(), |it| it.to_string());
        let calls = format!("{} ({})", sent.messages, beside(least.map(|it| it.messages)));
        (calls, format!("{} ({})", sent.bytes / 1024, beside(least.map(|it| it.bytes / 1024))))
    }
}

impl Comparison {
    fn cells(&self) -> Vec<String> {
        let cell = |measurement: &Result<Measurement, String>| match measurement {
            Ok(measurement) => format!("{}, {}", millis(measurement.millis), measurement.result),
            Err(_) => "failed".into(),
        };
        let times = match (&self.theirs, &self.ours) {
            (Ok(theirs), Ok(ours)) => ratio(theirs.millis, ours.millis),
            _ => None,
        };
        let theirs = format!("{}: {}", self.peer, cell(&self.theirs));
        vec![
            self.name.clone(),
            theirs,
            cell(&self.ours),
            times.map_or(NOTHING.into(), |it| format!("{it:.1}×")),
        ]
    }
}

impl LengthPair {
    fn cells(&self) -> Vec<String> {
        let (short, long): (Vec<_>, Vec<_>) = (self.short.iter().collect(), self.long.iter().collect());
        vec![
            format!("{}: an agent's view of the short and the long one", self.name),
            reading_cell(&short),
            reading_cell(&long),
            fixed(self.growth()),
        ]
    }

    /// How many times as long as the short document the long one takes.
    pub(super) fn growth(&self) -> Option<f64> {
        let short = median_reading(self.short.iter().collect())?;
        let long = median_reading(self.long.iter().collect())?;
        ratio(long.millis, short.millis)
    }
}

fn reading_cell(outcomes: &[&ReadingOutcome]) -> String {
    if let Some(reading) = median_reading(outcomes.to_vec()) {
        let cut = if reading.truncated.is_some() { "+" } else { "" };
        let all: Vec<f64> = outcomes.iter().filter_map(|it| Some(it.reading()?.millis)).collect();
        let spread = spread(&all)
            .map_or_else(String::new, |(least, most)| format!(" ({}–{})", figure(least), figure(most)));
        return format!("{} ms{spread} / {}{cut}", figure(reading.millis), reading.nodes);
    }
    match outcomes.first() {
        Some(ReadingOutcome::Unfinished(seconds)) => format!("unfinished in {seconds} s"),
        Some(ReadingOutcome::Failed(_)) => "failed".into(),
        Some(ReadingOutcome::Read(_)) | None => NOTHING.into(),
    }
}

fn second_look_cell(look: &SecondLook) -> String {
    match look.cache {
        CacheUse::Trusted => millis(look.millis),
        CacheUse::ReadAnew => format!("{} in full", millis(look.millis)),
    }
}

/// Milliseconds with three figures, which is more than they are exact.
fn millis(millis: f64) -> String {
    format!("{} ms", figure(millis))
}

fn figure(figure: f64) -> String {
    match figure {
        ..10.0 => format!("{figure:.2}"),
        10.0..100.0 => format!("{figure:.1}"),
        _ => format!("{figure:.0}"),
    }
}

fn fixed(figure: Option<f64>) -> String {
    figure.map_or(NOTHING.into(), |it| format!("{it:.2}"))
}

#[cfg(test)]
mod tests {
    use super::super::tests::sample;
    use super::*;

    #[test]
    fn a_row_shows_figures_ratios_and_what_was_not_read() {
        let cells = sample().windows[0].cells();
        let expected = [
            "galculator (GTK 3 calculator)",
            "100 ms (90.0–900) / 81",
            "unfinished in 120 s",
            "failed",
            "5.00 ms / 81",
            "20.0",
            "–",
            "–",
            "1.25",
            "1.00 ms / 45",
            "100.0",
            "1.25",
            "49 (46)",
            "20 (10)",
            "0.05 ms",
            "0.05",
        ];
        assert_eq!(cells, expected);
        assert_eq!(cells.len(), HEADS.len());
    }

    #[test]
    fn what_is_not_reading_is_shown_next_to_the_peer() {
        let rows = sample().others().rows;
        assert_eq!(rows[0], ["typing", "xdotool: 1000 ms, 7 of 10", "10.0 ms, 10 of 10", "100.0×"]);
        assert_eq!(rows[1][1..], ["10.0 ms / 9", "11.0 ms / 9", "1.10"]);
    }
}
