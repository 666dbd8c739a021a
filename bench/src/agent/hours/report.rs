//! The report on the prompts of a long task. Pure.

use super::{Hour, MeasuredPrompt, PartSize};
use crate::{
    goals::at_most,
    machine::Machine,
    output::{BenchReport, markdown_of, text_of},
    table::Table,
};
use deskpilot_core::AgentKind;
use serde::{Deserialize, Serialize};

/// The most kilobytes of a prompt.
const KILOBYTES: f64 = 24.0;

/// The notes below the tables.
const NOTES: &[&str] = &[
    "A model that follows a script does the task on a text desktop of three windows, through the prompts that a language model gets \
     there, without pictures. The applications of a text desktop have no native commands: the fixed text and the schema have those \
     that every application has.",
    "A call is one of all calls of the session. Of each agent the last prompt at the calls 1, 20, 50 and the last is measured, or its \
     first one. Sections count with their tags, and tokens are those of OpenAI's vocabulary o200k. The kilobytes are those of all \
     text, and the schema is no part of them.",
    "A note or a file that the task left is missing where the last prompt of the HostAgent or of an AppAgent does not name it.",
];

/// The results of one run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(in crate::agent) struct HourReport {
    /// The machine.
    pub(super) machine: Machine,
    /// What was measured.
    pub(super) hour: Hour,
}

impl BenchReport for HourReport {
    const NAME: &'static str = "agent-hours";
    const ARGUMENTS: &'static str = "agent --only hours";

    fn text(&self) -> String {
        text_of(&self.machine, &self.tables(), NOTES)
    }

    fn markdown(&self) -> String {
        markdown_of(&self.machine, &self.tables(), NOTES)
    }
}

impl HourReport {
    fn tables(&self) -> Vec<Table> {
        vec![self.goal_table(), self.task_table(), size_table(&self.hour)]
    }

    fn goal_table(&self) -> Table {
        let kilobytes = |agent| self.hour.last_kilobytes(agent);
        let mut table = Table::headed(&["goal", "wanted", "measured", "met"]);
        table.rows = [
            at_most("last prompt of the HostAgent, KB", KILOBYTES, kilobytes(AgentKind::HostAgent)),
            at_most("last prompt of an AppAgent, KB", KILOBYTES, kilobytes(AgentKind::AppAgent)),
            at_most("notes and files that a last prompt lacks", 0.0, Some(self.hour.lost.len() as f64)),
        ]
        .into_iter()
        .flatten()
        .collect();
        table
    }

    fn task_table(&self) -> Table {
        let Hour { calls, actions, subtasks, .. } = &self.hour;
        let mut table = Table::headed(&["the task", "subtasks", "calls", "actions"]);
        let counts = [subtasks, calls, actions].map(ToString::to_string);
        table.rows.push(["three applications".to_owned()].into_iter().chain(counts).collect());
        table
    }
}

/// The sizes by part: a column for each measured prompt, the fixed text and each section in rows, their sum, and the schema.
fn size_table(hour: &Hour) -> Table {
    let heads = hour.prompts.iter().map(|it| format!("{}, call {}", it.agent, it.call));
    let mut table = Table {
        heads: ["characters / tokens of".to_owned()].into_iter().chain(heads).collect(),
        rows: Vec::new(),
    };
    if hour.prompts.is_empty() {
        return table;
    }
    let texts: Vec<&str> = names(hour.prompts.iter().flat_map(MeasuredPrompt::texts));
    for name in &texts {
        table.rows.push(row(name, hour, |it| sizes(it.parts.iter().filter(|part| part.name == *name))));
    }
    table.rows.push(row("all text", hour, |it| sizes(it.texts())));
    for name in names(hour.prompts.iter().flat_map(|it| &it.parts)) {
        if !texts.contains(&name) {
            table.rows.push(row(name, hour, |it| sizes(it.parts.iter().filter(|part| part.name == name))));
        }
    }
    table
}

fn row(name: &str, hour: &Hour, cell: impl Fn(&MeasuredPrompt) -> String) -> Vec<String> {
    [name.to_owned()].into_iter().chain(hour.prompts.iter().map(cell)).collect()
}

/// The sum of these sizes; nothing where there are none.
fn sizes<'a>(parts: impl Iterator<Item = &'a PartSize>) -> String {
    let parts: Vec<&PartSize> = parts.collect();
    let sum = |size: fn(&PartSize) -> usize| parts.iter().map(|it| size(it)).sum::<usize>();
    match parts.is_empty() {
        true => String::new(),
        false => format!("{} / {}", sum(|it| it.characters), sum(|it| it.tokens)),
    }
}

/// The names of these parts, each once, in the order in which they come first.
fn names<'a>(parts: impl Iterator<Item = &'a PartSize>) -> Vec<&'a str> {
    let mut names: Vec<&str> = Vec::new();
    for part in parts {
        if !names.contains(&part.name.as_str()) {
            names.push(&part.name);
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_has_a_row_and_the_schema_is_not_counted_as_text() {
        let part = |name: &str, characters: usize| PartSize {
            name: name.into(),
            characters,
            bytes: characters,
            tokens: characters / 4,
        };
        let prompt = |agent: &str, call: usize, parts: Vec<PartSize>| MeasuredPrompt {
            agent: agent.into(),
            call,
            parts,
        };
        let schema = "schema of the reply";
        let prompts = vec![
            prompt("HostAgent", 1, vec![part("fixed text", 40), part("user_request", 8), part(schema, 20)]),
            prompt("AppAgent", 2, vec![part("fixed text", 80), part("sub_task", 4), part(schema, 60)]),
        ];
        let table = size_table(&Hour { prompts, ..Hour::default() });
        let rows: Vec<String> = table.rows.iter().map(|row| row.join("|")).collect();
        assert_eq!(
            rows,
            [
                "fixed text|40 / 10|80 / 20",
                "user_request|8 / 2|",
                "sub_task||4 / 1",
                "all text|48 / 12|84 / 21",
                "schema of the reply|20 / 5|60 / 15",
            ]
        );
        assert!(size_table(&Hour::default()).rows.is_empty());
    }
}
