//! Parses an agents file. Pure.

use super::{
    AgentFlaw, AgentSpec, AgentsError,
    entry::Entry,
    flaw_collector::{FlawCollector, line_at, type_name},
};
use deskpilot_core::{PathStyle, check_brackets};
use toml::de::{DeTable, DeValue};

/// The only top-level key.
const AGENTS: &str = "agents";
/// The maximum length of an agent's name.
const MAX_NAME_CHARS: usize = 40;

/// The agents of a file, sorted by name; an empty file is valid. Its paths are written in this style.
pub fn parse_agents(text: &str, paths: PathStyle) -> Result<Vec<AgentSpec>, AgentsError> {
    let mut flaws = FlawCollector { text, paths, flaws: Vec::new() };
    let agents = agents(&mut flaws);
    if flaws.flaws.is_empty() {
        return Ok(agents);
    }
    flaws.flaws.sort_by_key(|it| it.line);
    Err(AgentsError(flaws.flaws))
}

fn agents(flaws: &mut FlawCollector<'_>) -> Vec<AgentSpec> {
    let text = flaws.text;
    if let Err(flaw) = check_brackets(text) {
        flaws.flaws.push(AgentFlaw { line: flaw.line, key: None, why: flaw.to_string() });
        return Vec::new();
    }
    let table = match DeTable::parse(text) {
        Ok(table) => table.into_inner(),
        Err(error) => {
            let line = line_at(text, error.span().map_or(0, |it| it.start));
            let why = format!("it is not TOML: {}", error.message().replace('\n', "; "));
            flaws.flaws.push(AgentFlaw { line, key: None, why });
            return Vec::new();
        }
    };
    let mut agents = Vec::new();
    for (key, value) in &table {
        let start = key.span().start;
        match value.get_ref() {
            DeValue::Table(entries) if key.get_ref() == AGENTS => {
                agents.extend(self::entries(flaws, entries));
            }
            other if key.get_ref() == AGENTS => {
                let why = format!("it is {}: write a table [agents.NAME] for each agent", type_name(other));
                flaws.add(start, AGENTS, why);
            }
            _ => {
                let why =
                    "there is no such key: each agent has a table [agents.NAME]; move it there, or remove it";
                flaws.add(start, key.get_ref(), why);
            }
        }
    }
    agents
}

fn entries(flaws: &mut FlawCollector<'_>, entries: &DeTable<'_>) -> Vec<AgentSpec> {
    let mut agents = Vec::new();
    for (name, value) in entries {
        let (start, key) = (name.span().start, format!("{AGENTS}.{}", name.get_ref()));
        if !is_valid_name(name.get_ref()) {
            let why = format!(
                "no agent can be called {:?}: use letters, digits, - and _, at most {MAX_NAME_CHARS} of them",
                name.get_ref()
            );
            flaws.add(start, &key, why);
        }
        let taken = entries
            .keys()
            .find(|it| it.span().start < start && it.get_ref().eq_ignore_ascii_case(name.get_ref()));
        if let Some(taken) = taken {
            let why = format!(
                "there is {AGENTS}.{} already, which differs in capitals alone: choose another name",
                taken.get_ref()
            );
            flaws.add(start, &key, why);
        }
        match value.get_ref() {
            DeValue::Table(table) => {
                agents.extend(Entry { flaws, key, start, table }.spec(name.get_ref()));
            }
            other => {
                let why =
                    format!("it is {}: write a table [{key}] with introduction and acp", type_name(other));
                flaws.add(start, &key, why);
            }
        }
    }
    agents
}

fn is_valid_name(name: &str) -> bool {
    let plain = |it: char| it.is_ascii_alphanumeric() || matches!(it, '-' | '_');
    (1..=MAX_NAME_CHARS).contains(&name.len()) && name.chars().all(plain)
}
