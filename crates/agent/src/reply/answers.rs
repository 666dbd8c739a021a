//! Finds the answer in a reply that has words or thoughts around it.

use super::{
    keys::{answer_values, duplicate_key},
    schema_form::schema_form,
    thoughts::{ThoughtTag, thought_tag},
};
use deskpilot_core::{Complaint, ParsedJson};
use serde_json::{Map, Value};

/// How many times a reply is read in search of its object: brackets in brackets could be read without end.
const MAX_READINGS: usize = 8;

/// What the objects and the tags of a reply begin with.
const BEGINNINGS: [char; 4] = ['{', '<', '[', '◁'];

/// The objects in a text that could be the answer, without those in thoughts. Text before the end tag of a thought belongs to
/// it, too: servers cut off the tag that opens one.
///
/// Fails at a thought that never ends, unless the answer precedes it, and at an answer with a duplicate key.
pub(super) fn answers_in(text: &str) -> Result<Vec<Map<String, Value>>, Complaint> {
    let (mut rest, mut answers, mut effort) = (text, Vec::new(), MAX_READINGS * text.len());
    while let Some(start) = rest.find(BEGINNINGS) {
        rest = &rest[start..];
        let length = match thought_tag(rest) {
            Some(ThoughtTag::Closed(length) | ThoughtTag::Closing(length)) => {
                answers.clear();
                length
            }
            Some(ThoughtTag::Unclosed(tag)) if answers.is_empty() => return Err(never_closed(tag)),
            Some(ThoughtTag::Unclosed(_)) => break,
            None if rest.starts_with('{') => match read_object(rest, &mut answers, &mut effort) {
                Some(length) => length,
                None => break,
            },
            None => rest.chars().next().map_or(1, char::len_utf8),
        };
        rest = &rest[length..];
    }
    // A schema next to an answer is a part of the text around it.
    if answers.iter().any(|it| is_answer(&it.value)) {
        answers.retain(|it| is_answer(&it.value));
    }
    answers.into_iter().map(object_of).collect()
}

/// Reads the object at the beginning of a text; returns the length of what was read, or `None` where the effort is used up.
fn read_object(text: &str, answers: &mut Vec<ParsedJson>, effort: &mut usize) -> Option<usize> {
    let mut read = serde_json::Deserializer::from_str(text).into_iter::<ParsedJson>();
    match read.next() {
        Some(Ok(parsed)) => {
            answers.extend((is_answer(&parsed.value) || is_schema_form(&parsed.value)).then_some(parsed));
            Some(read.byte_offset())
        }
        Some(Err(error)) => {
            *effort = effort.checked_sub(position(text, &error))?;
            // Past the bracket alone, so that an object within it is found.
            Some(1)
        }
        None => Some(1),
    }
}

/// The byte at which a text turned out not to be JSON.
fn position(text: &str, error: &serde_json::Error) -> usize {
    let lines = text.split_inclusive('\n').take(error.line().saturating_sub(1));
    lines.map(str::len).sum::<usize>() + error.column()
}

/// Whether a value has a key of which every answer has one.
fn is_answer(value: &Value) -> bool {
    value.as_object().is_some_and(|object| answer_values(object).next().is_some())
}

/// Whether a value is a schema, or an answer in the form of one.
fn is_schema_form(value: &Value) -> bool {
    value.as_object().is_some_and(|object| schema_form(object).is_some())
}

fn object_of(parsed: ParsedJson) -> Result<Map<String, Value>, Complaint> {
    match parsed {
        ParsedJson { duplicate: Some(key), .. } => Err(duplicate_key(&key)),
        ParsedJson { value: Value::Object(object), .. } => Ok(object),
        ParsedJson { .. } => Ok(Map::new()),
    }
}

fn never_closed(tag: &str) -> Complaint {
    Complaint::new(format!(
        "the reply opens {tag} and never closes it, so all of it is a thought: close it and write the JSON object after it"
    ))
}
