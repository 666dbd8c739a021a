//! Whether the keyboard is in a document: LibreOffice reports the focus for its paragraph or cell, and never for the document.

use super::sender::Sender;
use crate::desktop::reading::find_again::{FoundControl, node_of};
use crate::desktop::reading::reader::PATIENCE;
use deskpilot_atspi::NodeRef;
use deskpilot_core::{Control, Role, State};
use tokio::time::Instant;

/// How many levels a document may be above the part that has the focus.
const DEPTH: usize = 16;

/// The controls that have the focus, among those of a look.
pub(super) fn focused_among(controls: &[Control]) -> Vec<Control> {
    controls.iter().filter(|it| it.states.has(State::Focused)).cloned().collect()
}

impl Sender<'_> {
    /// Whether a part of this document had the focus before the action, and has it still.
    pub(super) async fn is_keyboard_in_document(&self, found: &FoundControl) -> bool {
        if found.element.facts.kind() != Role::Document {
            return false;
        }
        // A table keeps the focus while a field outside the document has the keyboard.
        for control in self.focused.iter().filter(|it| it.role != Role::Table) {
            let Some(node) = node_of(control) else { continue };
            if self.has_focus(control).await && self.is_within(node, &found.element.node).await {
                return true;
            }
        }
        false
    }

    /// Whether the keyboard is in a sheet: keys replace what is in its cell, and End goes to another one.
    pub(super) fn is_keyboard_in_sheet(&self) -> bool {
        self.focused.iter().any(|it| matches!(it.role, Role::Cell | Role::Table))
    }

    /// Whether a node is in another one. One that does not answer is not.
    async fn is_within(&self, mut node: NodeRef, outer: &NodeRef) -> bool {
        let caller = self.reader.bus.until(Instant::now() + PATIENCE);
        for _ in 0..DEPTH {
            if node == *outer {
                return true;
            }
            match caller.parent(&node).await {
                Ok(Some(parent)) => node = parent,
                Ok(None) | Err(_) => return false,
            }
        }
        false
    }
}
