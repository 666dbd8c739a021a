//! The report on the tasks by the players that get prompts alone. Pure.

use super::{
    calls,
    report::{failure_table, prompted_cell},
    suite::Task,
};
use crate::{
    machine::Machine,
    output::{BenchReport, markdown_of, text_of},
    table::Table,
};
use serde::{Deserialize, Serialize};

/// The notes below the tables.
const NOTES: &[&str] = &[
    "The tasks are those of `tasks/`, on private desktops, with their checks. The strict player follows the script of the task as a \
     language model does: it gets the texts of the prompts alone over HTTP, and its replies are refused unless the schema that was \
     sent allows them. The strict and plain player also gives at most three actions at once, on controls that the list names.",
    "The fewest calls are one to open and assign and one to act for each subtask, and one for each further look that the task needs; \
     those of the HostAgent are one for each subtask. Calls include rejected replies, and calls by the fewest are the averages of \
     the tasks that were done.",
    "Tokens are those of the prompts' texts and of the replies in OpenAI's vocabulary o200k, without the schema.",
];

/// The results of one run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct PlayerReport {
    /// The machine.
    pub(super) machine: Machine,
    /// The tasks of the suite.
    pub(super) tasks: Vec<Task>,
}

impl BenchReport for PlayerReport {
    const NAME: &'static str = "agent-players";
    const ARGUMENTS: &'static str = "agent --only strict --only plain";

    fn text(&self) -> String {
        text_of(&self.machine, &self.tables(), NOTES)
    }

    fn markdown(&self) -> String {
        markdown_of(&self.machine, &self.tables(), NOTES)
    }
}

impl PlayerReport {
    fn tables(&self) -> Vec<Table> {
        let mut goals = Table::headed(&["goal", "wanted", "measured", "met"]);
        goals.rows = calls::goals(&self.tasks).into_iter().flatten().collect();
        let all = [goals, calls::call_table(&self.tasks), self.task_table(), failure_table(&self.tasks)];
        all.into_iter().filter(|it| !it.rows.is_empty()).collect()
    }

    fn task_table(&self) -> Table {
        let mut table = Table::headed(&[
            "task",
            "fewest calls",
            "strict: done, calls, tokens",
            "strict and plain: done, calls, tokens",
        ]);
        let row = |it: &Task| {
            let cells = [it.fewest.to_string(), prompted_cell(&it.strict), prompted_cell(&it.strict_plain)];
            [it.name.clone()].into_iter().chain(cells).collect()
        };
        table.rows.extend(self.tasks.iter().map(row));
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::task_run::TaskRun;

    #[test]
    fn each_task_has_a_row_and_each_player_its_goals() {
        let done =
            |calls, tokens| TaskRun { success: true, calls, app_calls: 1, tokens, ..TaskRun::default() };
        let task = |name: &str, strict, strict_plain| Task {
            name: name.into(),
            strict,
            strict_plain,
            fewest: 2,
            fewest_host: 1,
            ..Task::default()
        };
        let given_up = TaskRun { calls: 9, failure: "it took longer than 9 s".into(), ..TaskRun::default() };
        let tasks = vec![task("a", done(2, 900), done(3, 1_400)), task("b", done(2, 800), given_up)];
        let report = PlayerReport { tasks, ..PlayerReport::default() };
        let rows: Vec<Vec<String>> = report
            .tables()
            .iter()
            .map(|table| table.rows.iter().map(|row| row.join("|")).collect())
            .collect();
        let [goals, players, tasks, failures] = rows.as_slice() else { panic!("{rows:?}") };
        assert_eq!(goals[0], "tasks done, strict player|≥ 2|2.0|yes");
        assert_eq!(goals.last().unwrap(), "tasks done, strict and plain player|≥ 2|1.0|NO");
        assert_eq!(players.len(), 2);
        assert_eq!(*tasks, ["a|2|yes, 2, 900|yes, 3, 1400", "b|2|yes, 2, 800|NO, 9, 0"]);
        assert_eq!(*failures, ["b|strict and plain player|it took longer than 9 s"]);
    }
}
