//! The observation that proves an effect.

use crate::Window;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The observation that proves an effect.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Evidence {
    /// The control's text or number, before and after.
    Value {
        /// Before the action.
        before: Option<String>,
        /// After it.
        after: Option<String>,
        /// The control that has this value, if it is not the action's target.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        of: Option<String>,
    },
    /// A state that the control gained or lost.
    State(String),
    /// The control that has the keyboard focus now.
    Focus(String),
    /// A window that opened, closed or changed its title.
    Window(String),
    /// Other controls of the window changed; the counts say how many.
    Tree {
        /// Added controls.
        added: u32,
        /// Removed controls.
        removed: u32,
        /// Controls with another name, value or other states.
        changed: u32,
        /// A few of the changes, in words.
        #[serde(default, rename = "told", skip_serializing_if = "Vec::is_empty")]
        details: Vec<String>,
    },
    /// The application accepted the call.
    Accepted,
    /// The program ended with this code.
    ExitCode(i32),
}

/// How evidence of a window that opened ends.
const OPENED: &str = " opened";

impl Evidence {
    /// Evidence that no control changed.
    pub const NOTHING: Evidence = Evidence::Tree { added: 0, removed: 0, changed: 0, details: Vec::new() };

    /// Evidence that this window opened.
    pub fn opened(window: &Window) -> Evidence {
        Evidence::Window(format!("{:?}{OPENED}", window.title))
    }

    /// Whether it is that a window opened.
    pub fn is_opened_window(&self) -> bool {
        matches!(self, Evidence::Window(what) if what.ends_with(OPENED))
    }
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Evidence::Value { before, after, of } => {
                let quote = |value: &Option<String>| value.as_deref().map_or("nothing".into(), shorten);
                let of = of.as_ref().map_or(String::new(), |of| format!(" of {of}"));
                write!(f, "value{of} {} -> {}", quote(before), quote(after))
            }
            Evidence::State(state) => write!(f, "{state}"),
            Evidence::Focus(place) => write!(f, "focus on {place}"),
            Evidence::Window(what) => write!(f, "{what}"),
            Evidence::Tree { added: 0, removed: 0, changed: 0, .. } => {
                f.write_str("all controls are as they were")
            }
            Evidence::Tree { added, removed, changed, details } => {
                write!(f, "controls: {added} added, {removed} removed, {changed} changed")?;
                if details.is_empty() { Ok(()) } else { write!(f, ": {}", details.join("; ")) }
            }
            Evidence::Accepted => f.write_str("accepted by the application"),
            Evidence::ExitCode(code) => write!(f, "exit code {code}"),
        }
    }
}

fn shorten(text: &str) -> String {
    let mut short: String = text.chars().take(60).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    format!("{short:?}")
}
