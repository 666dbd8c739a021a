//! The report as text, and as Markdown for a page.

use super::Report;
use crate::output::BenchReport;
use crate::perception::reading::{Method, ReadingOutcome};
use crate::table::Table;

/// The notes below the tables.
const NOTES: &[&str] = &[
    "Milliseconds / nodes, the median of the runs, with the least and the most of them in brackets; the readers take turns, \
     and the brackets of a ratio compare readings of the same turn; a + marks a reading that a deadline or a limit cut short. Each \
     application was started again, on a desktop of its own, before each reading; the times leave out starting the reader \
     and finding the application.",
    "pyatspi, one by one and like for like read role, name, states, attributes, place, text, value and actions of every \
     node, with at most 1,024 children of a node and only the shown cells of a sheet. dogtail chooses itself what it dumps: \
     it leaves out some nodes and repeats others.",
    "The agent's view fetches less, on purpose: only controls on the screen, with role, name, states, place, value or text.",
    "Wall/CPU is the time of a reading divided by the processor time that the application spent meanwhile.",
    "Each call has one reply. The least is one call for all nodes in the application's cache, and one for the place of each \
     listed control.",
    "After a change: another program changed something, the application became idle, and Deskpilot looked again; `in full` \
     where it could not rely on its cache and read everything.",
];

impl BenchReport for Report {
    const NAME: &'static str = "perception";

    fn text(&self) -> String {
        let mut parts = vec![self.about()];
        parts.extend(self.tables().map(|table| table.aligned()));
        parts.extend(self.failures());
        parts.push(NOTES.join("\n"));
        parts.join("\n\n")
    }

    fn markdown(&self) -> String {
        let notes: Vec<String> = NOTES.iter().map(|note| format!("- {note}")).collect();
        let tables = self.tables().map(|table| table.markdown());
        [self.about()].into_iter().chain(tables).chain([notes.join("\n")]).collect::<Vec<_>>().join("\n\n")
    }
}

impl Report {
    /// The tables that have something in them.
    fn tables(&self) -> impl Iterator<Item = Table> {
        [self.readings(), self.others(), self.goals()].into_iter().filter(|table| !table.rows.is_empty())
    }

    fn about(&self) -> String {
        let machine = &self.machine;
        let (processor, system) = (&machine.processor, &machine.system);
        format!("{processor}, {system}, load {:.2}, {} runs", machine.load, self.runs)
    }

    /// Why figures are missing in the tables.
    fn failures(&self) -> Option<String> {
        let of_rows = self.windows.iter().flat_map(|row| {
            row.readings.iter().filter_map(|(method, outcome)| {
                why(outcome).map(|why| format!("{}, {}: {why}", row.name, name(*method)))
            })
        });
        let of_contests = self.comparisons.iter().flat_map(|it| {
            [it.theirs.as_ref().err(), it.ours.as_ref().err()]
                .into_iter()
                .flatten()
                .map(|why| format!("{}: {why}", it.name))
        });
        let mut lines: Vec<String> = of_rows.chain(of_contests).collect();
        lines.sort();
        lines.dedup();
        (!lines.is_empty()).then(|| lines.join("\n"))
    }
}

fn why(outcome: &ReadingOutcome) -> Option<String> {
    match outcome {
        ReadingOutcome::Failed(why) => Some(why.clone()),
        ReadingOutcome::Unfinished(seconds) => Some(format!("not finished within {seconds} s")),
        ReadingOutcome::Read(reading) => {
            let failed = reading.after.as_ref().and_then(|it| it.failed.clone());
            reading.truncated.as_ref().map(|why| format!("cut short: {why}")).or(failed)
        }
    }
}

fn name(method: Method) -> &'static str {
    match method {
        Method::Pyatspi => "pyatspi",
        Method::Dogtail => "dogtail",
        Method::Sequential => "one by one",
        Method::FullTree => "like for like",
        Method::View => "agent's view",
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::sample;
    use super::BenchReport;

    #[test]
    fn a_report_says_what_is_missing_and_why() {
        let text = sample().text();
        for part in [
            "galculator (GTK 3 calculator)  ",
            "galculator, dogtail: not finished within 120 s",
            "fetches less",
        ] {
            assert!(text.contains(part), "{part:?} is not in {text}");
        }
    }
}
