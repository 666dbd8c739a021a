//! Unchanged outcomes: why an action changed nothing.

use super::{Code, Evidence};
use crate::State;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Why an action changed nothing, or was not needed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unchanged {
    /// The wanted state was already there.
    AlreadySo(AlreadySo),
    /// It was delivered, and the observed controls did not change.
    Same(Evidence),
    /// The text did not appear.
    NotShown {
        /// The awaited text.
        text: String,
        /// The waiting time, in milliseconds.
        millis: u64,
    },
    /// A dialog opened that must be answered before the text can appear.
    DialogFirst {
        /// The awaited text.
        text: String,
        /// What opened.
        dialog: String,
    },
    /// The focus is not on this control.
    NotFocused(String),
}

/// The state that was already there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AlreadySo {
    /// The control already has this state, or lacks it (`false`).
    State(State, bool),
    /// This item is already selected.
    Chosen(String),
    /// The control already has this number.
    Number(f64),
    /// The control already has this text, or text that ends with it.
    Text(String),
    /// The sentence from a log without data.
    Recorded(String),
}

impl Unchanged {
    /// The reason code.
    pub const fn code(&self) -> Code {
        match self {
            Unchanged::AlreadySo(_) => Code::AlreadySo,
            Unchanged::Same(_) => Code::Same,
            Unchanged::NotShown { .. } => Code::NotShown,
            Unchanged::DialogFirst { .. } => Code::DialogFirst,
            Unchanged::NotFocused(_) => Code::NotFocused,
        }
    }
}

impl fmt::Display for Unchanged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unchanged::AlreadySo(what) => write!(f, "already {what}"),
            Unchanged::Same(evidence) => write!(f, "{evidence}"),
            Unchanged::NotShown { text, millis } => write!(f, "{text:?} is not shown after {millis} ms"),
            Unchanged::DialogFirst { text, dialog } => {
                write!(f, "{text:?} is not shown, and {dialog} has opened; answer it first")
            }
            Unchanged::NotFocused(control) => write!(f, "the focus is not on {control}"),
        }
    }
}

impl fmt::Display for AlreadySo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AlreadySo::State(state, true) => f.write_str(state.name()),
            AlreadySo::State(state, false) => write!(f, "not {}", state.name()),
            AlreadySo::Chosen(item) => write!(f, "{item:?} chosen"),
            AlreadySo::Number(number) => write!(f, "{number}"),
            AlreadySo::Text(text) => write!(f, "{text:?}"),
            AlreadySo::Recorded(what) => f.write_str(what),
        }
    }
}
