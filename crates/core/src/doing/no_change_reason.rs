//! Unchanged outcomes: why an action changed nothing.

use super::{Evidence, ReasonCode};
use crate::State;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Why an action changed nothing, or was not needed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoChangeReason {
    /// The wanted state was already there.
    AlreadySo(ExistingState),
    /// It was delivered, and the observed controls did not change.
    Same(Evidence),
    /// The text did not appear.
    NotShown {
        /// The awaited text.
        text: String,
        /// The waiting time, in milliseconds.
        millis: u64,
    },
    /// The text is shown where it was before, and appeared nowhere else.
    ShownBefore {
        /// The awaited text.
        text: String,
        /// The control that shows it.
        control: String,
        /// The waiting time, in milliseconds.
        millis: u64,
    },
    /// No control has the text that was searched.
    NotFound(String),
    /// A dialog opened that must be answered before the text can appear.
    DialogFirst {
        /// The awaited text.
        text: String,
        /// What opened.
        dialog: String,
    },
    /// The focus is not on this control.
    NotFocused(String),
    /// The control was seen to take it, and a moment later it showed this again.
    Reverted(ExistingState),
}

/// The state that was already there, or came back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExistingState {
    /// The control already has this state, or lacks it (`false`).
    State(State, bool),
    /// This item is already selected.
    Chosen(String),
    /// The control already has this number.
    Number(f64),
    /// The control already has this text, or text that ends with it.
    Text(String),
    /// All was as wanted before, as the application says in this sentence.
    Reported(String),
    /// The sentence from a log without data.
    Recorded(String),
}

impl NoChangeReason {
    /// The reason code.
    pub const fn code(&self) -> ReasonCode {
        match self {
            NoChangeReason::AlreadySo(_) => ReasonCode::AlreadySo,
            NoChangeReason::Same(_) => ReasonCode::Same,
            NoChangeReason::NotShown { .. } | NoChangeReason::ShownBefore { .. } => ReasonCode::NotShown,
            NoChangeReason::NotFound(_) => ReasonCode::NotFound,
            NoChangeReason::DialogFirst { .. } => ReasonCode::DialogFirst,
            NoChangeReason::NotFocused(_) => ReasonCode::NotFocused,
            NoChangeReason::Reverted(_) => ReasonCode::Reverted,
        }
    }
}

impl fmt::Display for NoChangeReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoChangeReason::AlreadySo(ExistingState::Reported(sentence)) => f.write_str(sentence),
            NoChangeReason::AlreadySo(what) => write!(f, "already {what}"),
            NoChangeReason::Same(evidence) => f.write_str(&evidence.unchanged()),
            NoChangeReason::NotShown { text, millis } => write!(f, "{text:?} is not shown after {millis} ms"),
            NoChangeReason::ShownBefore { text, control, millis } => {
                write!(f, "{text:?} did not appear within {millis} ms; only {control} shows it, as before")
            }
            NoChangeReason::NotFound(text) => {
                write!(f, "the application reports no control with the text {text:?}")
            }
            NoChangeReason::DialogFirst { text, dialog } => {
                write!(f, "{text:?} is not shown, and {dialog} has opened; answer it first")
            }
            NoChangeReason::NotFocused(control) => write!(f, "the focus is not on {control}"),
            NoChangeReason::Reverted(to) => write!(f, "confirmed, then reverted to {to}"),
        }
    }
}

impl fmt::Display for ExistingState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExistingState::State(state, true) => f.write_str(state.name()),
            ExistingState::State(state, false) => write!(f, "not {}", state.name()),
            ExistingState::Chosen(item) => write!(f, "{item:?} chosen"),
            ExistingState::Number(number) => write!(f, "{number}"),
            ExistingState::Text(text) => write!(f, "{text:?}"),
            ExistingState::Reported(what) | ExistingState::Recorded(what) => f.write_str(what),
        }
    }
}
