//! What an application reports about one node without its place, value or text. Pure.

use crate::translate::{Interface, Interfaces, bit, has, role_of, states_of};
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

    pub(crate) fn has_too_many_children(&self) -> bool {
        self.child_count > MOST_CHILDREN
    }

    /// Whether the cache left out its number of children, as it does for menus and tables.
    pub(crate) fn lacks_count(&self) -> bool {
        self.child_count <= UNCOUNTED
    }
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
        !facts.is(bit::DEFUNCT) && (self == VisibilityRule::ByPlace || facts.is(bit::SHOWING))
    }
}
