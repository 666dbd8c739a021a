//! Why an action changed nothing.

use super::{Code, Evidence};
use crate::State;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Why an action changed nothing, or was not needed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unchanged {
    /// What the action is for was so before.
    AlreadySo(AlreadySo),
    /// It was delivered, and what was looked at is as it was.
    Same(Evidence),
    /// The text did not show.
    NotShown {
        /// What was waited for.
        text: String,
        /// For how long, in milliseconds.
        millis: u64,
    },
    /// Something opened that must be answered before the text can show.
    DialogFirst {
        /// What was waited for.
        text: String,
        /// What opened.
        dialog: String,
    },
    /// The focus is not on this control.
    NotFocused(String),
}

/// What was so before the action.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AlreadySo {
    /// The control is in the state, or out of it.
    State(State, bool),
    /// This item is chosen.
    Chosen(String),
    /// The control has this number.
    Number(f64),
    /// The control has this text, or one that ends so.
    Text(String),
    /// What a log says that has no data for it.
    Recorded(String),
}

impl Unchanged {
    /// The word to decide by.
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
