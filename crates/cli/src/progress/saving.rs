//! Whether what a task is about to do may save something.

use deskpilot_core::{Gesture, Operation, Verb};

/// Whether the operation may name a file. An agent that only opens, clicks and reads saves nothing to a place of its own.
pub(super) fn may_name_a_file(operation: &Operation) -> bool {
    match operation {
        Operation::Act(action) => matches!(
            action.verb,
            Verb::Gesture(Gesture::Text { .. } | Gesture::Keys(_)) | Verb::Native | Verb::AskAgent(_)
        ),
        Operation::Run(_) | Operation::Delegate(_) | Operation::Permit(_) => true,
        Operation::Launch(_) => false,
    }
}
