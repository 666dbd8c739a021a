//! A property of a control that changed.

use super::{Excerpt, State};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A property that changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PropertyChange {
    /// Its name.
    Name {
        /// Before.
        from: Excerpt,
        /// Now.
        to: Excerpt,
    },
    /// Its value.
    Value {
        /// Before; `None` if it had none.
        from: Option<Excerpt>,
        /// Now; `None` if it has none.
        to: Option<Excerpt>,
    },
    /// A state that it has now.
    Gained(State),
    /// A state that it no longer has.
    Lost(State),
}

impl PropertyChange {
    /// The whole name or value that the control has now.
    pub fn new_text(&self) -> Option<&str> {
        match self {
            PropertyChange::Name { to, .. } => to.whole(),
            PropertyChange::Value { to, .. } => to.as_ref()?.whole(),
            PropertyChange::Gained(_) | PropertyChange::Lost(_) => None,
        }
    }

    /// Every text in it, as it is kept.
    pub fn texts_mut(&mut self) -> Vec<&mut String> {
        match self {
            PropertyChange::Name { from, to } => vec![from.text_mut(), to.text_mut()],
            PropertyChange::Value { from, to } => {
                from.iter_mut().chain(to.iter_mut()).map(Excerpt::text_mut).collect()
            }
            PropertyChange::Gained(_) | PropertyChange::Lost(_) => Vec::new(),
        }
    }
}

impl fmt::Display for PropertyChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PropertyChange::Name { from, to } => write!(f, "name {from} -> {to}"),
            PropertyChange::Value { from: Some(from), to: Some(to) } => write!(f, "value {from} -> {to}"),
            PropertyChange::Value { from: None, to: Some(to) } => write!(f, "value is {to}"),
            PropertyChange::Value { from: Some(from), to: None } => write!(f, "value was {from} and is gone"),
            PropertyChange::Value { from: None, to: None } => f.write_str("no value"),
            PropertyChange::Gained(state) => f.write_str(state.name()),
            PropertyChange::Lost(state) => write!(f, "not {}", state.name()),
        }
    }
}
