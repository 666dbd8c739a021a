//! What is found wrong with a file of agents, and where. Pure.

use super::AgentFlaw;
use toml::de::DeValue;

/// What is found wrong on the way.
pub(super) struct Reading<'t> {
    pub(super) text: &'t str,
    pub(super) flaws: Vec<AgentFlaw>,
}

impl Reading<'_> {
    /// Keeps what is wrong with the key that stands at this byte.
    pub(super) fn wrong(&mut self, start: usize, key: &str, why: impl Into<String>) {
        let line = line(self.text, start);
        self.flaws.push(AgentFlaw { line, key: Some(key.to_owned()), why: why.into() });
    }
}

/// What kind of value it is, in words.
pub(super) const fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) | DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

/// The line of a byte, from 1.
pub(super) fn line(text: &str, start: usize) -> usize {
    1 + text.bytes().take(start).filter(|byte| *byte == b'\n').count()
}
