//! The report on the tasks through the APIs of providers. Pure.

use super::{ApiRuns, ApiTask};
use crate::{
    goals::{at_least, at_most},
    machine::Machine,
    output::{BenchReport, markdown_of, text_of},
    table::Table,
};
use serde::{Deserialize, Serialize};

/// The notes below the tables.
const NOTES: &[&str] = &[
    "The tasks are those of `tasks/`, on private desktops, with their checks. Deskpilot sends the requests that it sends to the \
     provider, to a server on this machine that has the provider's rules from its documentation: it refuses fields that it does not \
     know, schemas and limits of tokens that the provider would not take, and any other model, key or address. No provider is asked.",
    "The strict player replies: it follows the script of the task, gets the texts of the prompts alone, and its reply is refused unless \
     the schema that was sent allows it. Every reply is written as the provider writes it, and cut where the request says.",
    "Requests include refused ones. Tokens are those of the prompts' texts in OpenAI's vocabulary o200k, without the schema and \
     pictures, whatever the API: no provider bills them so.",
];

/// The results of one run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct ProviderReport {
    /// The machine.
    pub(super) machine: Machine,
    /// The tasks through each API.
    pub(super) apis: Vec<ApiRuns>,
}

impl BenchReport for ProviderReport {
    const NAME: &'static str = "agent-providers";
    const ARGUMENTS: &'static str = "agent --only providers";

    fn text(&self) -> String {
        text_of(&self.machine, &self.tables(), NOTES)
    }

    fn markdown(&self) -> String {
        markdown_of(&self.machine, &self.tables(), NOTES)
    }
}

impl ProviderReport {
    fn tables(&self) -> Vec<Table> {
        let all = [self.goal_table(), self.api_table(), self.failure_table()];
        all.into_iter().filter(|it| !it.rows.is_empty()).collect()
    }

    fn goal_table(&self) -> Table {
        let sum = |count: fn(&ApiRuns) -> usize| self.apis.iter().map(count).sum::<usize>() as f64;
        let tasks = sum(|it| it.tasks.len());
        let mut table = Table::headed(&["goal", "wanted", "measured", "met"]);
        table.rows = [
            at_least("tasks done through the APIs", tasks, Some(sum(ApiRuns::done))),
            at_most("requests that a server refused", 0.0, Some(sum(ApiRuns::refused))),
        ]
        .into_iter()
        .flatten()
        .collect();
        table
    }

    fn api_table(&self) -> Table {
        let mut table = Table::headed(&[
            "API",
            "model",
            "tasks done",
            "requests",
            "refused",
            "requests a task",
            "prompt tokens a task",
        ]);
        table.rows.extend(self.apis.iter().map(row));
        table
    }

    /// What was not done, and what a server refused, with the reasons.
    fn failure_table(&self) -> Table {
        let mut table = Table::headed(&["not done, or refused", "API", "why"]);
        for runs in &self.apis {
            let whys =
                runs.tasks.iter().flat_map(|task| reasons(task).into_iter().map(move |why| (task, why)));
            table.rows.extend(whys.map(|(task, why)| vec![task.name.clone(), runs.api.clone(), why]));
        }
        table
    }
}

fn row(runs: &ApiRuns) -> Vec<String> {
    let tasks = runs.tasks.len();
    let tokens: u64 = runs.tasks.iter().map(|it| it.run.prompt_tokens).sum();
    let a_task = |count: f64| count / tasks as f64;
    vec![
        runs.api.clone(),
        runs.model.clone(),
        format!("{} of {tasks}", runs.done()),
        runs.requests().to_string(),
        runs.refused().to_string(),
        format!("{:.1}", a_task(runs.requests() as f64)),
        if tokens > 0 { format!("{:.0}", a_task(tokens as f64)) } else { String::new() },
    ]
}

/// Why a task was not done, and what the server refused of it.
fn reasons(task: &ApiTask) -> Vec<String> {
    let failure = (!task.run.success).then(|| task.run.failure.clone());
    failure.into_iter().chain(task.refused()).collect()
}

#[cfg(test)]
mod tests {
    use super::{super::TaskRun, *};

    fn task(name: &str, failure: &str, refusals: &[&str]) -> ApiTask {
        let run = TaskRun {
            success: failure.is_empty(),
            prompt_tokens: 900,
            failure: failure.to_owned(),
            ..TaskRun::default()
        };
        let refusals: Vec<String> = refusals.iter().map(|it| (*it).to_owned()).collect();
        ApiTask { name: name.to_owned(), run, requests: 4 + refusals.len(), refusals }
    }

    fn lines(table: &Table) -> Vec<String> {
        table.rows.iter().map(|row| row.join("|")).collect()
    }

    #[test]
    fn each_api_has_a_row_and_what_failed_has_its_reasons() {
        let tasks =
            vec![task("a", "", &[]), task("b", "it took longer than 9 s", &["no field x", "no field x"])];
        let api = |api: &str, tasks| ApiRuns { api: api.into(), model: "m".into(), tasks };
        let apis = vec![api("openai", tasks), api("gemini", vec![task("a", "", &["late"])])];
        let report = ProviderReport { apis, ..ProviderReport::default() };
        assert_eq!(
            lines(&report.api_table()),
            ["openai|m|1 of 2|10|2|5.0|900", "gemini|m|1 of 1|5|1|5.0|900"]
        );
        let failures = [
            "b|openai|it took longer than 9 s",
            "b|openai|refused 2 times: no field x",
            "a|gemini|refused: late",
        ];
        assert_eq!(
            lines(&report.failure_table()),
            failures,
            "a task that was done may have been refused first"
        );
        let met: Vec<String> = report.goal_table().rows.iter().map(|row| row[2..].join(" ")).collect();
        assert_eq!(met, ["2.0 NO", "3.0 NO"]);
    }

    #[test]
    fn where_all_went_as_wanted_nothing_is_listed() {
        let apis = vec![ApiRuns { tasks: vec![task("a", "", &[])], ..ApiRuns::default() }];
        let report = ProviderReport { apis, ..ProviderReport::default() };
        assert_eq!(report.tables().len(), 2);
        assert!(report.goal_table().rows.iter().all(|row| row[3] == "yes"));
    }
}
