//! What was seen that an effect is told from.

use crate::Window;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What was seen that an effect is told from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Evidence {
    /// The control's text or number, before and after.
    Value {
        /// Before the action.
        before: Option<String>,
        /// After it.
        after: Option<String>,
        /// Whose it is, where it is not that of the control the action was for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        of: Option<String>,
    },
    /// A state the control came into or left.
    State(String),
    /// Where the keyboard focus is now.
    Focus(String),
    /// A window that appeared, went or changed its title.
    Window(String),
    /// Something else in the window changed: how many controls.
    Tree {
        /// Controls that were not there before.
        added: u32,
        /// Controls that are gone.
        removed: u32,
        /// Controls whose name, value or states differ.
        changed: u32,
        /// A few of them, in words.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        told: Vec<String>,
    },
    /// The application accepted the call.
    Accepted,
    /// The program ended with this code.
    ExitCode(i32),
}

impl Evidence {
    /// That no control is different.
    pub const NOTHING: Evidence = Evidence::Tree { added: 0, removed: 0, changed: 0, told: Vec::new() };

    /// That this window opened.
    pub fn opened(window: &Window) -> Evidence {
        Evidence::Window(format!("{:?} opened", window.title))
    }
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Evidence::Value { before, after, of } => {
                let shown = |value: &Option<String>| value.as_deref().map_or("nothing".into(), shorten);
                let of = of.as_ref().map_or(String::new(), |of| format!(" of {of}"));
                write!(f, "value{of} {} -> {}", shown(before), shown(after))
            }
            Evidence::State(state) => write!(f, "{state}"),
            Evidence::Focus(place) => write!(f, "focus on {place}"),
            Evidence::Window(what) => write!(f, "{what}"),
            Evidence::Tree { added: 0, removed: 0, changed: 0, .. } => {
                f.write_str("all controls are as they were")
            }
            Evidence::Tree { added, removed, changed, told } => {
                write!(f, "controls: {added} added, {removed} removed, {changed} changed")?;
                if told.is_empty() { Ok(()) } else { write!(f, ": {}", told.join("; ")) }
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
