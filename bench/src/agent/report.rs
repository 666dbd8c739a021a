//! The report on the agents. Pure.

use super::{
    calls,
    follower::PlanTimes,
    office,
    office::OfficeTimes,
    rulings::RULES,
    sizes::FixedPromptSize,
    steps::WindowSteps,
    suite::{RunKind, Task},
    task_run::TaskRun,
    waits::Waits,
};
use crate::{
    figures::percentile,
    goals::{at_least, at_most, shown},
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
    /// The sizes of the fixed parts of the prompts.
    pub(super) fixed: Vec<FixedPromptSize>,
    /// Steps in windows of many controls.
    pub(super) windows: Vec<WindowSteps>,
    /// Milliseconds from a stop during a model call to the end.
    pub(super) stops: Vec<f64>,
    /// Microseconds of a ruling over many rules.
    #[serde(default)]
    pub(super) rulings: Vec<f64>,
    /// Milliseconds from a person's yes to the action.
    #[serde(default)]
    pub(super) consents: Vec<f64>,
    /// Waits for effects.
    #[serde(default)]
    pub(super) waits: Waits,
    /// Plans, and how long they take.
    #[serde(default)]
    pub(super) plans: Vec<PlanTimes>,
    /// Actions, openings and looks in LibreOffice.
    #[serde(default)]
    pub(super) office: Vec<OfficeTimes>,
    /// The tasks of the suite.
    pub(super) tasks: Vec<Task>,
}

/// The notes below the tables.
const NOTES: &[&str] = &[
    "Own time is the time of a step without its calls to the desktop (the application and its accessibility, the X server, \
     the wait for the effect of an action) and to the model: drawing and encoding pictures, prompt, reply, policy, log, \
     exports.",
    "Tokens are counted with OpenAI's vocabulary o200k.",
    "The built-in model follows each plan in an open window; its script sends the same inputs, one after the other, to the \
     same desktop.",
    "The tasks are those of `tasks/`. A scripted model gives all actions at once whose controls it sees or can name ahead \
     (on), or one (off). Calls are all decisions, including those of the HostAgent: with a language model each is a model \
     call. Divergences are stopped lists, needless those that no change of the task explains. The fewest calls are one to open \
     and assign and one to act for each subtask, and one for each further look that the task needs. The plain player gives at \
     most three actions at once, on controls that the list names. The strict player follows the same script as a language model \
     does: it gets the texts of the prompts alone over HTTP, and its replies are refused unless the schema that was sent allows them. \
     The strict and plain player does both.",
    "Calls by the fewest are the averages of the tasks that were done. The fewest of the HostAgent are one for each subtask; where a \
     plan goes on without it, it takes fewer. Calls include rejected replies. Tokens are those of the prompts' texts and of the \
     replies, without the schema.",
    "In LibreOffice, an action goes from its record as begun to its record as done, with the wait for its effect. The raw script \
     sends the same keys and clicks with xdotool, and waits until the application uses no processor time; both take turns in one \
     document. Opening goes from the start of the program to the window that shows its document. A look is the list of \
     controls after one change of a cell.",
];

impl BenchReport for Report {
    const NAME: &'static str = "agent";

    fn text(&self) -> String {
        text_of(&self.machine, &self.tables(), NOTES)
    }

    fn markdown(&self) -> String {
        markdown_of(&self.machine, &self.tables(), NOTES)
    }
}

impl Report {
    fn tables(&self) -> Vec<Table> {
        let all = [
            self.goal_table(),
            self.window_table(),
            self.prompt_table(),
            self.plan_table(),
            self.office_table(),
            calls::call_table(&self.tasks),
            self.task_table(),
            failure_table(&self.tasks),
        ];
        all.into_iter().filter(|it| !it.rows.is_empty()).collect()
    }

    fn goal_table(&self) -> Table {
        let own: Vec<f64> = self.windows.iter().flat_map(|it| it.own.clone()).collect();
        let tokens: Vec<f64> =
            self.windows.iter().flat_map(|it| it.tokens.iter().map(|it| *it as f64)).collect();
        let fixed = |agent: &str| {
            self.fixed.iter().find(|it| it.agent == agent).map(|it| (it.text + it.shape) as f64)
        };
        let mut table = Table::headed(&["goal", "wanted", "measured", "met"]);
        table.rows = [
            at_most("own time of a step, p95, ms", 60.0, percentile(&own, 95)),
            at_most("tokens of the controls of a step, p95", 1500.0, percentile(&tokens, 95)),
            at_most("fixed tokens of the HostAgent", 2500.0, fixed("HostAgent")),
            at_most("fixed tokens of an AppAgent", 3500.0, fixed("AppAgent")),
            at_most("stop during a model call, p99, ms", 100.0, percentile(&self.stops, 99)),
            at_most(&format!("ruling over {RULES} rules, p99, µs"), 50.0, percentile(&self.rulings, 99)),
            at_most("from a person's yes to the action, p95, ms", 50.0, percentile(&self.consents, 95)),
            at_most("an effect that is seen, p95, ms", 700.0, percentile(&self.waits.seen, 95)),
            at_most("a key without effect, p95, ms", 3000.0, percentile(&self.waits.nothing, 95)),
            at_most("release of a stopped drag, p95, ms", 100.0, percentile(&self.waits.released, 95)),
            at_most("a plan of 10 steps, times a plain script", 1.5, self.slowest_plan()),
            at_least("model calls saved by speculation, %", 60.0, self.saved_calls()),
            at_most("lists stopped without need", 0.0, self.needless_stops()),
            at_most("an action in LibreOffice, p50, s", 0.3, self.office_action(50)),
            at_most("an action in LibreOffice, p90, s", 0.8, self.office_action(90)),
            at_most("an action in LibreOffice, times a raw script", 2.0, self.times_a_raw_script()),
            at_most("opening Writer or Calc, p50, s", 2.5, self.slowest_opening()),
            at_most("a look at Calc after one change, p50, ms", 60.0, self.look_at_calc()),
        ]
        .into_iter()
        .chain(calls::goals(&self.tasks))
        .flatten()
        .collect();
        table
    }

    fn window_table(&self) -> Table {
        let mut table = Table::headed(&[
            "window",
            "controls",
            "steps",
            "own p50 ms",
            "own p95 ms",
            "whole p50 ms",
            "tokens p95",
            "own time goes into",
        ]);
        table.rows.extend(self.windows.iter().map(|it| {
            let tokens: Vec<f64> = it.tokens.iter().map(|it| *it as f64).collect();
            vec![
                it.name.clone(),
                it.controls.to_string(),
                it.own.len().to_string(),
                shown(percentile(&it.own, 50)),
                shown(percentile(&it.own, 95)),
                shown(percentile(&it.whole, 50)),
                shown(percentile(&tokens, 95)),
                it.parts
                    .iter()
                    .map(|(kind, millis)| format!("{kind} {millis:.1}"))
                    .collect::<Vec<_>>()
                    .join(", "),
            ]
        }));
        table
    }

    fn prompt_table(&self) -> Table {
        let mut table = Table::headed(&["fixed part of", "text tokens", "shape tokens", "characters"]);
        let row = |it: &FixedPromptSize| {
            vec![it.agent.clone(), it.text.to_string(), it.shape.to_string(), it.characters.to_string()]
        };
        table.rows.extend(self.fixed.iter().map(row));
        table
    }

    fn plan_table(&self) -> Table {
        let mut table =
            Table::headed(&["plan in", "steps", "times", "script p50 ms", "plan p50 ms", "plan / script"]);
        let ratio = |it: &PlanTimes| ratio(it).map_or_else(String::new, |it| format!("{it:.2}"));
        table.rows.extend(self.plans.iter().map(|it| {
            let (script, plan) = (percentile(&it.script, 50), percentile(&it.plan, 50));
            let times = it.plan.len().to_string();
            vec![it.name.clone(), it.steps.to_string(), times, shown(script), shown(plan), ratio(it)]
        }));
        table
    }

    /// How many times as long as its script the slowest plan takes.
    fn slowest_plan(&self) -> Option<f64> {
        self.plans.iter().filter_map(ratio).max_by(f64::total_cmp)
    }

    fn task_table(&self) -> Table {
        let mut table = Table::headed(&[
            "task",
            "done on/off",
            "actions",
            "calls on",
            "calls off",
            "saved %",
            "s on",
            "s off",
            "divergences on",
            "needless",
            "fewest calls",
            "plain: done, calls",
            "strict: done, calls, tokens",
            "strict and plain: done, calls, tokens",
        ]);
        table.rows.extend(self.tasks.iter().map(row));
        if !self.tasks.is_empty() {
            table.rows.push(row(&self.sum()));
        }
        table
    }

    fn sum(&self) -> Task {
        let mut sum = Task { name: "all".into(), ..Task::default() };
        for kind in RunKind::ALL {
            sum.run_mut(kind).success = self.tasks.iter().all(|it| it.run(kind).success);
            self.tasks.iter().for_each(|it| sum.run_mut(kind).add(it.run(kind)));
        }
        for task in &self.tasks {
            sum.fewest += task.fewest;
            sum.looks += task.looks.min(task.on.divergences);
        }
        sum
    }

    fn needless_stops(&self) -> Option<f64> {
        let is_there = self.tasks.iter().any(|it| it.on.is_there());
        is_there.then(|| self.tasks.iter().map(|it| it.needless_stops() as f64).sum())
    }

    /// The seconds of an action in the documents of LibreOffice.
    fn office_action(&self, percent: usize) -> Option<f64> {
        let all: Vec<f64> = self.office.iter().flat_map(|it| it.actions.clone()).collect();
        percentile(&all, percent).map(|it| it / 1000.0)
    }

    fn times_a_raw_script(&self) -> Option<f64> {
        self.office.iter().filter_map(OfficeTimes::times_raw).max_by(f64::total_cmp)
    }

    fn slowest_opening(&self) -> Option<f64> {
        let openings = self.office.iter().filter_map(|it| percentile(&it.openings, 50));
        openings.max_by(f64::total_cmp).map(|it| it / 1000.0)
    }

    fn look_at_calc(&self) -> Option<f64> {
        let calc = self.office.iter().find(|it| it.name == office::CALC)?;
        percentile(&calc.looks, 50)
    }

    fn office_table(&self) -> Table {
        let mut table = Table::headed(&[
            "in",
            "actions",
            "raw p50 ms",
            "raw p90 ms",
            "p50 ms",
            "p90 ms",
            "by raw",
            "opening p50 ms",
            "look p50 ms",
        ]);
        table.rows.extend(self.office.iter().map(|it| {
            vec![
                it.name.clone(),
                it.actions.len().to_string(),
                shown(percentile(&it.raw, 50)),
                shown(percentile(&it.raw, 90)),
                shown(percentile(&it.actions, 50)),
                shown(percentile(&it.actions, 90)),
                it.times_raw().map_or_else(String::new, |it| format!("{it:.2}")),
                shown(percentile(&it.openings, 50)),
                shown(percentile(&it.looks, 50)),
            ]
        }));
        table
    }

    /// The share of the model calls of all tasks that speculation saves, in percent.
    fn saved_calls(&self) -> Option<f64> {
        saved_calls(&self.sum())
    }
}

fn ratio(plan: &PlanTimes) -> Option<f64> {
    Some(percentile(&plan.plan, 50)? / percentile(&plan.script, 50)?)
}

fn saved_calls(task: &Task) -> Option<f64> {
    let are_there = task.on.calls > 0 && task.off.calls > 0;
    are_there.then(|| 100.0 - 100.0 * task.on.calls as f64 / task.off.calls as f64)
}

/// The runs in which a task was not done, with the reason.
pub(super) fn failure_table(tasks: &[Task]) -> Table {
    let mut table = Table::headed(&["not done", "player", "why"]);
    for task in tasks {
        let is_failed = |kind: &RunKind| task.run(*kind).is_there() && !task.run(*kind).success;
        table.rows.extend(RunKind::ALL.into_iter().filter(is_failed).map(|kind| {
            vec![task.name.clone(), kind.player_name().to_owned(), task.run(kind).failure.clone()]
        }));
    }
    table
}

/// What a player that gets prompts did in a task; nothing where there was no such run.
pub(super) fn prompted_cell(run: &TaskRun) -> String {
    if_there(run, format!("{}, {}, {}", word(run), run.calls, run.tokens))
}

fn row(task: &Task) -> Vec<String> {
    let seconds = |run: &TaskRun| shown(run.is_there().then_some(run.seconds));
    vec![
        task.name.clone(),
        format!("{}/{}", word(&task.on), word(&task.off)),
        if_there(&task.off, task.off.actions.to_string()),
        if_there(&task.on, task.on.calls.to_string()),
        if_there(&task.off, task.off.calls.to_string()),
        shown(saved_calls(task)),
        seconds(&task.on),
        seconds(&task.off),
        if_there(&task.on, task.on.divergences.to_string()),
        if_there(&task.on, task.needless_stops().to_string()),
        task.fewest.to_string(),
        if_there(&task.plain, format!("{}, {}", word(&task.plain), task.plain.calls)),
        prompted_cell(&task.strict),
        prompted_cell(&task.strict_plain),
    ]
}

/// Whether the task was done; nothing where there was no such run.
const fn word(run: &TaskRun) -> &'static str {
    match (run.is_there(), run.success) {
        (false, _) => "",
        (true, true) => "yes",
        (true, false) => "NO",
    }
}

/// A cell of a run; nothing where there was none.
fn if_there(run: &TaskRun, cell: String) -> String {
    if run.is_there() { cell } else { String::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_percentile_is_a_figure_that_was_measured() {
        let hundred: Vec<f64> = (1..=100).rev().map(f64::from).collect();
        for (figures, percent, expected) in [
            (&hundred[..], 95, Some(95.0)),
            (&hundred, 99, Some(99.0)),
            (&[7.0], 50, Some(7.0)),
            (&[], 50, None),
        ] {
            assert_eq!(percentile(figures, percent), expected);
        }
    }

    #[test]
    fn what_was_measured_is_held_against_its_goal() {
        let way = |calls| TaskRun { success: true, calls, app_calls: calls - 2, ..TaskRun::default() };
        let task = |on, off| Task {
            name: "t".into(),
            on: way(on),
            off: way(off),
            fewest: 4,
            fewest_host: 2,
            ..Task::default()
        };
        for (tasks, expected) in [
            (vec![task(4, 10), task(4, 10)], "60.0 yes, 0.0 yes, 2.0 yes, 1.00 yes, 1.00 yes, 1.00 yes"),
            (vec![task(5, 10)], "50.0 NO, 0.0 yes, 1.0 yes, 1.25 NO, 1.00 yes, 1.50 NO"),
        ] {
            let goals = Report { tasks, ..Report::default() }.goal_table();
            let found: Vec<String> = goals.rows.iter().map(|row| format!("{} {}", row[2], row[3])).collect();
            assert_eq!(found.join(", "), expected, "what was not measured has no goal");
        }
    }

    #[test]
    fn what_was_not_run_has_empty_cells() {
        let strict = TaskRun { success: true, calls: 4, tokens: 900, ..TaskRun::default() };
        let task = Task { name: "t".into(), strict, fewest: 4, ..Task::default() };
        assert_eq!(row(&task).join("|"), "t|/|||||||||4||yes, 4, 900|");
    }

    #[test]
    fn what_was_not_done_is_listed_with_its_reason() {
        let failed =
            |calls| TaskRun { calls, failure: "it took longer than 9 s".into(), ..TaskRun::default() };
        let done = TaskRun { success: true, calls: 4, ..TaskRun::default() };
        let task = Task { name: "t".into(), on: failed(2), off: done, strict: failed(0), ..Task::default() };
        let rows: Vec<String> = failure_table(&[task]).rows.iter().map(|it| it.join("|")).collect();
        assert_eq!(
            rows,
            ["t|lists of actions|it took longer than 9 s", "t|strict player|it took longer than 9 s"]
        );
    }
}
