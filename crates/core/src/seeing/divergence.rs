//! What is not as it was when an action was decided upon.

use serde::{Deserialize, Serialize};
use std::fmt;

/// What is not as it was, so that an action decided upon before is not done unseen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Divergence {
    /// A dialog or a message opened.
    Dialog(String),
    /// Another window of the application opened.
    Window(String),
    /// The window is gone.
    WindowGone(String),
    /// Something else stands in the place of most of what was seen: how many controls are gone, of how many.
    Replaced {
        /// How many are gone.
        gone: usize,
        /// How many there were.
        of: usize,
    },
    /// The control is gone.
    Gone(String),
    /// The control is called something else.
    Renamed {
        /// What it was.
        was: String,
        /// What it is.
        is: String,
    },
    /// The control cannot be used now.
    Disabled(String),
    /// The control was changed by something else than the actions before: how.
    Changed(String),
    /// The list that the control is in has other items, or another order.
    ListChanged(String),
    /// Only a picture showed the control: it has to be looked for again.
    OnlyPictured(String),
    /// The control that was expected to come up did not.
    NotThere {
        /// The control.
        expected: String,
        /// Where it was looked for last.
        window: String,
        /// What is there of its kind.
        alike: Vec<String>,
    },
    /// More than one control came up that could be the expected one.
    Several(String),
    /// The action before came to nothing: how.
    NotDone(String),
    /// What came of an action could not be seen, and no later action shows it: which, and why.
    Unsure(String),
    /// A note that the subtask is to leave is not there.
    Missing(String),
    /// An action needs the user's yes first.
    NeedsYes(String),
    /// The policy does not allow an action: why.
    NotAllowed(String),
}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Divergence::Dialog(it) => write!(f, "{it} opened"),
            Divergence::Window(title) => write!(f, "the window {title:?} opened"),
            Divergence::WindowGone(title) => write!(f, "the window {title:?} is gone"),
            Divergence::Replaced { gone, of } => {
                write!(f, "the window shows something else: {gone} of {of} controls are gone")
            }
            Divergence::Gone(it) => write!(f, "{it} is gone"),
            Divergence::Renamed { was, is } => write!(f, "{was} is now {is}"),
            Divergence::Disabled(it) => write!(f, "{it} is disabled now"),
            Divergence::Changed(how) => write!(f, "it changed by itself: {how}"),
            Divergence::ListChanged(it) => write!(f, "the list that {it} is in has changed"),
            Divergence::OnlyPictured(it) => {
                write!(f, "{it} is known from the picture only: look again first")
            }
            Divergence::NotThere { expected, window, alike } => {
                write!(f, "there is no {expected} in the window {window:?}")?;
                if alike.is_empty() { Ok(()) } else { write!(f, ", but {}", alike.join(", ")) }
            }
            Divergence::Missing(note) => write!(
                f,
                "the subtask is to leave {note} on the blackboard, and it is not there: read it with texts and name {note:?}, or \
                 note it with summary"
            ),
            Divergence::Several(it) => write!(f, "there is more than one {it}: look and give its label"),
            Divergence::Unsure(why) => write!(f, "what an action did could not be seen: {why}"),
            Divergence::NotDone(how) => write!(f, "the action before it came to nothing: {how}"),
            Divergence::NeedsYes(operation) => write!(f, "the user is asked first: {operation}"),
            Divergence::NotAllowed(why) => write!(f, "the action before it is not allowed: {why}"),
        }
    }
}
