//! What a person saw change after a step.

use deskpilot_core::WindowChange;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What was seen to change after a step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, from = "StoredChange")]
pub enum StepChange {
    /// What became of a window.
    Window(WindowChange),
    /// What became of a control, as a sentence.
    Control(String),
}

/// A change in a file. Older files have sentences about windows, too.
#[derive(Deserialize)]
#[serde(untagged)]
enum StoredChange {
    Window(WindowChange),
    Sentence(String),
}

impl From<StoredChange> for StepChange {
    fn from(stored: StoredChange) -> StepChange {
        match stored {
            StoredChange::Window(change) => StepChange::Window(change),
            StoredChange::Sentence(sentence) => match WindowChange::all_of_sentence(&sentence).as_deref() {
                Some([change]) => StepChange::Window(change.clone()),
                _ => StepChange::Control(sentence),
            },
        }
    }
}

impl fmt::Display for StepChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StepChange::Window(change) => write!(f, "{change}"),
            StepChange::Control(sentence) => f.write_str(sentence),
        }
    }
}
