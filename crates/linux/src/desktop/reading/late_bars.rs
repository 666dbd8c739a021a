//! Which controls of an application that lags show an action late. Pure.
//!
//! LibreOffice shows an action in its documents, menus and dialogs as soon as it has handled the input. Its tool bars, its
//! sidebar and its status bar follow up to half a second later, by a timer.

use deskpilot_atspi::Element;
use deskpilot_core::{NodeId, Role};
use std::collections::HashSet;

/// The controls outside documents and menus, among these of a window without dialogs.
pub(in crate::desktop) fn bars(elements: &[Element]) -> HashSet<NodeId> {
    let mut document = None;
    let mut found = HashSet::new();
    for element in elements {
        let role = element.facts.kind();
        document = document.filter(|level| element.level > *level);
        if document.is_none() && role == Role::Document {
            document = Some(element.level);
        }
        if document.is_none() && !is_of_menu(role) {
            found.insert(element.node.id());
        }
    }
    found
}

/// Whether what has this role is a menu or in one.
pub(in crate::desktop) fn is_of_menu(role: Role) -> bool {
    matches!(role, Role::Menu | Role::MenuItem)
}
