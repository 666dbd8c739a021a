//! The report on hands. Pure.

mod goals;
mod tables;

use super::{
    fixed_cost::FixedCost, jobs::JobTimes, looks::WindowTimes, reply::CallCost, servers::Both,
    tasks::TaskRuns, truth::Judgement,
};
use crate::{
    figures::percentile,
    machine::Machine,
    output::{BenchReport, markdown_of, text_of},
    table::Table,
};
use deskpilot_core::one_line;
use serde::{Deserialize, Serialize};

/// The results of one run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Report {
    /// The machine.
    pub(super) machine: Machine,
    /// How often each window was opened for looks and lists.
    pub(super) runs: usize,
    /// What the servers cost before they do anything.
    pub(super) costs: Both<Vec<FixedCost>>,
    /// Looks and single actions.
    pub(super) windows: Vec<WindowTimes>,
    /// Twelve actions in a call.
    pub(super) jobs: Vec<JobTimes>,
    /// What was said of actions, and what is true.
    pub(super) judgements: Both<Vec<Judgement>>,
    /// Tasks of the suite.
    pub(super) tasks: Vec<TaskRuns>,
    /// What could not be measured, and why.
    pub(super) unmeasured: Vec<String>,
}

/// The most characters of a failure.
const LONGEST: usize = 300;

/// The notes below the tables.
const NOTES: &[&str] = &[
    "Both servers are MCP servers over standard input and output, and one client drives both. They stand on the same private desktop, which Deskpilot \
     takes for the current one, take turns in the same windows, and ask nobody. cua-driver 0.37.0 reports nothing, looks for no update and draws no cursor.",
    "Ratios are Deskpilot's figure by that of cua-driver, from the medians of this run; below 1 is better. In brackets are the least and the most. Tokens \
     are the bytes of a reply's texts by 4, or of its data where it has no text.",
    "Cold is the first look of a server at a window that was just opened, and the other server may have looked before; the servers take turns at being first. \
     Unchanged is a later look that asks for what has changed. Neither has a picture. The library alone looks from the benchmark's own process.",
    "An action is a click on a control by its name, whose reply tells what came of it: `act`, and `run_steps` with `observe`. Each server \
     acts in a window of its own and looks before, which is not counted. Twelve actions are one such call in a new window; what went through is what the window itself recorded.",
    "What is true of an action is told by the window a second after the reply: its own program writes down what happens to it and says what its widgets \
     hold. A list is as sure as its weakest action. A step of cua-driver counts as done if its effect was read back or a check that was asked for held, by \
     the words of its own guide; one that went through otherwise counts as unverified. False is what was said to be done and was not.",
    "The tasks are those of `tasks/` whose outcome is in files, each on a new desktop. A script knows the windows and makes the fewest calls that were found \
     for the server; tokens are those of calls and replies. The same steps as a program go to cua-driver's `run_script` in one call, \
     which a model can only write that has seen the windows before. The goals compare the calls of those tasks alone that both did: how many a task \
     needs that was not done, nobody knows.",
    "The list of tools counts as it is sent, and as most clients give it to a model: names, descriptions and schemas of arguments. Memory is that of the \
     whole process (RSS), after the list and after ten looks at a calculator.",
];

impl BenchReport for Report {
    const NAME: &'static str = "hands";

    fn text(&self) -> String {
        let failures = self.failures();
        text_of(&self.machine, &self.all_tables(), &notes(&failures))
    }

    fn markdown(&self) -> String {
        let failures = self.failures();
        markdown_of(&self.machine, &self.all_tables(), &notes(&failures))
    }
}

impl Report {
    fn all_tables(&self) -> Vec<Table> {
        let tables =
            [self.goals(), self.looks(), self.actions(), self.lists(), self.truth(), self.falsehoods()];
        let tables = tables.into_iter().chain([self.by_class(), self.task_table(), self.cost_table()]);
        tables.filter(|it| !it.rows.is_empty()).collect()
    }

    /// What was not measured and what was not done, each in a line.
    fn failures(&self) -> Vec<String> {
        let of_windows = self.windows.iter().flat_map(|it| &it.failures).map(|it| one_line(it, LONGEST));
        let of_task = |it: &TaskRuns| {
            let failed = it.runs.iter().filter_map(|run| Some((run.way, run.failure.as_ref()?)));
            let line = |(way, failure): (_, &String)| {
                format!("{}, {way:?}: {}", it.task, one_line(failure, LONGEST))
            };
            failed.map(line).collect::<Vec<String>>()
        };
        let of_tasks = self.tasks.iter().flat_map(of_task);
        self.unmeasured.iter().map(|it| one_line(it, LONGEST)).chain(of_windows).chain(of_tasks).collect()
    }
}

/// The notes, and these failures behind them.
fn notes(failures: &[String]) -> Vec<&str> {
    NOTES.iter().copied().chain(failures.iter().map(String::as_str)).collect()
}

/// The figure in the middle.
fn median(figures: &[f64]) -> Option<f64> {
    percentile(figures, 50)
}

/// How many times the median of theirs the median of ours is; `None` without both.
fn ratio(ours: &[f64], theirs: &[f64]) -> Option<f64> {
    Some(median(ours)? / median(theirs).filter(|it| *it > 0.0)?)
}

/// The times of calls.
fn millis(costs: &[CallCost]) -> Vec<f64> {
    costs.iter().map(|it| it.millis).collect()
}

/// The tokens of calls.
fn token_counts(costs: &[CallCost]) -> Vec<f64> {
    costs.iter().map(|it| it.tokens as f64).collect()
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::{
        client::ListCost,
        fixture::Fixture,
        jobs::JobRun,
        tasks::{TaskRun, Way},
        truth::{Said, Truth},
    };
    use super::*;

    fn costs(millis: &[f64], tokens: usize) -> Vec<CallCost> {
        millis.iter().map(|it| CallCost { millis: *it, tokens }).collect()
    }

    fn judgement(said: Said, truth: Truth) -> Judgement {
        let (class, reply) = ("check box".into(), String::new());
        Judgement { class, window: Fixture::Gtk3, said, truth, did_harm: false, reply }
    }

    fn run(way: Way, calls: usize, failure: Option<&str>) -> TaskRun {
        TaskRun { way, calls, tokens: calls * 100, millis: 5.0, failure: failure.map(str::to_owned) }
    }

    /// A report in which Deskpilot takes 10 ms and 100 tokens where cua-driver takes 40 ms and 400 tokens.
    pub(super) fn sample() -> Report {
        let both = || Both { ours: costs(&[8.0, 10.0, 30.0], 100), theirs: costs(&[20.0, 40.0, 50.0], 400) };
        let window = WindowTimes {
            name: "gtk-4".into(),
            about: "a calculator".into(),
            cold: both(),
            warm: both(),
            library: vec![6.0, 7.0, 9.0],
            actions: both(),
            failures: vec!["gtk-4, cua-driver: it is gone".into()],
        };
        let job = |millis, recorded| JobRun { cost: CallCost { millis, tokens: 50 }, recorded };
        let jobs = JobTimes {
            window: Fixture::Gtk3,
            runs: Both { ours: vec![job(100.0, 12)], theirs: vec![job(200.0, 12), job(150.0, 7)] },
        };
        let list = ListCost { tools: 12, sent_tokens: 4100, model_tokens: 3900 };
        let cost = FixedCost { list, megabytes: 20.0, megabytes_after_calls: 39.0 };
        let judgements = Both {
            ours: vec![
                judgement(Said::Done, Truth::Happened),
                judgement(Said::Unverified, Truth::NotHappened),
            ],
            theirs: vec![judgement(Said::Done, Truth::NotHappened)],
        };
        let runs = vec![
            run(Way::Deskpilot, 2, None),
            run(Way::Steps, 4, Some("it is gone")),
            run(Way::Program, 1, None),
        ];
        Report {
            runs: 3,
            costs: Both { ours: vec![cost], theirs: Vec::new() },
            windows: vec![window],
            jobs: vec![jobs],
            judgements,
            tasks: vec![
                TaskRuns { task: "replace".into(), runs },
                TaskRuns {
                    task: "rename".into(),
                    runs: vec![run(Way::Deskpilot, 1, None), run(Way::Steps, 4, None)],
                },
            ],
            ..Report::default()
        }
    }

    #[test]
    fn a_report_comes_back_from_its_file_and_tells_what_failed() {
        let report = sample();
        let text = serde_json::to_string(&report).unwrap();
        assert_eq!(serde_json::from_str::<Report>(&text).unwrap(), report);
        let text = report.text();
        assert!(text.ends_with("gtk-4, cua-driver: it is gone\nreplace, Steps: it is gone"), "{text}");
    }

    #[test]
    fn a_ratio_is_of_medians_and_needs_both() {
        assert_eq!(ratio(&[1.0, 2.0, 90.0], &[4.0]), Some(0.5));
        assert_eq!((ratio(&[], &[4.0]), ratio(&[1.0], &[]), ratio(&[1.0], &[0.0])), (None, None, None));
    }

    #[test]
    fn without_the_other_server_its_cells_are_empty_and_its_goals_left_out() {
        let full = sample();
        let alone = |window: &WindowTimes| WindowTimes {
            cold: Both { theirs: Vec::new(), ..window.cold.clone() },
            warm: Both { theirs: Vec::new(), ..window.warm.clone() },
            actions: Both { theirs: Vec::new(), ..window.actions.clone() },
            ..window.clone()
        };
        let report = Report { windows: full.windows.iter().map(alone).collect(), ..Report::default() };
        assert_eq!(report.all_tables().len(), 3, "goals, looks and actions");
        assert!(report.goals().rows.iter().all(|row| !row[0].contains("cua-driver")));
    }
}
