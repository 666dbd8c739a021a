//! Parses a plan file. Pure: the caller looks for the object.

use super::{
    PlanPurpose,
    positions::{KeyPosition, key_positions},
};
use serde_json::{Map, Value};

/// The keys of a plan.
const KEYS: &[&str] = &["task", "steps", "object", "close"];

/// The most keys and steps of a plan.
const MOST_ENTRIES: usize = 1000;

/// A problem with its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Problem {
    pub(super) line: Option<usize>,
    pub(super) key: Option<String>,
    pub(super) why: String,
}

/// A parsed plan whose object is not resolved yet.
#[derive(Debug, Default)]
pub(super) struct ParsedPlan {
    pub(super) task: String,
    pub(super) steps: Vec<String>,
    pub(super) object: String,
    pub(super) close: bool,
    /// The line of the object.
    pub(super) object_line: Option<usize>,
}

/// Parses a plan file's text.
pub(super) fn parse_plan(text: &str, purpose: PlanPurpose) -> Result<ParsedPlan, Vec<Problem>> {
    // Editors on Windows add a byte order mark.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let problem = |line: Option<usize>, why: String| vec![Problem { line, key: None, why }];
    let value: Value = serde_json::from_str(text)
        .map_err(|error| problem(Some(error.line().max(1)), format!("it is not JSON: {error}")))?;
    let Value::Object(object) = value else {
        let why = format!(
            "a plan is an object in braces with task, steps, object and close, and not {}",
            type_name(&value)
        );
        return Err(problem(Some(1), why));
    };
    let positions = key_positions(text);
    if positions.len() > MOST_ENTRIES {
        let why = format!(
            "it has {} entries, and at most {MOST_ENTRIES} keys and steps are read: split the plan",
            positions.len()
        );
        return Err(problem(None, why));
    }
    let mut reader = PlanReader { positions, problems: Vec::new() };
    reader.check_keys(&object);
    let plan = ParsedPlan {
        task: reader.text(&object, "task", "what is to be done"),
        steps: reader.steps(&object, purpose),
        object: reader.text(&object, "object", "a document next to the plan, or an application"),
        close: reader.close(&object),
        object_line: reader.line("object", None),
    };
    if reader.problems.is_empty() { Ok(plan) } else { Err(reader.problems) }
}

struct PlanReader {
    positions: Vec<KeyPosition>,
    problems: Vec<Problem>,
}

impl PlanReader {
    fn line(&self, key: &str, item: Option<usize>) -> Option<usize> {
        self.positions.iter().find(|it| it.key == key && it.item == item).map(|it| it.line)
    }

    fn add_problem(&mut self, key: &str, item: Option<usize>, why: String) {
        let line = self.line(key, item).or_else(|| self.line(key, None));
        self.problems.push(Problem { line, key: Some(key.to_owned()), why });
    }

    /// Records unknown and duplicate keys.
    fn check_keys(&mut self, object: &Map<String, Value>) {
        for key in object.keys().filter(|key| !KEYS.contains(&key.as_str())) {
            let why = format!("there is no such key: the keys are {}; remove it", KEYS.join(", "));
            self.add_problem(key, None, why);
        }
        let keys: Vec<KeyPosition> = self.positions.iter().filter(|it| it.item.is_none()).cloned().collect();
        for (at, position) in keys.iter().enumerate() {
            if let Some(first) = keys[..at].iter().find(|it| it.key == position.key) {
                let why = format!("it stands there twice, in line {} already: remove one", first.line);
                self.problems.push(Problem {
                    line: Some(position.line),
                    key: Some(position.key.clone()),
                    why,
                });
            }
        }
    }

    /// A required string; empty if it is invalid.
    fn text(&mut self, object: &Map<String, Value>, key: &str, what: &str) -> String {
        match object.get(key) {
            None => self.add_problem(key, None, format!("it is missing: write {what} as \"{key}\": \"...\"")),
            Some(Value::String(text)) if text.trim().is_empty() => {
                self.add_problem(key, None, format!("it is empty: write {what}"));
            }
            Some(Value::String(text)) => return text.trim().to_owned(),
            Some(other) => {
                self.add_problem(
                    key,
                    None,
                    format!("it is {}: write {what} as a text in quotes", type_name(other)),
                );
            }
        }
        String::new()
    }

    fn steps(&mut self, object: &Map<String, Value>, purpose: PlanPurpose) -> Vec<String> {
        const EXAMPLE: &str = "[\"Click \\\"Save\\\"\", ...]";
        match (object.get("steps"), purpose) {
            (None, PlanPurpose::Tasks) => {}
            (Some(_), PlanPurpose::Tasks) => {
                let why = "steps are for the mode follower: remove them, or run it with --mode follower";
                self.add_problem("steps", None, why.into());
            }
            (None, PlanPurpose::Steps) => {
                let why = format!(
                    "it is missing: write the steps as \"steps\": {EXAMPLE}, or run it with --mode batch_normal"
                );
                self.add_problem("steps", None, why);
            }
            (Some(Value::Array(steps)), PlanPurpose::Steps) if steps.is_empty() => {
                self.add_problem(
                    "steps",
                    None,
                    format!("there is no step: write at least one, as in {EXAMPLE}"),
                );
            }
            (Some(Value::Array(steps)), PlanPurpose::Steps) => return self.step_texts(steps),
            (Some(other), PlanPurpose::Steps) => {
                self.add_problem(
                    "steps",
                    None,
                    format!("it is {}: write a list of texts, {EXAMPLE}", type_name(other)),
                );
            }
        }
        Vec::new()
    }

    fn step_texts(&mut self, steps: &[Value]) -> Vec<String> {
        let mut texts = Vec::new();
        for (at, step) in steps.iter().enumerate() {
            let number = at + 1;
            match step {
                Value::String(text) if text.trim().is_empty() => {
                    self.add_problem(
                        "steps",
                        Some(at),
                        format!("step {number} is empty: write what is done, or remove it"),
                    );
                }
                Value::String(text) => texts.push(text.trim().to_owned()),
                other => {
                    let why = format!(
                        "step {number} is {}: write what is done as a text in quotes",
                        type_name(other)
                    );
                    self.add_problem("steps", Some(at), why);
                }
            }
        }
        texts
    }

    /// Whether to close what was opened; other programs' plans write it as a string.
    fn close(&mut self, object: &Map<String, Value>) -> bool {
        match object.get("close") {
            None => return false,
            Some(Value::Bool(close)) => return *close,
            Some(Value::String(word)) if word.eq_ignore_ascii_case("true") => return true,
            Some(Value::String(word)) if word.eq_ignore_ascii_case("false") => return false,
            Some(Value::String(word)) => {
                self.add_problem("close", None, format!("it is {word:?}: write true or false"));
            }
            Some(other) => {
                self.add_problem("close", None, format!("it is {}: write true or false", type_name(other)));
            }
        }
        false
    }
}

const fn type_name(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
