//! Which parts of a control without a name may name it. Pure.

use crate::nodes::facts::{Facts, VisibilityRule};
use crate::protocol::translate::{Interface, bit, has};
use deskpilot_core::{Role, State};

/// Which parts of a control may name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Parts {
    /// All of them: the items of a closed list are not shown.
    All,
    /// Those that are not hidden: a row that is scrolled away is called as it is in view.
    Unhidden,
    /// Those that have a place: a drop-down of GTK 4 hides a text that says that nothing is chosen.
    Placed,
}

impl Parts {
    /// The parts that name a control with these facts; `None` where its parts do not.
    pub(crate) fn naming(facts: &Facts, visibility: VisibilityRule) -> Option<Parts> {
        // An expander of GTK 4 is a button that holds its title in a box.
        if facts.kind() == Role::Button && facts.states().has(State::Expandable) {
            return Some(Parts::Placed);
        }
        // An item of a page has a text of its own, and what is in it may be a document.
        let is_of_page = visibility == VisibilityRule::ByState && facts.offers(Interface::Text);
        Parts::naming_item(facts.kind(), visibility).filter(|_| !is_of_page)
    }

    /// The parts that name an item of a list, table or tree, where its toolkit puts texts into them and gives the item itself no name:
    /// the items of GTK 4, and the rows of GTK 3.
    pub(crate) fn naming_item(kind: Role, visibility: VisibilityRule) -> Option<Parts> {
        match (visibility, kind) {
            (VisibilityRule::ByPlace, Role::ListItem | Role::TreeItem | Role::TabItem | Role::Cell) => {
                Some(Parts::All)
            }
            (VisibilityRule::ByState, Role::ListItem) => Some(Parts::Unhidden),
            _ => None,
        }
    }

    /// Whether a part is one of them, as far as its facts say: they have no place.
    pub(crate) fn may_include(self, part: &Facts) -> bool {
        self != Parts::Unhidden || is_unhidden(part.states)
    }
}

/// Whether a node with these states would be shown in view.
pub(crate) fn is_unhidden(states: u64) -> bool {
    has(states, bit::VISIBLE) || has(states, bit::SHOWING)
}

/// Whether a node may be a mere container or a text within an item.
pub(crate) fn is_frame_or_text(kind: Role) -> bool {
    matches!(kind, Role::Group | Role::Other | Role::Text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nodes::element::testing::element;
    use crate::protocol::translate::Interfaces;

    const EXPANDABLE: u32 = 9;
    const LIST_ITEM: u32 = 32;
    const PAGE_TAB: u32 = 37;
    const BUTTON: u32 = 43;
    const TABLE_CELL: u32 = 56;
    const TREE_ITEM: u32 = 91;

    #[test]
    fn parts_name_expanders_items_of_gtk_4_and_rows_of_gtk_3() {
        use VisibilityRule::{ByPlace, ByState};
        let (plain, text) = (Interfaces::default(), Interfaces::default().with("org.a11y.atspi.Text"));
        let expandable = 1 << EXPANDABLE;
        for (role, states, interfaces, visibility, expected) in [
            (LIST_ITEM, 0, plain, ByPlace, Some(Parts::All)),
            (LIST_ITEM, 0, text, ByPlace, Some(Parts::All)),
            (TREE_ITEM, 0, plain, ByPlace, Some(Parts::All)),
            (PAGE_TAB, 0, plain, ByPlace, Some(Parts::All)),
            (TABLE_CELL, 0, plain, ByPlace, Some(Parts::All)),
            (LIST_ITEM, 0, plain, ByState, Some(Parts::Unhidden)),
            (LIST_ITEM, 0, text, ByState, None),
            (TREE_ITEM, 0, plain, ByState, None),
            (PAGE_TAB, 0, plain, ByState, None),
            (TABLE_CELL, 0, plain, ByState, None),
            (BUTTON, expandable, plain, ByPlace, Some(Parts::Placed)),
            (BUTTON, 0, plain, ByPlace, None),
            (BUTTON, 0, plain, ByState, None),
        ] {
            let facts = Facts { states, interfaces, ..element(role, "").facts };
            let case = format!("role {role}, states {states}, {interfaces:?}, {visibility:?}");
            assert_eq!(Parts::naming(&facts, visibility), expected, "{case}");
        }
    }

    #[test]
    fn a_hidden_part_names_no_row_and_one_that_is_scrolled_away_does() {
        for (parts, states, expected) in [
            (Parts::Unhidden, 1 << bit::VISIBLE, true),
            (Parts::Unhidden, 1 << bit::SHOWING, true),
            (Parts::Unhidden, 1 << bit::ENABLED, false),
            (Parts::All, 0, true),
            (Parts::Placed, 0, true),
        ] {
            let part = Facts { states, ..element(LIST_ITEM, "").facts };
            assert_eq!(parts.may_include(&part), expected, "{parts:?} {states:x}");
        }
    }
}
