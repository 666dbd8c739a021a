//! Parses an agents file. Pure.

use super::{
    AgentSpec, AgentsError, AgentsFileProblem,
    entry::Entry,
    problem_collector::{ProblemCollector, line_at, type_name},
};
use deskpilot_core::{PathStyle, check_brackets};
use toml::de::{DeTable, DeValue};

/// The only top-level key.
const AGENTS: &str = "agents";
/// The maximum length of an agent's name.
const MAX_NAME_CHARS: usize = 40;

/// The agents of a file, sorted by name; an empty file is valid. Its paths are written in this style.
pub fn parse_agents(text: &str, paths: PathStyle) -> Result<Vec<AgentSpec>, AgentsError> {
    let mut problems = ProblemCollector { text, paths, problems: Vec::new() };
    let agents = agents(&mut problems);
    if problems.problems.is_empty() {
        return Ok(agents);
    }
    problems.problems.sort_by_key(|it| it.line);
    Err(AgentsError(problems.problems))
}

fn agents(problems: &mut ProblemCollector<'_>) -> Vec<AgentSpec> {
    let text = problems.text;
    if let Err(problem) = check_brackets(text) {
        problems.problems.push(AgentsFileProblem { line: problem.line, key: None, why: problem.to_string() });
        return Vec::new();
    }
    let table = match DeTable::parse(text) {
        Ok(table) => table.into_inner(),
        Err(error) => {
            let line = line_at(text, error.span().map_or(0, |it| it.start));
            let why = format!("it is not TOML: {}", error.message().replace('\n', "; "));
            problems.problems.push(AgentsFileProblem { line, key: None, why });
            return Vec::new();
        }
    };
    let mut agents = Vec::new();
    for (key, value) in &table {
        let start = key.span().start;
        match value.get_ref() {
            DeValue::Table(entries) if key.get_ref() == AGENTS => {
                agents.extend(self::entries(problems, entries));
            }
            other if key.get_ref() == AGENTS => {
                let why = format!("it is {}: write a table [agents.NAME] for each agent", type_name(other));
                problems.add(start, AGENTS, why);
            }
            _ => {
                let why =
                    "there is no such key: each agent has a table [agents.NAME]; move it there, or remove it";
                problems.add(start, key.get_ref(), why);
            }
        }
    }
    agents
}

fn entries(problems: &mut ProblemCollector<'_>, entries: &DeTable<'_>) -> Vec<AgentSpec> {
    let mut agents = Vec::new();
    for (name, value) in entries {
        let (start, key) = (name.span().start, format!("{AGENTS}.{}", name.get_ref()));
        if !is_valid_name(name.get_ref()) {
            let why = format!(
                "no agent can be called {:?}: use letters, digits, - and _, at most {MAX_NAME_CHARS} of them",
                name.get_ref()
            );
            problems.add(start, &key, why);
        }
        let taken = entries
            .keys()
            .find(|it| it.span().start < start && it.get_ref().eq_ignore_ascii_case(name.get_ref()));
        if let Some(taken) = taken {
            let why = format!(
                "there is {AGENTS}.{} already, which differs in capitals alone: choose another name",
                taken.get_ref()
            );
            problems.add(start, &key, why);
        }
        match value.get_ref() {
            DeValue::Table(table) => {
                agents.extend(Entry { problems, key, start, table }.spec(name.get_ref()));
            }
            other => {
                let why =
                    format!("it is {}: write a table [{key}] with introduction and acp", type_name(other));
                problems.add(start, &key, why);
            }
        }
    }
    agents
}

fn is_valid_name(name: &str) -> bool {
    let plain = |it: char| it.is_ascii_alphanumeric() || matches!(it, '-' | '_');
    (1..=MAX_NAME_CHARS).contains(&name.len()) && name.chars().all(plain)
}
