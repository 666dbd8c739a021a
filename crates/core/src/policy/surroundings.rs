//! What a person who is asked about an action needs to know of its window in addition to the action itself.

use crate::{Control, Role, State};
use serde::{Deserialize, Serialize};

/// The most names and texts that are kept.
const MOST: usize = 10;
/// The most controls of a window that counts as a message with buttons.
const MESSAGE: usize = 40;

/// What is selected in the window, and what its message says.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ActionSurroundings {
    /// The names of the selected items, the first ten.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub selected: Vec<String>,
    /// How many more are selected.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub more: usize,
    /// The texts of a window that shows a message and asks for an answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub says: Vec<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes it so")]
fn is_zero(more: &usize) -> bool {
    *more == 0
}

impl ActionSurroundings {
    /// The surroundings of an action in a window with these controls; `None` if they are empty.
    pub(super) fn of(controls: &[Control]) -> Option<ActionSurroundings> {
        let chosen = controls.iter().filter(|it| is_item(it) && it.states.has(State::Selected));
        let mut selected: Vec<String> =
            chosen.map(|it| it.text().to_owned()).filter(|it| !it.is_empty()).collect();
        let more = selected.len().saturating_sub(MOST);
        selected.truncate(MOST);
        let surroundings = ActionSurroundings { selected, more, says: message(controls) };
        (surroundings != ActionSurroundings::default()).then_some(surroundings)
    }

    /// Whether other items are selected now than at the time of the other.
    pub fn is_other_selection(&self, other: &ActionSurroundings) -> bool {
        (&self.selected, self.more) != (&other.selected, other.more)
    }
}

/// Whether the control is an item that a command to the window acts on when it is selected.
fn is_item(control: &Control) -> bool {
    matches!(control.role, Role::ListItem | Role::TreeItem | Role::Cell | Role::Image)
}

/// The texts of a window with little more than texts and buttons.
fn message(controls: &[Control]) -> Vec<String> {
    let is_busy = |it: &Control| {
        matches!(
            it.role,
            Role::Document | Role::List | Role::Table | Role::Tree | Role::Terminal | Role::MenuBar
        )
    };
    let has_button = controls.iter().any(|it| it.role == Role::Button);
    if !has_button || controls.len() > MESSAGE || controls.iter().any(is_busy) {
        return Vec::new();
    }
    let texts = controls.iter().filter(|it| matches!(it.role, Role::Text | Role::Alert));
    let texts = texts.map(|it| it.text().trim().to_owned()).filter(|it| !it.is_empty());
    texts.take(MOST).collect()
}
