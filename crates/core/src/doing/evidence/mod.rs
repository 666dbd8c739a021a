//! The observation that proves an effect, as data. People and models read the sentence that is printed from it here; code looks at the
//! variant.

mod control_detail;
mod stored;
mod text_change;
mod window_change;

pub use control_detail::ControlDetail;
pub use text_change::{FormattedText, TextChange};
pub use window_change::WindowChange;

use crate::{Point, State, Window};
use serde::{Deserialize, Serialize};
use std::fmt;
use stored::StoredEvidence;

/// The observation that proves an effect.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", from = "StoredEvidence")]
pub enum Evidence {
    /// The control's text or number, before and after.
    Value {
        /// Before the action.
        before: Option<String>,
        /// After it.
        after: Option<String>,
        /// The control that has this value, if it is not the action's target.
        #[serde(skip_serializing_if = "Option::is_none")]
        of: Option<String>,
    },
    /// A state that the control gained or lost.
    Turned {
        /// The state.
        state: State,
        /// Whether the control has it now.
        on: bool,
    },
    /// The caret, the selection or the look of a text.
    Text(TextChange),
    /// The pointer is at this place.
    Pointer(Point),
    /// A file of this name was written.
    Written(String),
    /// What a command, an application or a page says that was done, in its own words.
    Reported(String),
    /// The control that has the keyboard focus now.
    Focus(String),
    /// Windows that closed, opened or have another title.
    Windows(Vec<WindowChange>),
    /// Other controls of the window changed; the counts say how many.
    Controls {
        /// Added controls.
        added: u32,
        /// Removed controls.
        removed: u32,
        /// Controls with another name, value or other states.
        changed: u32,
        /// A few of the changes.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        details: Vec<ControlDetail>,
    },
    /// The application accepted the call.
    Accepted,
    /// The program ended with this code.
    ExitCode(i32),
}

impl Evidence {
    /// Evidence that no control changed.
    pub const NOTHING: Evidence =
        Evidence::Controls { added: 0, removed: 0, changed: 0, details: Vec::new() };

    /// Evidence that this window opened.
    pub fn opened(window: &Window) -> Evidence {
        Evidence::Windows(vec![WindowChange::Opened(window.title.clone())])
    }

    /// Whether a window opened.
    pub fn is_opened_window(&self) -> bool {
        self.window_changes().iter().any(|it| matches!(it, WindowChange::Opened(_)))
    }

    /// Whether a window closed.
    pub fn is_closed_window(&self) -> bool {
        self.window_changes().iter().any(|it| matches!(it, WindowChange::Closed(_)))
    }

    /// The sentence of what was looked at and did not change.
    pub(super) fn unchanged(&self) -> String {
        match self {
            Evidence::Value { before: Some(before), after: Some(after), of } if before == after => {
                format!("the value{} is still {}", owner(of.as_deref()), named(after))
            }
            other => other.to_string(),
        }
    }

    fn window_changes(&self) -> &[WindowChange] {
        if let Evidence::Windows(changes) = self { changes } else { &[] }
    }
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Evidence::Value { before, after, of } => {
                f.write_str(&value_sentence(&owner(of.as_deref()), before.as_deref(), after.as_deref()))
            }
            Evidence::Turned { state, on: true } => f.write_str(state.name()),
            Evidence::Turned { state, on: false } => write!(f, "not {}", state.name()),
            Evidence::Text(change) => write!(f, "{change}"),
            Evidence::Pointer(Point { x, y }) => write!(f, "the pointer is at {x},{y}"),
            Evidence::Written(file) => write!(f, "{file} was written"),
            Evidence::Reported(what) => f.write_str(what),
            Evidence::Focus(place) => write!(f, "focus on {place}"),
            Evidence::Windows(changes) => f.write_str(&joined(changes, ", ")),
            Evidence::Controls { added: 0, removed: 0, changed: 0, .. } => {
                f.write_str("all controls are as they were")
            }
            Evidence::Controls { added, removed, changed, details } => {
                write!(f, "controls: {added} added, {removed} removed, {changed} changed")?;
                if details.is_empty() { Ok(()) } else { write!(f, ": {}", joined(details, "; ")) }
            }
            Evidence::Accepted => f.write_str("accepted by the application"),
            Evidence::ExitCode(code) => write!(f, "exit code {code}"),
        }
    }
}

/// What a value was and is. What was read, and what had no value before, has no arrow.
fn value_sentence(of: &str, before: Option<&str>, after: Option<&str>) -> String {
    match (before, after) {
        (Some(before), Some(after)) => format!("value{of} {} -> {}", shortened(before), shortened(after)),
        (None, Some(after)) => format!("the value{of} is {}", named(after)),
        (Some(before), None) => format!("the value{of} was {} and is gone", named(before)),
        (None, None) => format!("there is no value{of}"),
    }
}

fn owner(of: Option<&str>) -> String {
    of.map_or(String::new(), |of| format!(" of {of}"))
}

/// The text in quotation marks, or the word for one without a character.
fn named(text: &str) -> String {
    if text.is_empty() { "empty".to_owned() } else { shortened(text) }
}

fn joined(all: &[impl fmt::Display], between: &str) -> String {
    all.iter().map(ToString::to_string).collect::<Vec<_>>().join(between)
}

fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(60).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    format!("{short:?}")
}

#[cfg(test)]
mod tests;
