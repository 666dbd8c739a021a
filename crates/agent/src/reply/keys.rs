//! The keys of replies: their spellings, and duplicates.

use deskpilot_core::{Complaint, normalized_name};
use serde_json::{Map, Value};

/// Spellings of a key beyond case, blanks, dashes and underscores: from the seeds, their translation and their code.
const ALIASES: &[(&str, &str)] = &[
    ("subtask", "currentsubtask"),
    ("aktuelleunteraufgabe", "currentsubtask"),
    ("beobachtung", "observation"),
    ("gedanke", "thought"),
    ("nachricht", "message"),
    ("kommentar", "comment"),
    ("fragen", "questions"),
    ("arguments", "args"),
    ("label", "controllabel"),
    ("actions", "actionlist"),
];

/// The keys of which every answer has one; other objects are part of the text around it.
const ANSWER_KEYS: &[&str] = &["status", "complete", "template", "newtask", "judge"];

/// The values of those keys of which every answer has one.
pub(super) fn answer_values(object: &Map<String, Value>) -> impl Iterator<Item = &Value> {
    object.iter().filter(|(key, _)| ANSWER_KEYS.contains(&normal_key(key).as_str())).map(|(_, value)| value)
}

/// The spelling under which a key is known.
pub(super) fn normal_key(key: &str) -> String {
    let simple = normalized_name(key);
    ALIASES.iter().find(|(other, _)| *other == simple).map_or(simple, |(_, key)| (*key).to_owned())
}

/// The complaint about a duplicate key in an object: it is ambiguous which value counts.
pub(super) fn duplicate_key(key: &str) -> Complaint {
    Complaint::new(format!("the reply has the key {key:?} twice in one object: write each key once"))
}
