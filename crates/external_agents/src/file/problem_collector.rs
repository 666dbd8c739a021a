//! Collects the problems of an agents file, with their positions. Pure.

use super::AgentsFileProblem;
use deskpilot_core::PathStyle;
use toml::de::DeValue;

/// The file's text, and its problems so far.
pub(super) struct ProblemCollector<'t> {
    pub(super) text: &'t str,
    /// The style of its paths.
    pub(super) paths: PathStyle,
    pub(super) problems: Vec<AgentsFileProblem>,
}

impl ProblemCollector<'_> {
    /// Records a problem with the key at this byte offset.
    pub(super) fn add(&mut self, start: usize, key: &str, why: impl Into<String>) {
        let line = line_at(self.text, start);
        self.problems.push(AgentsFileProblem { line, key: Some(key.to_owned()), why: why.into() });
    }
}

/// The type of a value, in words.
pub(super) const fn type_name(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) | DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

/// The line number of a byte offset, from 1.
pub(super) fn line_at(text: &str, start: usize) -> usize {
    1 + text.bytes().take(start).filter(|byte| *byte == b'\n').count()
}
