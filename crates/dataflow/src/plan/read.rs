//! Parses a plan file. Pure: the caller looks for the object.

use super::{
    Purpose,
    places::{Place, places},
};
use serde_json::{Map, Value};

/// The keys of a plan.
const KEYS: &[&str] = &["task", "steps", "object", "close"];

/// A flaw with its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Flaw {
    pub(super) line: Option<usize>,
    pub(super) key: Option<String>,
    pub(super) why: String,
}

/// A parsed plan whose object is not resolved yet.
#[derive(Debug, Default)]
pub(super) struct Written {
    pub(super) task: String,
    pub(super) steps: Vec<String>,
    pub(super) object: String,
    pub(super) close: bool,
    /// The line of the object.
    pub(super) object_line: Option<usize>,
}

/// Reads a plan file's text.
pub(super) fn read(text: &str, purpose: Purpose) -> Result<Written, Vec<Flaw>> {
    // Editors on Windows add a byte order mark.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let flaw = |line: Option<usize>, why: String| vec![Flaw { line, key: None, why }];
    let value: Value = serde_json::from_str(text)
        .map_err(|error| flaw(Some(error.line().max(1)), format!("it is not JSON: {error}")))?;
    let Value::Object(object) = value else {
        let why = format!(
            "a plan is an object in braces with task, steps, object and close, and not {}",
            kind(&value)
        );
        return Err(flaw(Some(1), why));
    };
    let mut reading = Reading { places: places(text), flaws: Vec::new() };
    reading.keys(&object);
    let written = Written {
        task: reading.text(&object, "task", "what is to be done"),
        steps: reading.steps(&object, purpose),
        object: reading.text(&object, "object", "a document beside the plan, or an application"),
        close: reading.close(&object),
        object_line: reading.line("object", None),
    };
    if reading.flaws.is_empty() { Ok(written) } else { Err(reading.flaws) }
}

struct Reading {
    places: Vec<Place>,
    flaws: Vec<Flaw>,
}

impl Reading {
    fn line(&self, key: &str, item: Option<usize>) -> Option<usize> {
        self.places.iter().find(|it| it.key == key && it.item == item).map(|it| it.line)
    }

    fn wrong(&mut self, key: &str, item: Option<usize>, why: String) {
        let line = self.line(key, item).or_else(|| self.line(key, None));
        self.flaws.push(Flaw { line, key: Some(key.to_owned()), why });
    }

    /// Unknown and duplicate keys.
    fn keys(&mut self, object: &Map<String, Value>) {
        for key in object.keys().filter(|key| !KEYS.contains(&key.as_str())) {
            let why = format!("there is no such key: the keys are {}; remove it", KEYS.join(", "));
            self.wrong(key, None, why);
        }
        let keys: Vec<Place> = self.places.iter().filter(|it| it.item.is_none()).cloned().collect();
        for (at, place) in keys.iter().enumerate() {
            if let Some(first) = keys[..at].iter().find(|it| it.key == place.key) {
                let why = format!("it stands there twice, in line {} already: remove one", first.line);
                self.flaws.push(Flaw { line: Some(place.line), key: Some(place.key.clone()), why });
            }
        }
    }

    /// A required string; empty if it is invalid.
    fn text(&mut self, object: &Map<String, Value>, key: &str, what: &str) -> String {
        match object.get(key) {
            None => self.wrong(key, None, format!("it is missing: write {what} as \"{key}\": \"...\"")),
            Some(Value::String(text)) if text.trim().is_empty() => {
                self.wrong(key, None, format!("it is empty: write {what}"));
            }
            Some(Value::String(text)) => return text.trim().to_owned(),
            Some(other) => {
                self.wrong(key, None, format!("it is {}: write {what} as a text in quotes", kind(other)));
            }
        }
        String::new()
    }

    fn steps(&mut self, object: &Map<String, Value>, purpose: Purpose) -> Vec<String> {
        const EXAMPLE: &str = "[\"Click \\\"Save\\\"\", ...]";
        match (object.get("steps"), purpose) {
            (None, Purpose::Tasks) => {}
            (Some(_), Purpose::Tasks) => {
                let why = "steps are for the mode follower: remove them, or run it with --mode follower";
                self.wrong("steps", None, why.into());
            }
            (None, Purpose::Steps) => {
                let why = format!(
                    "it is missing: write the steps as \"steps\": {EXAMPLE}, or run it with --mode batch_normal"
                );
                self.wrong("steps", None, why);
            }
            (Some(Value::Array(steps)), Purpose::Steps) if steps.is_empty() => {
                self.wrong("steps", None, format!("there is no step: write at least one, as in {EXAMPLE}"));
            }
            (Some(Value::Array(steps)), Purpose::Steps) => return self.each(steps),
            (Some(other), Purpose::Steps) => {
                self.wrong("steps", None, format!("it is {}: write a list of texts, {EXAMPLE}", kind(other)));
            }
        }
        Vec::new()
    }

    fn each(&mut self, steps: &[Value]) -> Vec<String> {
        let mut texts = Vec::new();
        for (at, step) in steps.iter().enumerate() {
            let number = at + 1;
            match step {
                Value::String(text) if text.trim().is_empty() => {
                    self.wrong(
                        "steps",
                        Some(at),
                        format!("step {number} is empty: write what is done, or remove it"),
                    );
                }
                Value::String(text) => texts.push(text.trim().to_owned()),
                other => {
                    let why =
                        format!("step {number} is {}: write what is done as a text in quotes", kind(other));
                    self.wrong("steps", Some(at), why);
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
                self.wrong("close", None, format!("it is {word:?}: write true or false"));
            }
            Some(other) => self.wrong("close", None, format!("it is {}: write true or false", kind(other))),
        }
        false
    }
}

const fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
