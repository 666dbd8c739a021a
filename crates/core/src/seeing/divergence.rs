//! Divergences: how the world differs from what an action was decided on.

use crate::MissingProduct;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What differs from the observation that an action was decided on, so that the action must not run without another look.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Divergence {
    /// A dialog or a message opened.
    Dialog(String),
    /// Another window of the application opened.
    Window(String),
    /// The window is gone.
    WindowGone(String),
    /// Most of the controls that were seen have been replaced.
    Replaced {
        /// The number of controls that are gone.
        gone: usize,
        /// The number of controls before.
        of: usize,
    },
    /// The control is gone.
    Gone(String),
    /// The control has another role or name.
    Renamed {
        /// Its role and name before.
        was: String,
        /// Its role and name now.
        is: String,
    },
    /// The control is disabled now.
    Disabled(String),
    /// Something other than the previous actions changed the control; the text says how.
    Changed(String),
    /// The items of the control's list, or their order, have changed.
    ListChanged(String),
    /// The control is known from a picture only, so it has to be located again.
    OnlyPictured(String),
    /// The expected control did not appear.
    NotThere {
        /// The control.
        expected: String,
        /// The window that was searched last.
        window: String,
        /// The controls that come nearest to it, those of its kind first.
        alike: Vec<String>,
    },
    /// No one window of the application has the title that an action goes to.
    NoWindow {
        /// The title.
        title: String,
        /// The titles of the application's windows.
        windows: Vec<String>,
    },
    /// The control did not appear, and its action is left out because it need not.
    LeftOut(String),
    /// Several controls match the expected one; the text names it and them.
    Several(String),
    /// The control was not named in full, and may not be the intended one.
    Uncertain {
        /// The control that was found.
        control: String,
        /// What speaks against it.
        why: String,
    },
    /// The action is for what was seen in the window before, and the list has gone to this one.
    LeftWindow(String),
    /// The previous action had no effect; the text says how.
    NotDone(String),
    /// These actions of the list were refused, and the others were done.
    Undone(Vec<String>),
    /// The effect of an action could not be observed, and no later action shows it; the text says which and
    /// why.
    Unsure(String),
    /// A command does not fit what is there; the text says why.
    NotCallable(String),
    /// The subtask has not left a note that it must leave.
    Missing(String),
    /// A file that the subtask must leave is not there, or not as it must be.
    MissingFile(MissingProduct),
    /// An action needs the user's approval first.
    NeedsYes(String),
    /// The policy forbids an action; the text says why.
    NotAllowed(String),
}

impl Divergence {
    /// Whether the desktop is not as expected; otherwise the policy, or the list itself, leaves an action out.
    pub const fn is_of_desktop(&self) -> bool {
        !matches!(
            self,
            Divergence::NeedsYes(_)
                | Divergence::NotAllowed(_)
                | Divergence::LeftOut(_)
                | Divergence::Undone(_)
        )
    }
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
            Divergence::NoWindow { title, windows } => {
                let known = if windows.is_empty() { "no window".into() } else { windows.join(", ") };
                write!(f, "no one window is called {title:?}: the application has {known}")
            }
            Divergence::LeftOut(it) => write!(f, "{it} did not appear, so the action was left out"),
            Divergence::Missing(note) => write!(
                f,
                "the subtask must leave {note} on the blackboard, and it has not: read it with texts and name {note:?}, or \
                 note it with summary"
            ),
            Divergence::MissingFile(missing) => write!(
                f,
                "the subtask must leave {}, and {missing}: save it there under exactly this name",
                missing.product.name()
            ),
            Divergence::Several(it) => write!(f, "there is more than one {it}: look and give its label"),
            Divergence::Uncertain { control, why } => {
                write!(
                    f,
                    "{control} may not be the one that is meant: {why}; give its whole name or its label"
                )
            }
            Divergence::LeftWindow(title) => write!(
                f,
                "the list went on in the window {title:?}, and labels and points are those of the window before: name \
                 the control in ControlText, or look first"
            ),
            Divergence::Unsure(why) => write!(f, "the effect of an action could not be observed: {why}"),
            Divergence::Undone(actions) => {
                write!(f, "of the list these actions were refused: {}", actions.join("; "))
            }
            Divergence::NotDone(how) => write!(f, "the previous action had no effect: {how}"),
            Divergence::NotCallable(why) => write!(f, "it cannot be done: {why}"),
            Divergence::NeedsYes(operation) => write!(f, "this needs the user's approval first: {operation}"),
            Divergence::NotAllowed(why) => write!(f, "the previous action is not allowed: {why}"),
        }
    }
}
