//! Experience: what sessions found out about an application, as records that a person can read and agents can be shown.

mod document;
mod facts;
mod hidden_texts;
mod store;
mod summary;
#[cfg(test)]
mod tests;
mod tips;

pub use document::read_experience;
pub use facts::subtask_facts;
pub use store::{ExperienceStore, NamedExperience};
pub use summary::{NotLearned, RecordOrigin, subtask_experience, subtask_warning};

use crate::{
    skill::{QUOTATION_MARKS, quoted},
    template::with_single_spaces,
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The version of the file format.
const FORMAT: u32 = 1;
/// The most tips of a record.
const MOST_TIPS: usize = 12;
/// The most sources that a record remembers.
const MOST_SOURCES: usize = 5;
/// The most characters of a text in a record.
const MOST_CHARACTERS: usize = 300;

/// What sessions found out about one subtask in one application, as its file holds it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experience {
    /// The version of the format.
    pub format: u32,
    /// Whether it is advice or a warning.
    pub kind: ExperienceKind,
    /// The user's request.
    #[serde(default)]
    pub request: String,
    /// The subtask.
    pub sub_task: String,
    /// The applications, as their windows name them.
    pub applications: Vec<String>,
    /// The version of the first application, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// In how many subtasks this was seen.
    #[serde(default = "one")]
    pub times_seen: u32,
    /// The words by which the same subtask is recognized, with `{}` in place of values.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub learned_as: String,
    /// The hash of what Deskpilot wrote; a different hash means that a person edited the record.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub written: String,
    /// What was seen, one fact each.
    #[serde(default)]
    pub tips: Vec<String>,
    /// How an agent decided in one step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub example: Option<ExampleReply>,
    /// Where it was seen, newest last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub learned_from: Vec<ExperienceSource>,
}

/// What a record is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExperienceKind {
    /// What worked.
    Experience,
    /// What went wrong.
    Warning,
    /// A fact about the application, observed whether or not the task succeeded.
    Fact,
}

/// A reply of an AppAgent that worked.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExampleReply {
    /// What it observed.
    #[serde(default)]
    pub observation: String,
    /// Why it decided so.
    #[serde(default)]
    pub thought: String,
    /// The number that its control had in that view; empty for the window.
    #[serde(default)]
    pub control_label: String,
    /// The text of its control; empty for the window.
    #[serde(default)]
    pub control_text: String,
    /// The command.
    pub function: String,
    /// The status.
    #[serde(default)]
    pub status: String,
    /// What it planned to do next.
    #[serde(default)]
    pub plan: Vec<String>,
    /// Its message to the user.
    #[serde(default)]
    pub comment: String,
    /// The arguments.
    #[serde(default)]
    pub args: Map<String, Value>,
}

/// A subtask that a record was learned from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExperienceSource {
    /// The task.
    pub task: String,
    /// The round, from 0.
    pub round: u32,
    /// The steps of the session.
    #[serde(default)]
    pub steps: Vec<u32>,
}

impl Experience {
    /// Why the record cannot be used; `None` if it can.
    pub fn problem(&self) -> Option<String> {
        if self.format != FORMAT {
            return Some(format!("its format is {}, and this Deskpilot reads format {FORMAT}", self.format));
        }
        if self.sub_task.trim().is_empty() {
            return Some("its sub_task is empty: say what it is about".into());
        }
        if self.applications.iter().all(|it| it.trim().is_empty()) {
            return Some("it names no application: list one under applications".into());
        }
        self.tips.iter().all(|it| it.trim().is_empty()).then(|| "it has no tips: write one".into())
    }

    /// Whether a person changed what Deskpilot wrote.
    pub fn is_edited(&self) -> bool {
        self.written != self.hash()
    }

    /// The record as Deskpilot writes it.
    fn signed(self) -> Experience {
        Experience { written: self.hash(), ..self }
    }

    /// The hash of all text that a person reads in the record.
    fn hash(&self) -> String {
        let Experience { kind, request, sub_task, applications, version, tips, example, .. } = self;
        let words = (kind, request, sub_task, applications, version, tips, example);
        let text = sorted(serde_json::to_value(words).unwrap_or_default()).to_string();
        blake3::hash(text.as_bytes()).to_hex().chars().take(32).collect()
    }

    /// The application that it is about; empty if it is about several, and so about the desktop as a whole.
    pub fn application(&self) -> &str {
        match self.applications.as_slice() {
            [only] => only.trim(),
            _ => "",
        }
    }
}

/// The value with the fields of every object sorted by name, because a file does not keep their order.
fn sorted(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let fields: BTreeMap<String, Value> =
                fields.into_iter().map(|(name, it)| (name, sorted(it))).collect();
            Value::Object(fields.into_iter().collect())
        }
        Value::Array(items) => Value::Array(items.into_iter().map(sorted).collect()),
        other => other,
    }
}

/// The words of a subtask with `{}` in place of what they quote and of numbers, so that the same subtask with other values has
/// the same words.
fn general_words(text: &str) -> String {
    let normalized = with_single_spaces(text);
    let mut text = normalized.clone();
    for value in quoted(&normalized) {
        for (open, close) in QUOTATION_MARKS {
            text = text.replace(&format!("{open}{value}{close}"), &format!("{open}{{}}{close}"));
        }
    }
    let words = text.split(' ').map(|word| {
        let bare = word.trim_matches(|it: char| !it.is_alphanumeric());
        let is_number = !bare.is_empty() && bare.chars().all(|it| it.is_ascii_digit() || ".,:".contains(it));
        if is_number { word.replace(bare, "{}") } else { word.to_lowercase() }
    });
    words.collect::<Vec<_>>().join(" ")
}

const fn one() -> u32 {
    1
}
