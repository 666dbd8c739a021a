//! Which controls of an application that lags show an action late. Pure.
//!
//! LibreOffice shows an action in its documents, menus and dialogs as soon as it has handled the input. Its tool bars, its
//! sidebar and its status bar follow up to half a second later, by a timer.

use deskpilot_core::{NodeId, Role};
use std::collections::HashSet;

/// The controls outside documents and menus, among these of a window without dialogs: each with its nesting level and role, in tree
/// order.
pub fn late_bars(controls: impl Iterator<Item = (u16, Role, NodeId)>) -> HashSet<NodeId> {
    let mut document = None;
    let mut found = HashSet::new();
    for (level, role, node) in controls {
        document = document.filter(|outer| level > *outer);
        if document.is_none() && role == Role::Document {
            document = Some(level);
        }
        if document.is_none() && !is_of_menu(role) {
            found.insert(node);
        }
    }
    found
}

/// Whether what has this role is a menu or in one.
pub fn is_of_menu(role: Role) -> bool {
    matches!(role, Role::Menu | Role::MenuItem)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_in_a_document_or_a_menu_is_up_to_date() {
        use Role::{Button, Document, Menu, MenuItem, Text, ToolBar};
        let tree = [
            (0, Menu, "menu"),
            (1, MenuItem, "item"),
            (0, ToolBar, "bar"),
            (1, Button, "bold"),
            (0, Document, "document"),
            (1, Text, "paragraph"),
            (2, Button, "button in the text"),
            (0, Text, "status"),
        ];
        let bars = late_bars(tree.into_iter().map(|(level, role, id)| (level, role, NodeId(id.into()))));
        let mut names: Vec<&str> = bars.iter().map(|it| it.0.as_ref()).collect();
        names.sort_unstable();
        assert_eq!(names, ["bar", "bold", "status"]);
    }
}
