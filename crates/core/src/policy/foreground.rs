//! What has the terminal of a window.

use crate::{Action, Gesture, Verb};

/// What has the terminal of a window, and so takes its keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Foreground {
    /// A program that may do anything with a key, or an unknown one.
    #[default]
    Unknown,
    /// A shell that waits for a line, whose keys are those of readline(3).
    Shell,
}

impl Foreground {
    /// Whether what has the terminal takes the action, if its window has one: it sends keys or clicks.
    pub(super) fn takes(action: &Action) -> bool {
        matches!(
            &action.verb,
            Verb::Gesture(
                Gesture::Keys(_) | Gesture::Text { .. } | Gesture::Click { .. } | Gesture::Drag { .. }
            )
        )
    }
}
