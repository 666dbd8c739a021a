//! The tables of a report.

use super::{Contest, Feat, Pair, Report, Row, median};
use crate::perception::figures::ratio;
use crate::perception::outcome::{Changed, Kept, Method, Outcome, Reading};
use crate::table::Table;

/// What stands where there is nothing to say.
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
    /// Every window with what its readers took.
    pub(super) fn readings(&self) -> Table {
        let mut table = Table::headed(&HEADS);
        table.rows = self.windows.iter().map(Row::cells).collect();
        table
    }

    /// What is not reading, and what is off the screen.
    pub(super) fn others(&self) -> Table {
        let mut table = Table::headed(&["besides", "theirs", "ours", "ratio"]);
        table.rows =
            self.contests.iter().map(Contest::cells).chain(self.pairs.iter().map(Pair::cells)).collect();
        table
    }
}

impl Row {
    fn cells(&self) -> Vec<String> {
        let times = |method, by| self.times(method, by).map_or(NOTHING.into(), |it| format!("{it:.1}"));
        let (calls, bytes) = self.traffic();
        let changed = self.changed();
        vec![
            format!("{} ({})", self.name, self.about),
            self.told(Method::Pyatspi),
            self.told(Method::Dogtail),
            self.told(Method::Sequential),
            self.told(Method::Anatomy),
            times(Method::Pyatspi, Method::Anatomy),
            times(Method::Dogtail, Method::Anatomy),
            times(Method::Sequential, Method::Anatomy),
            fixed(self.wall_by_cpu(Method::Anatomy)),
            self.told(Method::View),
            times(Method::Pyatspi, Method::View),
            fixed(self.wall_by_cpu(Method::View)),
            calls,
            bytes,
            changed.map_or(NOTHING.into(), told_change),
            fixed(self.of_cold()),
        ]
    }

    /// How many times as long as one method another takes.
    pub(super) fn times(&self, method: Method, by: Method) -> Option<f64> {
        ratio(self.reading(method)?.millis, self.reading(by)?.millis)
    }

    /// The time of a reading by the processor time of the application.
    pub(super) fn wall_by_cpu(&self, method: Method) -> Option<f64> {
        let reading = self.reading(method)?;
        ratio(reading.millis, reading.application_millis?)
    }

    /// The part of the first look that the look after a change takes.
    pub(super) fn of_cold(&self) -> Option<f64> {
        ratio(self.changed()?.millis, self.reading(Method::View)?.millis)
    }

    fn told(&self, method: Method) -> String {
        told(&self.outcomes(method))
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

impl Contest {
    fn cells(&self) -> Vec<String> {
        let told = |feat: &Result<Feat, String>| match feat {
            Ok(feat) => format!("{}, {}", millis(feat.millis), feat.result),
            Err(_) => "failed".into(),
        };
        let times = match (&self.theirs, &self.ours) {
            (Ok(theirs), Ok(ours)) => ratio(theirs.millis, ours.millis),
            _ => None,
        };
        let theirs = format!("{}: {}", self.peer, told(&self.theirs));
        vec![
            self.name.clone(),
            theirs,
            told(&self.ours),
            times.map_or(NOTHING.into(), |it| format!("{it:.1}×")),
        ]
    }
}

impl Pair {
    fn cells(&self) -> Vec<String> {
        let (short, long): (Vec<_>, Vec<_>) = (self.short.iter().collect(), self.long.iter().collect());
        vec![
            format!("{}: an agent's view of the short and the long one", self.name),
            told(&short),
            told(&long),
            fixed(self.growth()),
        ]
    }

    /// How many times as long the long one takes.
    pub(super) fn growth(&self) -> Option<f64> {
        let (short, long) = (median(self.short.iter().collect())?, median(self.long.iter().collect())?);
        ratio(long.millis, short.millis)
    }
}

fn told(outcomes: &[&Outcome]) -> String {
    if let Some(reading) = median(outcomes.to_vec()) {
        return told_reading(reading);
    }
    match outcomes.first() {
        Some(Outcome::Unfinished(seconds)) => format!("unfinished in {seconds} s"),
        Some(Outcome::Failed(_)) => "failed".into(),
        Some(Outcome::Read(_)) | None => NOTHING.into(),
    }
}

fn told_reading(reading: &Reading) -> String {
    let cut = if reading.truncated.is_some() { "+" } else { "" };
    format!("{} / {}{cut}", millis(reading.millis), reading.nodes)
}

fn told_change(changed: &Changed) -> String {
    match changed.kept {
        Kept::Trusted => millis(changed.millis),
        Kept::ReadAnew => format!("{} anew", millis(changed.millis)),
    }
}

/// Three figures of it, which is more than it is sure of.
fn millis(millis: f64) -> String {
    match millis {
        ..10.0 => format!("{millis:.2} ms"),
        10.0..100.0 => format!("{millis:.1} ms"),
        _ => format!("{millis:.0} ms"),
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
    fn a_row_tells_figures_ratios_and_what_was_not_read() {
        let cells = sample().windows[0].cells();
        let expected = [
            "galculator (GTK 3 calculator)",
            "100 ms / 81",
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
    fn what_is_not_reading_is_told_beside_the_peer() {
        let rows = sample().others().rows;
        assert_eq!(rows[0], ["typing", "xdotool: 1000 ms, 7 of 10", "10.0 ms, 10 of 10", "100.0×"]);
        assert_eq!(rows[1][1..], ["10.0 ms / 9", "11.0 ms / 9", "1.10"]);
    }
}
