//! Parses a reply into one JSON object and normalizes its keys.

use super::{
    answers::answers_in,
    keys::{duplicate_key, normal_key},
    schema_form::{SchemaForm, schema_form},
};
use deskpilot_core::{Complaint, ParsedJson};
use serde_json::{Map, Value};

/// The longest accepted reply, in bytes.
const LONGEST: usize = 256 * 1024;

/// The object of a reply, with normalized keys.
#[derive(Debug, Default)]
pub(crate) struct Fields(Vec<(String, Value)>);

impl Fields {
    /// Parses a reply: one JSON object, bare, in a code fence, or with words around it, which models add that think aloud or
    /// introduce their answer.
    pub(crate) fn parse(reply: &str) -> Result<Fields, Complaint> {
        if reply.len() > LONGEST {
            return Err(complain(format!("the reply has {} bytes: write at most {LONGEST}", reply.len())));
        }
        let text = strip_fence(reply.trim());
        if text.is_empty() {
            return Err(complain("the reply is empty: answer with one JSON object"));
        }
        match serde_json::from_str(text) {
            Ok(ParsedJson { duplicate: Some(key), .. }) => Err(duplicate_key(&key)),
            Ok(ParsedJson { value: Value::Object(object), .. }) => Fields::answer(object),
            Ok(ParsedJson { value: other, .. }) => {
                let what = type_name(&other);
                Err(complain(format!("the reply is {what}: answer with one JSON object; {}", begins(text))))
            }
            Err(error) if text.starts_with('{') && error.is_eof() => Err(complain(format!(
                "the reply ends in the middle of its JSON object: write it whole, and shorter; {}",
                begins(text)
            ))),
            Err(error) => match (answers_in(text)?.as_slice(), text.contains('{')) {
                ([object], _) => Fields::answer(object.clone()),
                ([_, _, ..], _) => Err(complain(format!(
                    "the reply has several JSON objects: write one and nothing else; {}",
                    begins(text)
                ))),
                ([], true) => Err(complain(format!("the reply is not JSON: {error}; {}", begins(text)))),
                ([], false) => Err(complain(format!(
                    "the reply is not JSON: answer with one JSON object and nothing else; {}",
                    begins(text)
                ))),
            },
        }
    }

    /// The fields of the object that a reply is, or of the answer in it where the object has the form of a schema.
    fn answer(object: Map<String, Value>) -> Result<Fields, Complaint> {
        match schema_form(&object) {
            Some(SchemaForm::Schema) => Err(complain(format!(
                "it sent the schema back, not an answer: write one JSON object with values; {}",
                begins(&Value::Object(object).to_string())
            ))),
            Some(SchemaForm::Answer(answer)) => Fields::unambiguous(answer.clone()),
            None => Fields::unambiguous(object),
        }
    }

    /// The fields of an object from a reply.
    pub(crate) fn unambiguous(object: Map<String, Value>) -> Result<Fields, Complaint> {
        check_spellings(&object)?;
        Ok(Fields::of(object))
    }

    /// The fields of an object.
    pub(crate) fn of(object: Map<String, Value>) -> Fields {
        Fields(object.into_iter().map(|(key, value)| (normal_key(&key), value)).collect())
    }

    /// The value of a key; `None` when it is missing or null.
    pub(crate) fn value(&self, key: &str) -> Option<&Value> {
        let key = normal_key(key);
        self.0.iter().find(|(known, value)| *known == key && !value.is_null()).map(|(_, value)| value)
    }

    /// A text; numbers are written out, lists are joined, a missing key is empty.
    pub(crate) fn text(&self, key: &str) -> Result<String, Complaint> {
        match self.value(key) {
            None => Ok(String::new()),
            Some(Value::String(text)) => Ok(text.trim().to_owned()),
            Some(Value::Number(number)) => Ok(number.to_string()),
            Some(Value::Array(_)) => Ok(self.texts(key)?.join("\n")),
            Some(other) => Err(wrong_type(key, "a string", other)),
        }
    }

    /// A list of texts; a single text is a list of one, a missing key is an empty list.
    pub(crate) fn texts(&self, key: &str) -> Result<Vec<String>, Complaint> {
        match self.value(key) {
            None => Ok(Vec::new()),
            Some(Value::String(text)) if text.trim().is_empty() => Ok(Vec::new()),
            Some(Value::String(text)) => Ok(vec![text.trim().to_owned()]),
            Some(Value::Array(items)) => items
                .iter()
                .map(|item| match item {
                    Value::String(text) => Ok(text.trim().to_owned()),
                    Value::Number(number) => Ok(number.to_string()),
                    other => Err(wrong_type(key, "a list of strings", other)),
                })
                .collect(),
            Some(other) => Err(wrong_type(key, "a list of strings", other)),
        }
    }
}

/// Whether an object says one thing of each key, however often it spells it.
fn check_spellings(object: &Map<String, Value>) -> Result<(), Complaint> {
    let says =
        |value: &Value| value.as_str().map_or_else(|| value.to_string(), |text| text.trim().to_owned());
    let mut seen: Vec<(String, &String, String)> = Vec::new();
    for (key, value) in object {
        let (normal, value) = (normal_key(key), says(value));
        if value == "null" {
            continue;
        }
        if let Some((_, other, _)) =
            seen.iter().find(|(known, _, earlier)| *known == normal && *earlier != value)
        {
            return Err(complain(format!("{other:?} and {key:?} are one key and differ: write one of them")));
        }
        seen.push((normal, key, value));
    }
    Ok(())
}

/// How many characters of a reply a complaint about it quotes.
const QUOTED: usize = 100;

/// How a reply begins, for a complaint that a person reads in the log.
fn begins(reply: &str) -> String {
    let line = reply.split_whitespace().collect::<Vec<_>>().join(" ");
    let beginning: String = line.chars().take(QUOTED).collect();
    let more = if beginning.len() < line.len() { "…" } else { "" };
    format!("it begins: {beginning}{more}")
}

/// A complaint with this sentence.
pub(crate) fn complain(sentence: impl AsRef<str>) -> Complaint {
    Complaint::new(sentence)
}

/// The complaint that a key's value has the wrong type.
pub(crate) fn wrong_type(key: &str, expected: &str, found: &Value) -> Complaint {
    complain(format!("{key} must be {expected}, and is {}", type_name(found)))
}

/// The type of a JSON value, in words.
pub(crate) fn type_name(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

/// The content of a reply that is one code fence; other replies stay as they are.
fn strip_fence(text: &str) -> &str {
    let Some(inside) = text.strip_prefix("```").and_then(|rest| rest.strip_suffix("```")) else {
        return text;
    };
    let inside = inside.strip_prefix("json").or_else(|| inside.strip_prefix("JSON")).unwrap_or(inside);
    inside.trim()
}
