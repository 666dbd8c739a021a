//! The report about skills.

use super::{batch::Taken, changed::Change, suite::Task};
use crate::{
    goals::{at_least, at_most},
    machine::Machine,
    output::{BenchReport, markdown_of, text_of},
    table::Table,
};
use serde::{Deserialize, Serialize};

/// The run that must need no model any more.
const THIRD: usize = 3;
/// How many runs a task has that is done in a row.
const IN_A_ROW: usize = 5;

/// The results.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Report {
    pub(super) machine: Machine,
    pub(super) tasks: Vec<Task>,
    pub(super) changed: Vec<Change>,
}

const NOTES: &[&str] = &[
    "Tasks are those of `tasks/`, each in a new home, on private desktops, with their checks. The script of a task decides in the \
     place of a language model, through the same prompts; tokens are counted with OpenAI's vocabulary o200k, without pictures, and the \
     model takes no time.",
    "Help: the help that is installed on the machine is in the index, and its passages are in the prompts. Skills: the third run \
     in a row in one home, which learned from the two before. Asked: how often a person is asked whether skills may run, in all runs; who is asked \
     agrees. A task without a question has skills that depend on what they read, and needs the model each time.",
    "Changed windows: two runs of a script in `bench/windows/orders.py` teach a skill of six steps. In each variation the \
     application records what is done to it. Right: it recorded exactly what the steps until the difference do, and nothing else. \
     Noticed: the skill stopped there, and the agent that took over got the reason. A control at another place, with the same name \
     in the same container, is no difference: there the result must be right.",
];

impl Report {
    fn tables(&self) -> Vec<Table> {
        let all = [self.goals(), self.in_a_row(), self.suite(), self.changes()];
        all.into_iter().filter(|it| !it.rows.is_empty()).collect()
    }

    fn goals(&self) -> Table {
        let mut goals = Table::headed(&["goal", "wanted", "measured", "met"]);
        let allowed = || self.tasks.iter().filter(|it| it.asked > 0);
        let least = allowed().filter_map(|it| saved(it, |it| it.calls)).min_by(f64::total_cmp);
        let what = "model calls saved in the third run where skills may run, the least, %";
        goals.rows.extend(at_least(what, 90.0, least));
        let most = allowed().map(|it| it.asked as f64).max_by(f64::total_cmp);
        goals.rows.extend(at_most("questions to a person about skills, the most of a task", 1.0, most));
        let runs = || self.tasks.iter().flat_map(|it| it.in_a_row.iter().chain([&it.with_help]));
        let done = runs().filter(|it| it.success).count();
        goals.rows.extend(all_of("runs whose checks hold", done, runs().count()));
        let noticed = self.changed.iter().filter(|it| it.is_noticed).count();
        goals.rows.extend(all_of(
            "changed windows that are dealt with as wanted",
            noticed,
            self.changed.len(),
        ));
        let right = self.changed.iter().filter(|it| it.is_right).count();
        goals.rows.extend(all_of("changed windows in which nothing else is done", right, self.changed.len()));
        goals
    }

    fn in_a_row(&self) -> Table {
        let heads = ["task in a row", "run 1", "run 2", "run 3", "run 4", "run 5"];
        let mut table = Table::headed(&heads);
        for task in self.tasks.iter().filter(|it| it.in_a_row.len() == IN_A_ROW) {
            let cells = task.in_a_row.iter().map(cell);
            table.rows.push([task.name.clone()].into_iter().chain(cells).collect());
        }
        table
    }

    fn suite(&self) -> Table {
        let heads = ["task", "alone", "with help", "with skills", "asked", "calls saved %", "tokens saved %"];
        let mut table = Table::headed(&heads);
        for task in &self.tasks {
            let (Some(first), Some(third)) = (task.in_a_row.first(), task.in_a_row.get(THIRD - 1)) else {
                continue;
            };
            let share = |it: Option<f64>| it.map_or_else(String::new, |it| format!("{it:.0}"));
            table.rows.push(vec![
                task.name.clone(),
                cell(first),
                cell(&task.with_help),
                cell(third),
                task.asked.to_string(),
                share(saved(task, |it| it.calls)),
                share(saved(task, |it| it.tokens)),
            ]);
        }
        table
    }

    fn changes(&self) -> Table {
        let mut table = Table::headed(&["changed window", "wanted", "right", "noticed", "message"]);
        for change in &self.changed {
            table.rows.push(vec![
                change.name.clone(),
                change.wanted.clone(),
                yes(change.is_right),
                yes(change.is_noticed),
                change.messages.clone(),
            ]);
        }
        table
    }
}

/// The row of a goal that all of so many meet; `None` where nothing was measured.
fn all_of(what: &str, met: usize, all: usize) -> Option<Vec<String>> {
    let is_met = yes(met == all);
    (all > 0).then(|| vec![what.to_owned(), all.to_string(), met.to_string(), is_met])
}

/// Which share of the figure the third run saves, in percent.
fn saved(task: &Task, figure: impl Fn(&Taken) -> u64) -> Option<f64> {
    let (first, third) =
        (figure(task.in_a_row.first()?) as f64, figure(task.in_a_row.get(THIRD - 1)?) as f64);
    (first > 0.0).then(|| 100.0 * (first - third) / first)
}

fn cell(taken: &Taken) -> String {
    let Taken { success, calls, tokens, seconds, handed_back } = taken;
    let failed = if *success { "" } else { ", FAILED" };
    let stopped = if handed_back.is_empty() { "" } else { ", handed back" };
    format!("{calls} calls, {tokens} tokens, {seconds:.1} s{stopped}{failed}")
}

fn yes(is: bool) -> String {
    if is { "yes".into() } else { "NO".into() }
}

impl BenchReport for Report {
    const NAME: &'static str = "skills";

    fn text(&self) -> String {
        text_of(&self.machine, &self.tables(), NOTES)
    }

    fn markdown(&self) -> String {
        markdown_of(&self.machine, &self.tables(), NOTES)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(calls: u64, success: bool) -> Taken {
        Taken { success, calls, tokens: calls * 1000, seconds: 1.0, handed_back: String::new() }
    }

    #[test]
    fn a_goal_is_met_only_if_every_task_saves_enough_and_every_check_holds() {
        let task = |third: u64, success: bool| Task {
            name: "one".into(),
            with_help: taken(10, true),
            in_a_row: vec![taken(10, true), taken(10, true), taken(third, success)],
            asked: 1,
        };
        let met = |tasks: Vec<Task>| -> Vec<String> {
            let goals = Report { tasks, ..Report::default() }.goals();
            goals.rows.into_iter().filter_map(|it| it.last().cloned()).collect()
        };
        assert_eq!(met(vec![task(1, true), task(0, true)]), ["yes", "yes", "yes"]);
        assert_eq!(met(vec![task(2, true), task(0, true)]), ["NO", "yes", "yes"]);
        assert_eq!(met(vec![task(0, false)]), ["yes", "yes", "NO"]);
        let asked = |asked: u64| met(vec![Task { asked, ..task(5, true) }]);
        assert_eq!(asked(0), ["yes"], "its skills depend on what they read: nothing is saved");
        assert_eq!(asked(2), ["NO", "NO", "yes"]);
        assert!(met(Vec::new()).is_empty());
    }
}
