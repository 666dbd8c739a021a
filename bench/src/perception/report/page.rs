//! A report as text, and as a part of a page in Markdown.

use super::Report;
use crate::outlet::Shown;
use crate::perception::outcome::{Method, Outcome};
use crate::table::Table;

/// What has to be said with the tables.
const NOTES: &[&str] = &[
    "Milliseconds / nodes, the median of the runs; a + says that a deadline or a limit cut it short. Each application was \
     started afresh, on a desktop of its own, before each reading; starting the reader, and finding the application, is \
     not counted.",
    "pyatspi, one by one and like for like bring role, name, states, attributes, place, text, value and actions of every \
     node, of at most 1,024 children of one; of a sheet the shown cells. What dogtail dumps is its own choice: some nodes are left out, some come twice.",
    "The agent's view fetches less, and is meant to: showing controls only, with role, name, states, place, value or text.",
    "Wall/CPU is the time of a reading by the processor time the application spent meanwhile.",
    "Calls each have one answer. The least is one call for all nodes that the application keeps at hand, and one for the \
     place of each listed control.",
    "After a change: something was changed from outside, the application came to rest, and it was looked at again; `anew` \
     where what was known could not be trusted, and everything was read.",
];

impl Shown for Report {
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

    /// Why something is not in the tables.
    fn failures(&self) -> Option<String> {
        let of_rows = self.windows.iter().flat_map(|row| {
            row.readings.iter().filter_map(|(method, outcome)| {
                why(outcome).map(|why| format!("{}, {}: {why}", row.name, name(*method)))
            })
        });
        let of_contests = self.contests.iter().flat_map(|it| {
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

fn why(outcome: &Outcome) -> Option<String> {
    match outcome {
        Outcome::Failed(why) => Some(why.clone()),
        Outcome::Unfinished(seconds) => Some(format!("not finished within {seconds} s")),
        Outcome::Read(reading) => {
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
        Method::Anatomy => "like for like",
        Method::View => "agent's view",
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::sample;
    use super::Shown;

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
