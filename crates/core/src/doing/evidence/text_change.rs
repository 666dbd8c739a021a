//! What happened to the caret, the selection or the look of a text.

use serde::{Deserialize, Serialize};
use std::fmt;

/// What happened to a text without changing its characters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TextChange {
    /// Other characters are selected.
    Selected {
        /// The number of the first one, from 0.
        from: i32,
        /// The number of the one behind the last.
        to: i32,
        /// The selected text, if the application says it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
    },
    /// Nothing is selected any more.
    Deselected,
    /// The caret is elsewhere.
    CaretMoved {
        /// Behind how many characters it was.
        from: i32,
        /// Behind how many it is.
        to: i32,
    },
    /// Something was copied to the clipboard.
    Copied,
    /// It looks different.
    Formatted {
        /// Which part of it.
        part: FormattedText,
        /// How, in the words of its format.
        change: String,
    },
    /// The mark of unsaved changes is gone.
    MarkGone(String),
}

/// The part of a text that looks different.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FormattedText {
    /// What is selected.
    Selection,
    /// What is typed at the caret.
    AtCaret,
}

impl TextChange {
    /// Every text in it that comes from an application.
    pub fn texts_mut(&mut self) -> Vec<&mut String> {
        match self {
            TextChange::Selected { text, .. } => text.iter_mut().collect(),
            TextChange::Formatted { change: text, .. } | TextChange::MarkGone(text) => vec![text],
            TextChange::Deselected | TextChange::CaretMoved { .. } | TextChange::Copied => Vec::new(),
        }
    }
}

impl fmt::Display for TextChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TextChange::Selected { from, to, text: None } => {
                write!(f, "characters {from} to {to} are selected")
            }
            TextChange::Selected { from, to, text: Some(text) } => {
                write!(f, "characters {from} to {to} are selected: {text:?}")
            }
            TextChange::Deselected => f.write_str("nothing is selected any more"),
            TextChange::CaretMoved { from, to } => write!(f, "the caret went from character {from} to {to}"),
            TextChange::Copied => f.write_str("something was copied to the clipboard"),
            TextChange::Formatted { part: FormattedText::Selection, change } => {
                write!(f, "the selected text looks different: {change}")
            }
            TextChange::Formatted { part: FormattedText::AtCaret, change } => {
                write!(f, "the text at the caret looks different: {change}")
            }
            TextChange::MarkGone(mark) => write!(f, "{mark:?} is gone, the mark of unsaved changes"),
        }
    }
}
