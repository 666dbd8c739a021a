//! The report on native commands. Pure.

use super::{overhead::Overhead, route::RouteTimes};
use crate::{
    figures::percentile,
    goals::{at_least, at_most},
    machine::Machine,
    output::{BenchReport, markdown_of, text_of},
    table::Table,
};
use serde::{Deserialize, Serialize};

/// A task by both routes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct TaskTimes {
    /// Its name.
    pub(super) name: String,
    /// In the window, each time.
    pub(super) window: Vec<RouteTimes>,
    /// By native commands, each time.
    pub(super) native: Vec<RouteTimes>,
    /// Tokens of a language model that decides in the window.
    pub(super) window_tokens: usize,
    /// Tokens of one that decides for native commands.
    pub(super) native_tokens: usize,
}

/// The results of one run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Report {
    /// The machine.
    pub(super) machine: Machine,
    /// The tasks.
    pub(super) tasks: Vec<TaskTimes>,
    /// One command compared with a direct call.
    pub(super) overhead: Option<Overhead>,
}

/// The notes below the tables.
const NOTES: &[&str] = &[
    "Both ways begin with a copy of the same document or page on a private desktop with a new home, in turn, and end with a file that \
     is read and holds the same, or with a form that a server got. Scripts decide, with the general commands in the window alone and with native commands the other way.",
    "Actions are what is done to the application; waits and searches for a control are not among them. A list of keys is one action, \
     and the window's table of 200 x 8 is pasted; its form is filled field by field, as in tasks/order-firefox.toml. Each decision is a model call where a language model decides. The time \
     goes from the first action in the open document to the end of the last, with the looks between them and without a model.",
    "Tokens are those of the AppAgent's prompts and replies, counted with OpenAI's vocabulary o200k, in a run of its own: the prompts that a \
     language model would get for these decisions, without pictures, and the decisions as it would write them, without remarks.",
    "× is the window's figure by that of the native commands, from the medians. The geometric mean says what a task gains as a rule; the \
     arithmetic one is drawn up by the tasks that gain most.",
    "A direct call is made by LibreOffice's own Python at the same pipe, with the same document, right after the commands; it reads \
     nothing back and records no step of Undo.",
];

impl BenchReport for Report {
    const NAME: &'static str = "native";

    fn text(&self) -> String {
        text_of(&self.machine, &self.tables(), NOTES)
    }

    fn markdown(&self) -> String {
        markdown_of(&self.machine, &self.tables(), NOTES)
    }
}

impl TaskTimes {
    /// The median of the window and that of the native commands.
    fn medians(&self, figure: fn(&RouteTimes) -> f64) -> Option<(f64, f64)> {
        let of = |times: &[RouteTimes]| percentile(&times.iter().map(figure).collect::<Vec<_>>(), 50);
        of(&self.window).zip(of(&self.native))
    }

    fn row(&self) -> Option<Vec<String>> {
        let actions = self.medians(actions)?;
        let decisions = self.medians(decisions)?;
        let seconds = self.medians(seconds)?;
        let mut row = vec![self.name.clone()];
        row.extend(whole(actions));
        row.extend(whole(decisions));
        row.extend(whole((self.window_tokens as f64, self.native_tokens as f64)));
        let (window, native) = seconds;
        row.extend([format!("{window:.2}"), format!("{native:.2}"), format!("{:.1}", window / native)]);
        Some(row)
    }
}

/// The run of the median time.
fn median(times: &[RouteTimes]) -> Option<RouteTimes> {
    let middle = percentile(&times.iter().map(seconds).collect::<Vec<_>>(), 50)?;
    times.iter().find(|it| it.seconds.total_cmp(&middle).is_eq()).copied()
}

/// Two numbers and how many times the second the first is.
fn whole((window, native): (f64, f64)) -> [String; 3] {
    [format!("{window:.0}"), format!("{native:.0}"), format!("{:.1}", window / native)]
}

const fn actions(times: &RouteTimes) -> f64 {
    times.actions as f64
}

const fn decisions(times: &RouteTimes) -> f64 {
    times.decisions as f64
}

const fn seconds(times: &RouteTimes) -> f64 {
    times.seconds
}

impl Report {
    fn tables(&self) -> Vec<Table> {
        let overhead = self.overhead.as_ref().map(overhead_table).unwrap_or_default();
        let all = [self.goal_table(), self.task_table(), overhead];
        all.into_iter().filter(|it| !it.rows.is_empty()).collect()
    }

    fn goal_table(&self) -> Table {
        let more = |ours: &[f64], direct: &[f64]| Some(percentile(ours, 50)? - percentile(direct, 50)?);
        let overhead = self.overhead.as_ref();
        let ratios = |figure| self.ratios(figure);
        let mut table = Table::headed(&["goal", "wanted", "measured", "met"]);
        table.rows = [
            at_least(
                "actions of the window by those of native commands, geometric mean",
                5.0,
                geometric(&ratios(actions)),
            ),
            at_least("the same, arithmetic mean", 5.0, arithmetic(&ratios(actions))),
            at_least(
                "time of the window by that of native commands, geometric mean",
                3.0,
                geometric(&ratios(seconds)),
            ),
            at_least("the same, arithmetic mean", 3.0, arithmetic(&ratios(seconds))),
            at_most(
                "setting a cell, more than a direct call, ms",
                3.0,
                overhead.and_then(|it| more(&it.set, it.direct.set())),
            ),
            at_most(
                "reading a cell, more than a direct call, ms",
                3.0,
                overhead.and_then(|it| more(&it.read, it.direct.read())),
            ),
            at_most(
                "the first page of a sheet of 100,000 rows, ms",
                50.0,
                overhead.and_then(|it| percentile(&it.long, 50)),
            ),
        ]
        .into_iter()
        .flatten()
        .collect();
        table
    }

    /// The window's figure by that of the native commands, of each task.
    fn ratios(&self, figure: fn(&RouteTimes) -> f64) -> Vec<f64> {
        let medians = self.tasks.iter().filter_map(|it| it.medians(figure));
        medians.map(|(window, native)| window / native).collect()
    }

    fn task_table(&self) -> Table {
        let mut table = Table::headed(&[
            "task",
            "actions in the window",
            "native",
            "×",
            "decisions in the window",
            "native",
            "×",
            "tokens in the window",
            "native",
            "×",
            "s in the window",
            "native",
            "×",
        ]);
        table.rows = self.tasks.iter().filter_map(TaskTimes::row).collect();
        if let Some(sums) = self.sums().filter(|_| table.rows.len() > 1) {
            table.rows.extend(sums.row());
        }
        table
    }

    /// All tasks as if they were one.
    fn sums(&self) -> Option<TaskTimes> {
        let mut sums = (RouteTimes::default(), RouteTimes::default());
        for task in &self.tasks {
            sums.0.add(median(&task.window)?);
            sums.1.add(median(&task.native)?);
        }
        Some(TaskTimes {
            name: "all".to_owned(),
            window: vec![sums.0],
            native: vec![sums.1],
            window_tokens: self.tasks.iter().map(|it| it.window_tokens).sum(),
            native_tokens: self.tasks.iter().map(|it| it.native_tokens).sum(),
        })
    }
}

/// Which a task that differs much moves little.
fn geometric(ratios: &[f64]) -> Option<f64> {
    let logarithms: Vec<f64> = ratios.iter().map(|it| it.ln()).collect();
    arithmetic(&logarithms).map(f64::exp)
}

fn arithmetic(figures: &[f64]) -> Option<f64> {
    (!figures.is_empty()).then(|| figures.iter().sum::<f64>() / figures.len() as f64)
}

fn overhead_table(overhead: &Overhead) -> Table {
    let row = |what: &str, figures: &[f64]| {
        let of = |percent| percentile(figures, percent).map_or_else(String::new, |it| format!("{it:.2}"));
        vec![what.to_owned(), figures.len().to_string(), of(50), of(95)]
    };
    let mut table = Table::headed(&["one command", "times", "ms, median", "ms, p95"]);
    table.rows = vec![
        row("set_cell_value", &overhead.set),
        row("direct call that sets a cell", overhead.direct.set()),
        row("get_range_values of a cell", &overhead.read),
        row("direct call that reads a cell", overhead.direct.read()),
        row("get_range_values of a sheet of 100,000 rows", &overhead.long),
    ];
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times(actions: usize, decisions: usize, seconds: f64) -> RouteTimes {
        RouteTimes { actions, decisions, seconds }
    }

    #[test]
    fn the_mean_of_ratios_does_not_depend_on_the_longest_task() {
        let task = |window, native| TaskTimes {
            name: "a".into(),
            window,
            native,
            window_tokens: 900,
            native_tokens: 300,
        };
        let tasks = vec![
            task(vec![times(20, 4, 8.0), times(20, 4, 9.0), times(20, 4, 90.0)], vec![times(2, 4, 1.0)]),
            task(vec![times(9, 8, 2.0)], vec![times(1, 4, 2.0)]),
        ];
        let report = Report { tasks, ..Report::default() };
        let goals: Vec<String> = report.goal_table().rows.iter().map(|it| it.join(" ")).collect();
        let mean = "of native commands, geometric mean ≥";
        assert_eq!(goals[0], format!("actions of the window by those {mean} 5 9.5 yes"));
        assert_eq!(goals[1], "the same, arithmetic mean ≥ 5 9.5 yes");
        assert_eq!(goals[2], format!("time of the window by that {mean} 3 3.0 yes"));
        assert_eq!(goals[3], "the same, arithmetic mean ≥ 3 5.0 yes");
        assert_eq!(
            report.task_table().rows[2].join(" "),
            "all 29 3 9.7 12 8 1.5 1800 600 3.0 11.00 3.00 3.7"
        );
    }
}
