//! The report on watching. Pure.

use super::{
    paint::PaintedTask, rest::Rest, screen::ScreenTimes, sessions::SessionTimes, stored_tasks::FirstReplies,
};
use crate::{
    figures::percentile,
    goals::{at_least, at_most, at_most_times},
    machine::Machine,
    output::{BenchReport, markdown_of, text_of},
    table::Table,
};
use serde::{Deserialize, Serialize};

/// The results of one run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Report {
    /// The machine.
    pub(super) machine: Machine,
    /// Sessions by the number of their viewers.
    pub(super) sessions: Vec<SessionTimes>,
    /// Milliseconds from entries of a log to a browser.
    pub(super) events: Vec<f64>,
    /// Changes of a desktop and their pictures.
    pub(super) screen: ScreenTimes,
    /// Long tasks.
    pub(super) stored: Vec<FirstReplies>,
    /// The same in a browser.
    #[serde(default)]
    pub(super) painted: Vec<PaintedTask>,
    /// The server at rest.
    pub(super) rest: Option<Rest>,
    /// What could not be measured, and why.
    pub(super) unmeasured: Vec<String>,
}

/// The notes below the tables.
const NOTES: &[&str] = &[
    "A browser is a client of the benchmark with the cookie, over HTTP on the same machine: what it takes of the processors counts against \
     the server. It draws nothing: what a page needs to paint is measured apart, in Chromium without a window.",
    "A session opens a calculator on a private desktop and computes eight sums with the built-in model; sessions without viewers, with 3 and \
     with 100 take turns. Each viewer has the events of the task, and three of them its screen. A step is what the log says, with the desktop.",
    "Entries of a log are written 20 to 80 ms apart. A change of a desktop counts from the paint of a window that says when it was, a key from \
     the message of a page that has taken over until the next picture; before each the screen stood still.",
    "The first replies of a long task are the task, its first 100 steps and its last 200 entries, one after the other, from a server that has not \
     read the log before. The log repeats the steps of a stored one.",
    "A task is painted when a browser that is let in already has moved to its address and shows its first steps; its pictures are missing in this \
     log. The memory in the page is that of its own objects, after a collection. The list of steps scrolls for 3 s without a graphics card.",
    "The memory at rest is that of the whole process (RSS), with the pages of the program. The idle server has 100 viewers of a task that does \
     nothing for 30 s. The page is compressed by gzip, file by file; it is served as it is.",
];

impl BenchReport for Report {
    const NAME: &'static str = "watch";

    fn text(&self) -> String {
        text_of(&self.machine, &self.tables(), &self.notes())
    }

    fn markdown(&self) -> String {
        markdown_of(&self.machine, &self.tables(), &self.notes())
    }
}

impl Report {
    fn notes(&self) -> Vec<&str> {
        NOTES.iter().copied().chain(self.unmeasured.iter().map(String::as_str)).collect()
    }

    fn tables(&self) -> Vec<Table> {
        let all = [
            self.goal_table(),
            self.session_table(),
            self.latency_table(),
            self.stored_table(),
            self.painted_table(),
        ];
        all.into_iter().filter(|it| !it.rows.is_empty()).collect()
    }

    fn goal_table(&self) -> Table {
        let wall = |viewers| percentile(&self.with(viewers)?.wall, 50);
        let step = |viewers| percentile(&self.with(viewers)?.steps, 50);
        let ratio = |more: Option<f64>, less: Option<f64>| Some(more? / less?);
        let difference = |more: Option<f64>, less: Option<f64>| Some(more? - less?);
        let first = |at: usize| self.stored.get(at).map(FirstReplies::first);
        let painted = |at: usize| self.painted.get(at);
        let rest = self.rest.as_ref();
        let mut table = Table::headed(&["goal", "wanted", "measured", "met"]);
        table.rows = [
            at_most_times("a session with 3 viewers by one without", 1.03, ratio(wall(3), wall(0))),
            at_most("what a step takes more with 3 viewers, ms", 20.0, difference(step(3), step(0))),
            at_most_times("a step with 100 viewers by one without", 1.05, ratio(step(100), step(0))),
            at_most("an entry of the log to a browser, p95, ms", 100.0, percentile(&self.events, 95)),
            at_most(
                "a change of the desktop to its picture, p95, ms",
                150.0,
                percentile(&self.screen.damage, 95),
            ),
            at_most("a key of a take-over to its picture, p95, ms", 150.0, percentile(&self.screen.key, 95)),
            at_most("first replies of a task of 500 steps, ms", 1000.0, first(0)),
            at_most("first replies of a task of 100,000 entries, ms", 1500.0, first(1)),
            at_most("a task of 500 steps is painted, ms", 1000.0, painted(0).map(|it| it.painted)),
            at_most("a task of 100,000 entries is painted, ms", 1500.0, painted(1).map(|it| it.painted)),
            at_most("memory in the page of the longer one, MB", 200.0, painted(1).map(|it| it.megabytes)),
            at_least("frames a second while its steps scroll", 59.0, painted(1).map(|it| it.frames)),
            at_most("memory of the server at rest, MB", 30.0, rest.map(|it| it.megabytes)),
            at_most("a processor with 100 viewers of an idle task, %", 0.5, rest.map(|it| it.idle_percent)),
            at_most("the page, compressed, kB", 80.0, rest.map(|it| it.page_kilobytes)),
        ]
        .into_iter()
        .flatten()
        .collect();
        table
    }

    fn with(&self, viewers: usize) -> Option<&SessionTimes> {
        self.sessions.iter().find(|it| it.viewers == viewers)
    }

    fn session_table(&self) -> Table {
        let mut table = Table::headed(&[
            "viewers",
            "sessions",
            "median, s",
            "least",
            "most",
            "steps",
            "median of a step, ms",
            "p95",
        ]);
        let row = |it: &SessionTimes| {
            let wall = [50, 0, 100].map(|percent| shown(&it.wall, percent));
            let mut row = vec![it.viewers.to_string(), it.wall.len().to_string()];
            row.extend(wall);
            row.push(it.steps.len().to_string());
            row.extend([50, 95].map(|percent| shown(&it.steps, percent)));
            row
        };
        table.rows = self.sessions.iter().map(row).collect();
        table
    }

    fn latency_table(&self) -> Table {
        let mut table = Table::headed(&["until a browser has it, ms", "times", "median", "p95", "most"]);
        let rows = [
            ("an entry of the log", &self.events),
            ("a change of the desktop", &self.screen.damage),
            ("a key of a take-over", &self.screen.key),
        ];
        let row = |(what, figures): (&str, &Vec<f64>)| {
            let mut row = vec![what.to_owned(), figures.len().to_string()];
            row.extend([50, 95, 100].map(|percent| shown(figures, percent)));
            row
        };
        table.rows = rows.into_iter().filter(|(_, figures)| !figures.is_empty()).map(row).collect();
        table
    }

    fn stored_table(&self) -> Table {
        let mut table =
            Table::headed(&["task", "the task, ms", "100 steps", "200 entries", "all three again"]);
        let row = |it: &FirstReplies| {
            let figures = [it.task, it.steps, it.entries, it.again].map(|it| format!("{it:.1}"));
            [vec![it.length.clone()], figures.to_vec()].concat()
        };
        table.rows = self.stored.iter().map(row).collect();
        table
    }

    fn painted_table(&self) -> Table {
        let mut table =
            Table::headed(&["task in a browser", "painted, ms", "in the page, MB", "frames a second"]);
        let row = |it: &PaintedTask| {
            let figures = [it.painted, it.megabytes, it.frames].map(|it| format!("{it:.1}"));
            [vec![it.length.clone()], figures.to_vec()].concat()
        };
        table.rows = self.painted.iter().map(row).collect();
        table
    }
}

/// The figure that so many percent do not exceed.
fn shown(figures: &[f64], percent: usize) -> String {
    percentile(figures, percent).map_or_else(String::new, |it| format!("{it:.2}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_have_rows_for_what_was_measured_and_notes_for_what_was_not() {
        let times = |viewers, wall, step| SessionTimes { viewers, wall: vec![wall], steps: vec![step] };
        let report = Report {
            sessions: vec![times(0, 10.0, 500.0), times(3, 10.2, 510.0), times(100, 12.0, 600.0)],
            events: vec![30.0, 40.0],
            painted: vec![PaintedTask { painted: 1200.0, ..PaintedTask::default() }],
            unmeasured: vec!["not measured: screen: no python".into()],
            ..Report::default()
        };
        let rows = report.goal_table().rows;
        let said: Vec<[&str; 2]> = rows.iter().map(|it| [it[2].as_str(), it[3].as_str()]).collect();
        assert_eq!(
            said,
            [["1.02", "yes"], ["10.0", "yes"], ["1.20", "NO"], ["40.0", "yes"], ["1200.0", "NO"]]
        );
        assert!(report.text().ends_with("not measured: screen: no python"));
    }
}
