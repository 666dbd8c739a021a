//! What an application reports about one node without its place, value or text. Pure.

use crate::protocol::translate::{Interface, Interfaces, bit, has, role, role_of, states_of};
use deskpilot_core::{Role, States};

/// The most children to request at once: spreadsheets claim two thousand million, and crash when asked for them.
const MOST_CHILDREN: i32 = 1000;

/// Marks an unknown number of children.
pub(crate) const UNCOUNTED: i32 = -1;

/// What an application reports about one node without its place, value or text.
#[derive(Clone, Debug)]
pub struct Facts {
    /// Its AT-SPI role number.
    pub role: u32,
    /// Its accessible name; may be empty.
    pub name: String,
    /// `None` when it was not read.
    pub(crate) description: Option<String>,
    pub(crate) states: u64,
    pub(crate) interfaces: Interfaces,
    pub(crate) child_count: i32,
}

impl Facts {
    /// Its role as a core [`Role`].
    pub fn kind(&self) -> Role {
        role_of(self.role)
    }

    /// Whether this state bit, one of those in [`bit`], is set.
    pub fn is(&self, bit: u32) -> bool {
        has(self.states, bit)
    }

    /// Its states as core [`States`].
    pub fn states(&self) -> States {
        self.states_of(self.states)
    }

    /// These bits as core [`States`] of this node.
    pub fn states_of(&self, bits: u64) -> States {
        states_of(self.role, bits, self.interfaces)
    }

    /// Whether the node implements an interface.
    pub fn offers(&self, interface: Interface) -> bool {
        self.interfaces.has(interface)
    }

    /// Whether it shows, where its toolkit reports that. GTK 3 takes a viewport that is scrolled by more than its own height for
    /// hidden, and LibreOffice the parts of a document that it has just scrolled to: what is around them says whether they are. Of a
    /// sheet that is split or frozen, it says so of the pane with the keyboard alone.
    fn is_shown(&self) -> bool {
        let is_part = matches!(
            self.role,
            role::PARAGRAPH | role::HEADING | role::TABLE | role::TABLE_CELL | role::DOCUMENT_SPREADSHEET
        );
        self.is(bit::SHOWING)
            || (self.role == role::VIEWPORT && self.is(bit::VISIBLE))
            || (is_part && may_be_of_document(self.states))
    }

    /// Whether states that do not say that a node is shown may be those of a shown one all the same.
    pub(crate) fn may_be_shown(states: u64) -> bool {
        let of_viewport = 1 << bit::VISIBLE | 1 << bit::ENABLED | 1 << bit::SENSITIVE;
        states == of_viewport || may_be_of_document(states)
    }

    pub(crate) fn has_too_many_children(&self) -> bool {
        self.child_count > MOST_CHILDREN
    }

    /// Whether it claims the children of a whole sheet.
    pub(crate) fn is_sheet(&self) -> bool {
        self.child_count == i32::MAX
    }

    /// Whether the cache left out its number of children, as it does for menus and tables.
    pub(crate) fn lacks_count(&self) -> bool {
        self.child_count <= UNCOUNTED
    }
}

/// Whether states may be those of a part of LibreOffice's documents, which are usable and never sensitive.
fn may_be_of_document(states: u64) -> bool {
    has(states, bit::VISIBLE) && has(states, bit::ENABLED) && !has(states, bit::SENSITIVE)
}

/// How to tell whether a person could see a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VisibilityRule {
    /// By its `SHOWING` state.
    ByState,
    /// By its place: the toolkit sets `SHOWING` only on windows, so every node with a place counts as shown.
    ByPlace,
}

impl VisibilityRule {
    /// Whether a person could see this node, as far as its toolkit reports.
    pub fn holds(self, facts: &Facts) -> bool {
        !facts.is(bit::DEFUNCT) && (self == VisibilityRule::ByPlace || facts.is_shown())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_viewport_that_is_scrolled_far_shows_and_so_do_parts_of_a_document_that_are_not_sensitive() {
        const PANEL: u32 = 39;
        let visible = 1 << bit::VISIBLE | 1 << bit::ENABLED | 1 << bit::SENSITIVE;
        for (role, states, expected) in [
            (role::VIEWPORT, visible, true),
            (role::VIEWPORT, visible & !(1 << bit::VISIBLE), false),
            (PANEL, visible, false),
            (role::PARAGRAPH, visible, false),
            (role::PARAGRAPH, visible & !(1 << bit::SENSITIVE), true),
            (role::DOCUMENT_SPREADSHEET, visible & !(1 << bit::SENSITIVE), true),
            (PANEL, visible & !(1 << bit::SENSITIVE), false),
            (PANEL, visible | 1 << bit::SHOWING, true),
        ] {
            let interfaces = Interfaces::default();
            let facts =
                Facts { role, name: String::new(), description: None, states, interfaces, child_count: 0 };
            assert_eq!(VisibilityRule::ByState.holds(&facts), expected, "{role} {states:x}");
        }
        assert!(Facts::may_be_shown(visible) && !Facts::may_be_shown(visible | 1 << bit::FOCUSABLE));
    }
}
