//! Parses an agents file. Pure.

use super::{
    AgentFlaw, AgentSpec, AgentsError,
    entry::Entry,
    flaws::{Reading, kind, line},
};
use toml::de::{DeTable, DeValue};

/// The only top-level key.
const AGENTS: &str = "agents";
/// The maximum length of an agent's name.
const LONGEST_NAME: usize = 40;

/// The agents of a file, sorted by name; an empty file is valid.
pub fn agents_of(text: &str) -> Result<Vec<AgentSpec>, AgentsError> {
    let mut reading = Reading { text, flaws: Vec::new() };
    let agents = agents(&mut reading);
    if reading.flaws.is_empty() {
        return Ok(agents);
    }
    reading.flaws.sort_by_key(|it| it.line);
    Err(AgentsError(reading.flaws))
}

fn agents(reading: &mut Reading<'_>) -> Vec<AgentSpec> {
    let text = reading.text;
    let table = match DeTable::parse(text) {
        Ok(table) => table.into_inner(),
        Err(error) => {
            let line = line(text, error.span().map_or(0, |it| it.start));
            let why = format!("it is not TOML: {}", error.message().replace('\n', "; "));
            reading.flaws.push(AgentFlaw { line, key: None, why });
            return Vec::new();
        }
    };
    let mut agents = Vec::new();
    for (key, value) in &table {
        let start = key.span().start;
        match value.get_ref() {
            DeValue::Table(entries) if key.get_ref() == AGENTS => {
                agents.extend(self::entries(reading, entries));
            }
            other if key.get_ref() == AGENTS => {
                let why = format!("it is {}: write a table [agents.NAME] for each agent", kind(other));
                reading.wrong(start, AGENTS, why);
            }
            _ => {
                let why =
                    "there is no such key: each agent has a table [agents.NAME]; move it there, or remove it";
                reading.wrong(start, key.get_ref(), why);
            }
        }
    }
    agents
}

fn entries(reading: &mut Reading<'_>, entries: &DeTable<'_>) -> Vec<AgentSpec> {
    let mut agents = Vec::new();
    for (name, value) in entries {
        let (start, key) = (name.span().start, format!("{AGENTS}.{}", name.get_ref()));
        if !may_be_called(name.get_ref()) {
            let why = format!(
                "no agent can be called {:?}: use letters, digits, - and _, at most {LONGEST_NAME} of them",
                name.get_ref()
            );
            reading.wrong(start, &key, why);
        }
        let taken = entries
            .keys()
            .find(|it| it.span().start < start && it.get_ref().eq_ignore_ascii_case(name.get_ref()));
        if let Some(taken) = taken {
            let why = format!(
                "there is {AGENTS}.{} already, which differs in capitals alone: choose another name",
                taken.get_ref()
            );
            reading.wrong(start, &key, why);
        }
        match value.get_ref() {
            DeValue::Table(table) => {
                agents.extend(Entry { reading, key, start, table }.spec(name.get_ref()));
            }
            other => {
                let why = format!("it is {}: write a table [{key}] with introduction and acp", kind(other));
                reading.wrong(start, &key, why);
            }
        }
    }
    agents
}

fn may_be_called(name: &str) -> bool {
    let plain = |it: char| it.is_ascii_alphanumeric() || matches!(it, '-' | '_');
    (1..=LONGEST_NAME).contains(&name.len()) && name.chars().all(plain)
}
